// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Behaviour
import Diagnostics
import Foreign
import Heddle
import Remote

/// The behaviour that a command works on.
struct BehaviourInput: ParsableArguments {
    @ArgumentParser.Argument(help: "A behaviour file, - for standard input, or an http or https URL.")
    var file: String

    @OptionGroup var path: ModulePathOptions

    /// Reads, resolves and checks the behaviour.
    ///
    /// - Throws: all mistakes.
    func plan() async throws(Diagnostics) -> (plan: Plan, host: Host) {
        let (source, origin) = try await read()
        let (behaviour, warnings) = try Behaviour.read(source)
        let host = path.makeHost()
        var plan = try Plan.make(behaviour, on: host, origin: origin)
        plan.warnings = warnings + plan.warnings
        return (plan, host)
    }

    private func read() async throws(Diagnostics) -> (SourceText, Origin) {
        do {
            if RemoteSource.isRemote(file) {
                return (try await RemoteSource(fetcher: Self.fetcher).fetch(file), .remote)
            }
            return (try readBehaviour(at: file, limit: Self.limit), .file(folder: folder))
        } catch {
            throw Diagnostics([error])
        }
    }

    /// Paths in a behaviour are relative to its file.
    private var folder: String {
        guard let slash = file.lastIndex(of: "/") else { return "." }
        return slash == file.startIndex ? "/" : String(file[..<slash])
    }

    /// The program that fetches stands beside this one.
    private static var fetcher: String { (Environment.executableFolder ?? ".") + "/heddle-fetch" }
    /// The reader's own limit is what people are told.
    private static let limit = 64 << 20
}

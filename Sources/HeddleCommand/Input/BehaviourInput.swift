// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDiagnostics
import HeddleForeign
import Heddle
import HeddleRemote
import HeddleSystem

/// The behaviour that a command works on.
struct BehaviourInput: ParsableArguments {
    @ArgumentParser.Argument(help: "A behaviour file, - for standard input, or an http or https URL.")
    var file: String

    /// Reads, resolves and checks the behaviour on a new host.
    ///
    /// - Throws: all mistakes.
    func plan(on path: BehaviourOptions) throws(Diagnostics) -> (plan: Plan, host: ModuleHost) {
        let text = try BehaviourPlace(file).read()
        try path.settings.check(declaredIn: [text])
        return try text.plan(on: path)
    }
}

/// The source of a behaviour: a file, standard input or a URL.
struct BehaviourPlace {
    let file: String

    init(_ file: String) {
        self.file = file
    }

    /// Reads the behaviour, and makes the schema by which editors complete it.
    ///
    /// - Throws: why its modules cannot be known.
    func schema(on path: HostOptions) throws(Diagnostics) -> (schema: BehaviourSchema, warnings: [Diagnostic]) {
        let text = try read()
        return try BehaviourSchema.read(text.source, on: path.makeHost(), origin: text.origin)
    }

    /// Reads the behaviour, of which nothing is known yet.
    func read() throws(Diagnostics) -> BehaviourText {
        do {
            // Any scheme: fetching refuses those that it does not know, and says which it does.
            if file.contains("://") {
                let source = try waiting { [file] in await fetched(file) }.get()
                return BehaviourText(source: source, folder: nil)
            }
            return BehaviourText(source: try readText(at: file, kind: .behaviour), folder: folder)
        } catch {
            throw Diagnostics([error])
        }
    }

    /// Paths in a behaviour are relative to its file.
    var folder: String {
        guard let slash = file.lastIndex(of: "/") else { return "." }
        return slash == file.startIndex ? "/" : String(file[..<slash])
    }
}

/// The text of a behaviour, and its origin.
struct BehaviourText {
    let source: SourceText
    /// The folder that its paths are relative to; nil for a fetched behaviour.
    let folder: String?

    var origin: Origin { folder.map(Origin.file) ?? .remote }

    init(source: SourceText, folder: String?) {
        self.source = source
        self.folder = folder
    }

    init(name: String, bytes: [UInt8], folder: String?) {
        self.init(source: SourceText(name: name, bytes: bytes), folder: folder)
    }

    /// Resolves and checks the behaviour on a new host.
    ///
    /// - Parameter prepare: gets the host before any module is loaded.
    /// - Throws: all mistakes.
    func plan(
        on path: BehaviourOptions, preparing prepare: (ModuleHost) throws(Diagnostic) -> Void = { _ in }
    ) throws(Diagnostics) -> (plan: Plan, host: ModuleHost) {
        let host = try path.makeHost()
        do { try prepare(host) } catch { throw Diagnostics([error]) }
        return (try Plan.read(source, on: host, origin: origin), host)
    }
}

/// Fetches a behaviour with the program that stands beside this one.
private func fetched(_ url: String) async -> Result<SourceText, Diagnostic> {
    let fetcher = (Environment.executableFolder ?? ".") + "/heddle-fetch"
    let source = RemoteSource(fetcher: fetcher, agent: "heddle/\(HeddleCommand.configuration.version)")
    do { return .success(try await source.fetch(url)) } catch { return .failure(error) }
}

// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

/// A module's file, and what becomes of it when its bytes are changed.
///
/// It is refused with a reason, or it says what it was built to say: a module has each record of its description twice.
package struct ChangedModule {
    /// What became of changed bytes.
    package enum Verdict: Equatable {
        case refused
        /// Accepted, with the description that it was built with.
        case accepted
        /// A promise is broken, in words.
        case broken(String)
    }

    /// The file as it was built.
    package let whole: [UInt8]
    private let words: String

    /// - Throws: that it is refused as it was built, or describes nothing.
    package init(_ bytes: [UInt8]) throws {
        whole = bytes
        words = Self.words(of: try LibraryFile(bytes, named: "module.so"))
    }

    /// Reads changed bytes.
    package func verdict(on bytes: [UInt8]) -> Verdict {
        do throws(Diagnostics) {
            let file = try LibraryFile(bytes, named: "module.so")
            _ = (file.functions, file.neededLibraries, file.facts.hazards)
            let found = Self.words(of: file)
            return found == words ? .accepted : .broken("it says\n\(found)")
        } catch {
            let isTold = !error.all.isEmpty && error.all.allSatisfy { $0.message.contains("module.so") }
            return isTold ? .refused : .broken("it is refused without a reason")
        }
    }

    /// Changes up to two thousand bytes: one, a few that are apart, or a run.
    package func change(using random: inout some RandomNumberGenerator) -> [UInt8] {
        var bytes = whole
        let count = Bool.random(using: &random) ? 1 : min(2000, 1 << Int.random(in: 0...11, using: &random))
        let isRun = Bool.random(using: &random)
        var place = position(using: &random)
        for _ in 0..<count {
            bytes[place] = UInt8.random(in: 0...255, using: &random)
            place = isRun ? (place + 1) % bytes.count : position(using: &random)
        }
        return bytes
    }

    /// A byte of the header, of the tables at either end, or any other.
    private func position(using random: inout some RandomNumberGenerator) -> Int {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: .random(in: 0..<64, using: &random)
        case 1: .random(in: 64..<1024, using: &random)
        case 2: .random(in: max(0, whole.count - 2600)..<whole.count, using: &random)
        default: .random(in: 0..<whole.count, using: &random)
        }
    }

    /// All that a description says.
    private static func words(of file: LibraryFile) -> String {
        guard let described = file.description else { return "no description" }
        let functions =
            described.actions.map { "\($0.name) = \($0.signature)\(words(of: $0.signature))" }
            + described.hooks.map { "\($0)\(words(of: $0))" }
            + [described.create, described.destroy].map { $0.map { "\($0)" } ?? "none" }
        let settings = (described.settings?.all ?? []).map { "\($0)" }
        let needs = described.neededFunctions.map { "\($0)" } + described.needs + ["or"] + described.wants
        let pairs = [described.about, described.offers].flatMap { pairs in
            pairs.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        }
        let start = "\(described.name ?? "") \(described.version ?? "") \(described.contract) \(described.unknownKinds)"
        return ([start] + functions + settings + needs + pairs).joined(separator: "\n")
    }

    private static func words(of function: Signature) -> String {
        let parameters = function.help.parameters.sorted { $0.key < $1.key }.map { "\n\($0.key): \($0.value)" }
        return ([function.help.text] + parameters).joined()
    }
}

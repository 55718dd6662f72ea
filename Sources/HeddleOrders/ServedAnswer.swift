// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
package import HeddleJSON

/// An answer of a worker to `heddle serve`: a line of JSON with the key "worker". The other lines of a worker are the
/// events of runs, as `heddle run --json` writes them.
package enum ServedAnswer: Sendable, Equatable {
    /// The behaviour is right, and its modules are loaded.
    case planned(Plan)
    /// The behaviour cannot be run, for the reasons that were told before.
    case refused
    /// A run is over; with its number, and how it ended.
    case ended(run: Int, String)
    /// All calls were listed.
    case listed

    /// The plan that a worker has made.
    package struct Plan: Sendable, Equatable {
        /// The number of steps.
        package let steps: Int
        /// The names of the modules.
        package let modules: [String]
        /// The files that it was made from beside the behaviour.
        package let files: [String]

        /// Creates the facts of a plan.
        package init(steps: Int, modules: [String], files: [String]) {
            self.steps = steps
            self.modules = modules
            self.files = files
        }
    }

    private static let key = "worker"

    private enum Word: String {
        case planned, refused, ended, listed
    }

    /// The answer as JSON, without the end of its line.
    package var json: String {
        func texts(_ texts: [String]) -> Value { .array(texts.map { .string($0) }) }
        func whole(_ number: Int) -> Value { .number(.integer(Int128(number))) }
        return switch self {
        case .planned(let plan):
            Self.json(
                .planned, .init("steps", whole(plan.steps)), .init("files", texts(plan.files)),
                .init("modules", texts(plan.modules)))
        case .refused: Self.json(.refused)
        case .ended(let run, let ending): Self.json(.ended, .init("run", whole(run)), .init("ending", .string(ending)))
        case .listed: Self.json(.listed)
        }
    }

    private static func json(_ word: Word, _ members: Value.Member...) -> String {
        Value.object([.init(key, .string(word.rawValue))] + members).json
    }

    /// Returns whether a line is an answer, or means to be one.
    package static func isAnswer(_ node: JSONNode) -> Bool { node.part(key) != nil }

    /// Reads an answer; nil for a line that is none.
    package init?(_ node: JSONNode) {
        func text(_ name: String) -> String? { node.part(name)?.text }
        func number(_ name: String) -> Int? { node.part(name)?.whole }
        func texts(_ name: String) -> [String] { node.part(name)?.texts ?? [] }
        switch text(Self.key).flatMap(Word.init) {
        case .planned:
            self = .planned(Plan(steps: number("steps") ?? 0, modules: texts("modules"), files: texts("files")))
        case .refused: self = .refused
        case .ended: self = .ended(run: number("run") ?? 0, text("ending") ?? "failed")
        case .listed: self = .listed
        case nil: return nil
        }
    }
}

extension JSONNode {
    /// A member of an object; nil where there is none.
    fileprivate func part(_ name: String) -> JSONNode? {
        guard case .object(let members) = content else { return nil }
        return members.first { $0.name == name }?.value
    }

    fileprivate var text: String? { if case .text(let text) = content { text } else { nil } }

    fileprivate var whole: Int? {
        if case .number(let number) = content { number.integer.flatMap(Int.init(exactly:)) } else { nil }
    }

    fileprivate var texts: [String] {
        guard case .array(let elements) = content else { return [] }
        return elements.compactMap(\.text)
    }
}

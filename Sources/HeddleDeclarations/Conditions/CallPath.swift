// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// A part of a call, as a behaviour names it: `argument.amount`, `argument.point.x`, `result`, `failure.code`,
/// `errno`, `status`.
///
/// Behind `argument.NAME` and `result` a ``PartPath`` may follow, as in `result.corners[2].x`.
///
/// ## Topics
/// - ``init(_:)``
/// - ``bound(to:)``
/// - ``CallCondition``
package struct CallPath: Hashable, Sendable, CustomStringConvertible {
    enum Root: Hashable {
        case argument(String)
        case result
        case failure
        case errno
        case status
    }

    let root: Root
    let part: PartPath
    /// The text that names it.
    package let description: String

    /// The part that a text names.
    ///
    /// - Throws: ``ConditionMistake`` for a text that names none.
    package init(_ text: String) throws(ConditionMistake) {
        description = text
        guard let (name, path) = PartPath.split(text), let root = Root(name, path) else { throw .notAPath(text) }
        self.root = root
        if case .argument = root { part = PartPath(Array(path.steps.dropFirst())) } else { part = path }
    }

    /// Whether it is there before the body of the call has run.
    package var isArgument: Bool { if case .argument = root { true } else { false } }

    /// The part in calls of one action, found without looking up the parameter's name again.
    ///
    /// - Throws: ``ConditionMistake`` where the action has no such argument or result.
    package func bound(to signature: Signature) throws(ConditionMistake) -> BoundCallPath {
        switch root {
        case .argument(let name):
            guard let position = signature.position(ofArgument: name) else { throw .unknownArgument(name, signature) }
            let isSecret = signature.parameters[signature.given[position]].isSecret
            return BoundCallPath(root: .argument(position), part: part, isSecret: isSecret)
        case .result:
            guard signature.result.canonical != .void else {
                throw ConditionMistake(message: "\(signature.symbol) returns no result: it is declared as void")
            }
            return BoundCallPath(root: .result, part: part)
        case .failure: return BoundCallPath(root: .failure, part: part)
        case .errno: return BoundCallPath(root: .errno, part: part)
        case .status: return BoundCallPath(root: .status, part: part)
        }
    }
}

extension CallPath.Root {
    /// The root that a path begins with; nil where there is none, or where the path leads nowhere from it.
    fileprivate init?(_ name: String, _ path: PartPath) {
        switch (name, path.steps.first) {
        case ("argument", .member(let parameter)): self = .argument(parameter)
        case ("result", _): self = .result
        case ("failure", nil): self = .failure
        case ("failure", .member("code")) where path.steps.count == 1: self = .failure
        case ("failure", .member("message")) where path.steps.count == 1: self = .failure
        case ("errno", nil): self = .errno
        case ("status", nil): self = .status
        default: return nil
        }
    }
}

extension Signature {
    /// The names of the parameters that a caller gives, where they have one.
    package var argumentNames: [String] { given.compactMap { parameters[$0].name } }

    /// Where an argument stands among those that a caller gives; nil where there is none of this name.
    package func position(ofArgument name: String) -> Int? { given.firstIndex { parameters[$0].name == name } }
}

extension ConditionMistake {
    fileprivate static func notAPath(_ text: String) -> ConditionMistake {
        let root = String(text.prefix { !PartPath.isMark($0) })
        let suggestion =
            switch root {
            case "argument", "arguments", "args", "arg": "write argument.NAME"
            default: didYouMean(root, among: ["argument", "result", "failure", "errno", "status"])
            }
        return ConditionMistake(
            message: "\(Value.string(text).excerpt()) is no part of a call, expected argument.NAME, result, "
                + "failure.code, failure.message, errno or status",
            suggestion: suggestion)
    }

    /// That an action takes no argument of a name.
    package static func unknownArgument(_ name: String, _ signature: Signature) -> ConditionMistake {
        let known = signature.argumentNames
        return ConditionMistake(
            message: "\(signature.symbol) takes no argument \(Value.string(name).excerpt())",
            suggestion: didYouMean(name, among: known)
                ?? (known.isEmpty ? nil : "it takes \(known.joined(separator: ", "))"))
    }
}

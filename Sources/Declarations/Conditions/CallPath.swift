// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// A part of a call, as a behaviour names it: `argument.amount`, `argument.point.x`, `result`, `failure.code`,
/// `errno`, `status`.
///
/// Behind `argument.NAME` and `result` the names of fields may follow, and the numbers of elements, from 0.
///
/// ## Topics
/// - ``init(_:)``
/// - ``bound(to:)``
/// - ``CallCondition``
public struct CallPath: Hashable, Sendable, CustomStringConvertible {
    enum Root: Hashable {
        case argument(String)
        case result
        case failure
        case errno
        case status
    }

    let root: Root
    let members: [String]
    /// The text that names it.
    public let description: String

    /// The part that a text names.
    ///
    /// - Throws: ``ConditionMistake`` for a text that names none.
    public init(_ text: String) throws(ConditionMistake) {
        description = text
        let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        switch names[0] {
        case "argument" where names.count > 1: (root, members) = (.argument(names[1]), Array(names.dropFirst(2)))
        case "result": (root, members) = (.result, Array(names.dropFirst()))
        case "failure" where names.count == 1 || names.count == 2 && ["code", "message"].contains(names[1]):
            (root, members) = (.failure, Array(names.dropFirst()))
        case "errno" where names.count == 1: (root, members) = (.errno, [])
        case "status" where names.count == 1: (root, members) = (.status, [])
        default: throw .notAPath(text, names[0])
        }
        if names.contains("") { throw .notAPath(text, names[0]) }
    }

    /// Whether it is there before the body of the call has run.
    public var isArgument: Bool { if case .argument = root { true } else { false } }

    /// The part in calls of one action, found without looking up the parameter's name again.
    ///
    /// - Throws: ``ConditionMistake`` where the action has no such argument or result.
    public func bound(to signature: Signature) throws(ConditionMistake) -> BoundCallPath {
        switch root {
        case .argument(let name):
            guard let position = signature.position(ofArgument: name) else { throw .unknownArgument(name, signature) }
            let isSecret = signature.parameters[signature.given[position]].isSecret
            return BoundCallPath(root: .argument(position), members: members, isSecret: isSecret)
        case .result:
            guard signature.result.canonical != .void else {
                throw ConditionMistake(message: "\(signature.symbol) returns no result: it is declared as void")
            }
            return BoundCallPath(root: .result, members: members)
        case .failure: return BoundCallPath(root: .failure, members: members)
        case .errno: return BoundCallPath(root: .errno, members: [])
        case .status: return BoundCallPath(root: .status, members: [])
        }
    }
}

extension Signature {
    /// The names of the parameters that a caller gives, where they have one.
    public var argumentNames: [String] { given.compactMap { parameters[$0].name } }

    /// Where an argument stands among those that a caller gives; nil where there is none of this name.
    public func position(ofArgument name: String) -> Int? { given.firstIndex { parameters[$0].name == name } }
}

extension ConditionMistake {
    fileprivate static func notAPath(_ text: String, _ root: String) -> ConditionMistake {
        let suggestion =
            switch root {
            case "arguments", "args", "arg": "write argument.NAME"
            default: didYouMean(root, among: ["argument", "result", "failure", "errno", "status"])
            }
        return ConditionMistake(
            message: "\(Value.string(text).excerpt()) is no part of a call, expected argument.NAME, result, "
                + "failure.code, failure.message, errno or status",
            suggestion: suggestion)
    }

    /// That an action takes no argument of a name.
    public static func unknownArgument(_ name: String, _ signature: Signature) -> ConditionMistake {
        let known = signature.argumentNames
        return ConditionMistake(
            message: "\(signature.symbol) takes no argument \(Value.string(name).excerpt())",
            suggestion: didYouMean(name, among: known)
                ?? (known.isEmpty ? nil : "it takes \(known.joined(separator: ", "))"))
    }
}

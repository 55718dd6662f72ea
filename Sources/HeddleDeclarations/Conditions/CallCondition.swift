// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// What must hold for parts of a call, as a behaviour writes it.
///
/// ```json
/// { "argument.amount": { "gt": 1000 }, "result": 0 }
/// ```
///
/// ## Topics
/// - ``CallPath``
/// - ``ValueCondition``
/// - ``bound(to:naming:)``
package struct CallCondition: Hashable, Sendable {
    struct Part: Hashable {
        let path: CallPath
        let condition: ValueCondition
    }

    let parts: [Part]

    /// Reads a condition: an object of parts of a call, each with what must hold for it.
    ///
    /// - Parameter isBefore: whether it is judged before the body has run, when there are only arguments.
    /// - Throws: ``ConditionMistake`` for anything else.
    package init(_ value: Value, before isBefore: Bool) throws(ConditionMistake) {
        guard case .object(let members) = value, !members.isEmpty else {
            throw ConditionMistake(
                message: "a condition is an object such as {\"argument.NAME\": {\"gt\": 5}}, found "
                    + (value == .object([]) ? "an empty object" : value.kindDescription))
        }
        var parts: [Part] = []
        for member in members {
            let path = try CallPath(member.name)
            guard path.isArgument || !isBefore else {
                throw ConditionMistake(
                    message: "\(Value.string(member.name).excerpt()) is not known before the call has run",
                    suggestion: "ask for argument.NAME")
            }
            parts.append(Part(path: path, condition: try ValueCondition(member.value)))
        }
        self.parts = parts
    }

    /// The condition for calls of one action.
    ///
    /// - Parameter constants: the names that stand for numbers.
    /// - Throws: ``ConditionMistake`` where the action has no such argument or result, or one that is compared with
    ///   what it can never be.
    package func bound(
        to signature: Signature, naming constants: ConstantNames = ConstantNames()
    ) throws(ConditionMistake) -> BoundCallCondition {
        let words = ConditionOperator.allCases.map(\.rawValue)
        var bound: [BoundCallCondition.Part] = []
        for part in parts {
            let path = try part.path.bound(to: signature)
            if let name = part.condition.plainNames.first, !path.canBeObject(in: signature) {
                throw ConditionMistake(
                    message: "\(part.path) is compared with an object, which it never is",
                    suggestion: didYouMean(name, among: words) ?? "the operators are \(words.joined(separator: ", "))")
            }
            let condition = try part.fitted(to: path, of: signature, naming: constants)
            bound.append(.init(path: path, condition: condition, name: part.path.description))
        }
        return BoundCallCondition(parts: bound)
    }
}

extension CallCondition.Part {
    /// What must hold for the part of one action's calls. Of what is secret nothing is told.
    fileprivate func fitted(
        to bound: BoundCallPath, of signature: Signature, naming constants: ConstantNames
    ) throws(ConditionMistake) -> ValueCondition {
        let content = try PartContent(bound, in: signature)
        do throws(ConditionMistake) {
            return try condition.fitted(to: content, of: path, naming: constants)
        } catch {
            guard bound.isSecret else { throw error }
            throw ConditionMistake(message: "\(path) is secret, and never what it is compared with")
        }
    }
}

/// What must hold for the calls of one action.
package struct BoundCallCondition: Hashable, Sendable {
    struct Part: Hashable {
        let path: BoundCallPath
        let condition: ValueCondition
        let name: String
    }

    let parts: [Part]

    /// The condition in words, such as `argument.amount is greater than 1000`; what it says of secrets is not told.
    package var words: String {
        parts.map { "\($0.name) is \($0.path.isSecret ? "what is not told" : $0.condition.words)" }
            .joined(separator: ", ")
    }

    /// Whether all of it holds for a call.
    package func holds(for call: some ObservedCall) -> Bool {
        parts.allSatisfy { $0.condition.holds(for: $0.path.value(in: call)) }
    }

    /// What does not hold, in words: `argument.amount is 1500, expected at most 1000`; nil where all of it holds. Of what
    /// is secret neither the value is told nor what it is compared with.
    package func objection(to call: some ObservedCall) -> String? {
        for part in parts {
            let value = part.path.value(in: call)
            guard !part.condition.holds(for: value) else { continue }
            if part.path.isSecret { return "\(part.name) is secret, and not what is expected" }
            return "\(part.name) is \(value?.excerpt(limit: 60) ?? "not there"), expected \(part.condition.words)"
        }
        return nil
    }
}

extension BoundCallPath {
    /// Whether it could lead to an object, as far as the declaration says.
    fileprivate func canBeObject(in signature: Signature) -> Bool {
        if !part.isEmpty { return true }
        switch root {
        case .argument(let position): return signature.parameters[signature.given[position]].type.isCompound
        case .result: return signature.result.isCompound
        case .failure: return true
        case .errno, .status: return false
        }
    }
}

extension CType {
    /// Whether values of it may be objects: structures, and what points to one.
    fileprivate var isCompound: Bool {
        switch canonical {
        case .record: true
        case .pointer(let target, _): if case .record = target.canonical { true } else { false }
        default: false
        }
    }
}

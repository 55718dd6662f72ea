// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

/// Conditions on the parts of a call, as in `where`.
///
/// ```json
/// { "argument.amount": { "gt": 1000 }, "result": 0 }
/// ```
///
/// ## Topics
/// - ``CallPath``
/// - ``Condition``
/// - ``bound(to:naming:)``
package struct CallCondition: Hashable, Sendable {
    fileprivate struct Part: Hashable {
        let path: CallPath
        let condition: Condition<Value>
        /// The path as it was written.
        let name: String
    }

    private let parts: [Part]

    /// Reads a condition: an object of parts of a call, each with its condition.
    ///
    /// - Parameter moment: when it is judged.
    /// - Throws: ``ConditionMistake`` if the value is not such an object.
    package init(_ value: Value, at moment: CallMoment) throws(ConditionMistake) {
        guard case .object(let members) = value, !members.isEmpty else {
            throw ConditionMistake(
                .wrongType,
                "a condition is an object such as {\"argument.NAME\": {\"gt\": 5}}, found "
                    + (value == .object([]) ? "an empty object" : value.kindDescription))
        }
        var parts: [Part] = []
        for member in members {
            do throws(ConditionMistake) {
                let path = try CallPath(member.name, at: moment)
                let condition = try Condition(member.value)
                if condition.hasGolden { throw ConditionMistake.goldenOfHook }
                parts.append(Part(path: path, condition: condition, name: member.name))
            } catch { throw error.inside(.member(member.name)) }
        }
        self.parts = parts
    }

    /// The condition for calls of one action.
    ///
    /// - Parameter constants: the constants of the module.
    /// - Throws: ``ConditionMistake`` if the action has no such part, or if a comparison can never hold.
    package func bound(
        to signature: Signature, naming constants: ConstantNames = ConstantNames()
    ) throws(ConditionMistake) -> BoundCallCondition {
        var bound: [BoundCallCondition.Part] = []
        for part in parts {
            do throws(ConditionMistake) {
                let path = try part.path.bound(to: signature)
                let condition = try part.fitted(to: path, of: signature, naming: constants)
                bound.append(.init(path: path, condition: condition, name: part.name))
            } catch { throw error.inside(.member(part.name)) }
        }
        return BoundCallCondition(parts: bound)
    }
}

extension CallCondition.Part {
    /// A condition on a part of one action's calls. Secret values are never shown.
    fileprivate func fitted(
        to bound: BoundCallPath, of signature: Signature, naming constants: ConstantNames
    ) throws(ConditionMistake) -> Condition<Value> {
        let shape = try signature.shape(of: bound.path, in: signature.symbol)
        do throws(ConditionMistake) {
            return try shape.fitted(condition, name, naming: constants.names(at: bound.path.root))
        } catch {
            guard bound.isSecret else { throw error }
            throw ConditionMistake(.never, "\(name) is secret, and its type can never meet the condition")
        }
    }
}

extension ValueShape {
    /// A condition with its operands in the form in which the values come.
    ///
    /// - Throws: comparisons that can never hold, and unknown constants.
    fileprivate func fitted(
        _ condition: Condition<Value>, _ name: String, naming constants: ConstantNames, isDenied: Bool = false
    ) throws(ConditionMistake) -> Condition<Value> {
        if let plain = condition.plainValue {
            if excludesObjects, let mistake = ConditionMistake.notAnOperator(among: plain.memberNames, of: name) {
                throw mistake
            }
            guard case .compares(let word, let operand)? = condition.clauses.first else { return condition }
            return Condition(equalTo: try fitted(word, operand, name, naming: constants, isDenied: isDenied))
        }
        var clauses: [Condition<Value>.Clause] = []
        for clause in condition.clauses {
            do throws(ConditionMistake) {
                clauses.append(try fitted(clause, name, naming: constants, isDenied: isDenied))
            } catch { throw error.inside(.member(clause.name)) }
        }
        if !isDenied, let contradiction = domain.contradiction(among: Condition(clauses).clausesOfAll) {
            let words = contradiction.map { $0.words(limit: 40) }
            throw ConditionMistake(.never, ValueShape.words(ofContradiction: words, at: name))
        }
        return Condition(clauses)
    }

    private func fitted(
        _ clause: Condition<Value>.Clause, _ name: String, naming constants: ConstantNames, isDenied: Bool
    ) throws(ConditionMistake) -> Condition<Value>.Clause {
        switch clause {
        case .compares(let word, let operand):
            let fitted = try fitted(word, operand, name, naming: constants, isDenied: isDenied)
            guard case .enumeration(let enumeration) = domain.content, word.isOrder else {
                return .compares(word, fitted)
            }
            if let clause = enumeration.clause(word, fitted, { $0 }) { return clause }
            let found = Condition<Value>.Clause.compares(word, operand).words(limit: 40)
            throw ConditionMistake(.never, words(of: .never, found, at: name, isDenied: isDenied))
        case .combines(let word, let conditions):
            guard let inner = inside(word) else {
                throw ConditionMistake(
                    .never, words(ofWord: word.rawValue, holdingFor: [.array], at: name, isDenied: isDenied))
            }
            let isDenied = word == .not ? !isDenied : isDenied
            var fitted: [Condition<Value>] = []
            for (index, condition) in conditions.enumerated() {
                do throws(ConditionMistake) {
                    fitted.append(try inner.fitted(condition, name, naming: constants, isDenied: isDenied))
                } catch { throw word.takesOne ? error : error.inside(.element(index)) }
            }
            return .combines(word, fitted)
        }
    }

    /// An operand in the form in which the values come.
    private func fitted(
        _ word: ConditionOperator, _ operand: Value, _ name: String, naming constants: ConstantNames, isDenied: Bool
    ) throws(ConditionMistake) -> Value {
        let fitted: Value
        do throws(UnknownName) {
            fitted = try domain.operand(operand, of: word, naming: constants)
        } catch {
            throw ConditionMistake(.unknownConstant, error.message, suggestion: error.suggestion)
        }
        if let mistake = word.mistake(in: fitted) { throw mistake }
        if !isDenied, let kinds = word.kindsJudged, !self.kinds.isEmpty, kinds.isDisjoint(with: self.kinds) {
            throw ConditionMistake(
                .never, words(ofWord: word.rawValue, holdingFor: kinds, at: name, isDenied: false))
        }
        guard let verdict = word.verdict(in: domain, fitted), (isDenied ? verdict.denied : verdict) == .never else {
            return fitted
        }
        let found = Condition<Value>.Clause.compares(word, operand).words(limit: 40)
        throw ConditionMistake(
            .never, words(of: verdict, found, at: name, isDenied: isDenied),
            suggestion: operand.suggestion(among: names) ?? mend(operand, of: word))
    }

    /// The correction of an operand that is written as another sort of value; nil for an operator that takes only one.
    private func mend(_ operand: Value, of word: ConditionOperator) -> String? {
        switch word.form {
        case .value, .ordered: domain.mend(operand)
        case .tolerance, .list, .pattern, .text, .file, .element, .length, .flag: nil
        }
    }

    /// The names that values have, for suggestions.
    private var names: [String] {
        switch domain.content {
        case .word(let words): words
        case .enumeration(let type): type.constants.map(\.name)
        case .bool, .whole, .floating, .text, .printed, .wideText, .bytes, .record, .array, .handle, .unknown: []
        }
    }
}

extension ValueShape {
    /// A condition on values of the shape that stand by themselves, with its operands in the form in which they come.
    ///
    /// - Throws: comparisons that can never hold.
    package func fitted(_ condition: Condition<Value>, at name: String) throws(ConditionMistake) -> Condition<Value> {
        try fitted(condition, name, naming: ConstantNames())
    }
}

extension Value {
    fileprivate func suggestion(among names: [String]) -> String? {
        guard case .string(let text) = self, !names.isEmpty else { return nil }
        return didYouMean(text, among: names) ?? "it is one of \(names.joined(separator: ", "))"
    }
}

/// The conditions on the calls of one action.
package struct BoundCallCondition: Hashable, Sendable {
    fileprivate struct Part: Hashable {
        let path: BoundCallPath
        let condition: Condition<Value>
        let name: String
    }

    private let parts: [Part]

    fileprivate init(parts: [Part]) {
        self.parts = parts
    }

    /// The condition in words, such as `argument.amount is greater than 1000`; operands for secret parts are hidden.
    package var words: String {
        parts.map { "\($0.name) is \($0.path.isSecret ? "a secret value" : $0.condition.words)" }
            .joined(separator: ", ")
    }

    /// Returns whether all conditions hold for a call.
    package func holds(for call: some ObservedCall) -> Bool {
        parts.allSatisfy { $0.condition.holds(for: $0.path.value(in: call)) }
    }

    /// The condition that does not hold, in words: `argument.amount is 1500, expected at most 1000`; nil if all hold.
    /// The values and operands of secret parts are hidden.
    package func objection(to call: some ObservedCall) -> String? {
        for part in parts {
            let value = part.path.value(in: call)
            guard !part.condition.holds(for: value) else { continue }
            if part.path.isSecret { return "\(part.name) is secret, and is not the expected value" }
            return "\(part.name) is \(value?.excerpt(limit: 60) ?? "not there"), expected \(part.condition.words)"
        }
        return nil
    }
}

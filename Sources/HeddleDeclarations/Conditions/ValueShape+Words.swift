// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

/// The words about what is known of conditions before a call, for expectations of steps and for hooks alike.
extension ValueShape {
    /// The values in words: `a whole number from 0 to 255 or null`.
    package var words: String { domain.words ?? kinds.words }

    /// The words about a comparison that holds for no value, or for every one.
    ///
    /// - Parameters:
    ///   - found: the comparison in words: `greater than 5`.
    ///   - isDenied: true inside `not`.
    package func words(
        of verdict: StaticVerdict, _ found: String, at name: String, isDenied: Bool
    ) -> String {
        "\(name) is \(words) and \(verdict == .never ? "can never be" : "is always") \(found)"
            + Self.consequence(isDenied)
    }

    /// The words about an operator or combinator that holds for other kinds of values only.
    package func words(ofWord word: String, holdingFor kinds: Set<ValueKind>, at name: String, isDenied: Bool) -> String
    {
        "\(name) is \(self.kinds.words), and \"\(word)\" holds for \(kinds.words) only" + Self.consequence(isDenied)
    }

    /// The words about several clauses that no value meets together.
    package static func words(ofContradiction clauses: [String], at name: String) -> String {
        "\(name) can never be \(clauses.joined(separator: " and ")) at once"
    }

    /// The end of a message about a condition inside `not`.
    package static func consequence(_ isDenied: Bool) -> String { isDenied ? ", and stands inside \"not\"" : "" }

    /// The mistake of a part that no value has.
    ///
    /// - Parameter subject: the name of the value.
    package func lacks(_ step: PartPath.Step, _ subject: String) -> ConditionMistake {
        if let mistake = lacksCount(of: step, subject) { return mistake }
        switch step {
        case .member(let name) where part(.target(name)) != nil:
            return ConditionMistake(
                .unknownPath, "\(subject) is \(kinds.words), and its fields stand behind ->",
                suggestion: "write ->\(name)", atName: true)
        case .target(let name) where part(.member(name)) != nil:
            return ConditionMistake(
                .unknownPath, "\(subject) is \(kinds.words) and no pointer, and its fields stand behind a dot",
                suggestion: "write .\(name)", atName: true)
        case .target(let name) where !targetNames.isEmpty:
            return ConditionMistake(
                .unknownPath, "\(subject) points to a structure that has no field \"\(name)\"",
                suggestion: didYouMean(name, among: targetNames) ?? "it has \(targetNames.listed)", atName: true)
        case .target(let name) where pointsToAnything:
            return ConditionMistake(
                .unknownPath, "\(subject) is \(kinds.words), and nothing says what it points to",
                suggestion: "keep it as a pointer to its type T: {\"new\": \"T *\", \"value\": {\"ref\": \"(T *)…\"}, "
                    + "\"save\": \"p\"}, and follow that: p[0]->\(name)", atName: true)
        case .target where isPointer:
            return ConditionMistake(
                .unknownPath, "\(subject) is \(kinds.words), and the members of what it points to are not declared",
                suggestion: "declare the structure with its members", atName: true)
        case .member(let name) where isVariables:
            return ConditionMistake(
                .unknownPath, "\(subject) is a module that has no variable and no constant \"\(name)\"",
                suggestion: didYouMean(name, among: fieldNames), atName: true)
        case .member(let name) where !fieldNames.isEmpty:
            return ConditionMistake(
                .unknownPath, "\(subject) has no field \"\(name)\"",
                suggestion: didYouMean(name, among: fieldNames) ?? "it has \(fieldNames.listed)", atName: true)
        case .element(let index) where count != nil:
            return ConditionMistake(
                .unknownPath, "\(subject) has no element \(index): it has \(count ?? 0), counted from 0", atName: true)
        case .element:
            return ConditionMistake(.unknownPath, "\(subject) is \(kinds.words) and has no elements", atName: true)
        case .member, .target:
            return ConditionMistake(
                .unknownPath, "\(subject) is \(kinds.words) and has no part \"\(step)\"", atName: true)
        }
    }

    /// True for a `void *`.
    private var pointsToAnything: Bool {
        guard case .type(let type) = content, case .pointer(let target, _) = type.canonical else { return false }
        return target.canonical == .void
    }

    /// The mistake of a flexible array member whose elements no annotation counts; nil where a part is none.
    private func lacksCount(of step: PartPath.Step, _ subject: String) -> ConditionMistake? {
        guard case .type(let type) = content else { return nil }
        let (structure, name): (CType, String)
        switch (step, type.canonical) {
        case (.target(let field), .pointer(let target, _)): (structure, name) = (target.defined, field)
        case (.member(let field), _): (structure, name) = (type, field)
        default: return nil
        }
        guard case .record(let record) = structure.canonical,
            record.members?.contains(where: { $0.name == name && $0.isUncounted }) == true
        else { return nil }
        let key = record.tag.map { "\(record.kind.rawValue) \($0)" } ?? "\(structure)"
        return ConditionMistake(
            .unknownPath, "\(subject) ends with the array \"\(name)\", and no annotation says how many elements it has",
            suggestion: "annotate it with its count: \"annotate\": { \"\(key)\": { \"\(name)\": \"_In_reads_(…)\" } }",
            atName: true)
    }

    /// The shape of a part.
    ///
    /// - Parameter name: the name of the value at a path.
    /// - Throws: that no value has such a part.
    package func part(at path: PartPath, name: (PartPath) -> String) throws(ConditionMistake) -> ValueShape {
        var shape = self
        for (index, step) in path.steps.enumerated() {
            guard let part = shape.part(step) else {
                throw shape.lacks(step, name(PartPath(Array(path.steps.prefix(index)))))
            }
            shape = part
        }
        return shape
    }
}

extension [String] {
    /// The first few, for a message.
    fileprivate var listed: String { prefix(8).joined(separator: ", ") + (count > 8 ? ", …" : "") }
}

// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

/// Arguments that are filled in during the run are checked as far as they are known before.
extension CallPlanner {
    /// The arguments to try: in those that are known in part something that fits stands for the rest, so that what
    /// stands around it is checked as if all were known. An object that a step makes is as large as it will be, unless the
    /// step expects that the call is refused.
    mutating func tried(in prepared: PreparedCall, _ saved: [String: SavedShape]) -> [Argument] {
        var tried = arguments
        let mustReturn = !step.expectations.contains { [.failure, .status].contains($0.path.value.root) }
        for (index, template) in pending.sorted(by: { $0.key < $1.key }) {
            guard let range = ranges[index] else { continue }
            let shape = prepared.shapeTaken(by: index)
            guard check(Located(template, at: range), in: index, shape, saved), !prepared.isEndedByNull(index),
                !prepared.hasDependentParts(index)
            else {
                continue
            }
            if let value = template.tried(as: shape) { tried[index] = .value(value) }
            // The value of one that counts others is not known.
            if mustReturn, index < signature.parameters.count, signature.parameters[index].count != nil,
                let room = template.room(among: saved)
            {
                tried[index] = .object(bytes: room)
            }
        }
        return tried
    }

    /// Returns whether it is right as far as it is known.
    private mutating func check(
        _ template: Located<Template>, in index: Int, _ shape: ValueShape, _ saved: [String: SavedShape]
    ) -> Bool {
        let subject = Diagnostic.place(of: index, in: signature) + " of \(action.name)"
        var walk = ExpectationTypeChecker(SavedShapes(saved, calls), for: action) {
            $0.isEmpty ? subject : "\($0.inside) of \(subject)"
        }
        walk.walk(template, shape)
        mistakes += walk.misfits.map { misfit($0, in: index) } + walk.mistakes.map { $0.with(note: declared) }
        return walk.misfits.isEmpty && walk.mistakes.isEmpty
    }

    private func misfit(_ misfit: ExpectationTypeChecker.Misfit, in index: Int) -> Diagnostic {
        let path = misfit.path.isEmpty ? "" : " in \(misfit.path.inside)"
        let error = CrossingError(parameter: index, found: misfit.found + path, expected: misfit.expected)
        var diagnostic = Diagnostic.misfit(error, in: action).located(at: misfit.range).with(note: declared)
        if misfit.path.isEmpty, misfit.kinds == [.object] {
            diagnostic.suggestion = diagnostic.suggestion ?? annotation(ofStructure: index)
        }
        if misfit.path.isEmpty, misfit.kinds == [.array], case .reference(let reference)? = pending[index],
            !reference.isPlace, !reference.part.isEmpty
        {
            diagnostic.suggestion =
                diagnostic.suggestion ?? "\"&\(reference)\" is the pointer that C passes for the array"
        }
        return diagnostic
    }

    /// The suggestion where a text or bytes are given that only a count makes whole; nil where no parameter counts.
    func annotation(counting value: Value, _ index: Int) -> String? {
        let parameters = signature.parameters
        guard let bytes = value.textBytes, index < parameters.count, !parameters[index].isDirectionDeclared,
            case .pointer(let target, isConst: true) = parameters[index].type.canonical,
            let count = CountNames(parameters, areTextsPieces: true).count(of: index)
        else { return nil }
        let word: String
        switch target.canonical {
        case .void: word = "_In_reads_bytes_"
        case .integer(.char) where bytes.contains(0): word = "_In_reads_"
        default: return nil
        }
        return "annotate it to pass so many bytes: \"annotate\": { \"\(signature.symbol)\": "
            + "{ \"\(signature.name(of: index))\": \"\(word)(\(count))\" } }"
    }

    /// The suggestion where a structure is given by its values, and the pointer to it is declared as a handle.
    func annotation(ofStructure index: Int) -> String? {
        guard index < signature.parameters.count, !signature.parameters[index].isDirectionDeclared,
            case .pointer(let target, let isConst) = signature.parameters[index].type.canonical,
            case .record(let record) = target.defined.canonical, record.members != nil
        else { return nil }
        let word = isConst ? "_In_" : "_Inout_"
        return "annotate it to pass the values of the structure: \"annotate\": { \"\(signature.symbol)\": "
            + "{ \"\(signature.name(of: index))\": \"\(word)\" } }"
    }
}

extension Value {
    /// The bytes of a text or of bytes; nil for other values.
    fileprivate var textBytes: [UInt8]? {
        switch self {
        case .string(let text): Array(text.utf8)
        case .bytes(let bytes): bytes
        default: nil
        }
    }
}

extension Template {
    /// The bytes of the object that it is a reference to; nil where it is none, or they are not known.
    func room(among saved: [String: SavedShape]) -> Int? {
        guard case .reference(let reference) = self else { return nil }
        return saved[reference.name]?.room(behind: reference)
    }

    /// The value with something that fits in the place of every reference; nil where nothing can be thought of, or
    /// where all of it is one reference, or is made of others.
    fileprivate func tried(as shape: ValueShape) -> Value? {
        switch self {
        case .reference, .computed: nil
        case .literal, .array, .object: filled(as: shape)
        }
    }

    private func filled(as shape: ValueShape?) -> Value? {
        switch self {
        case .literal(let value): return value
        case .reference, .computed: return shape?.sample
        case .array(let elements):
            let values = elements.enumerated().compactMap { $1.value.filled(as: shape?.part(.element($0))) }
            return values.count == elements.count ? .array(values) : nil
        case .object(let members):
            let values = members.compactMap { member in
                member.value.value.filled(as: shape?.part(.member(member.name.value)))
                    .map { Value.Member(member.name.value, $0) }
            }
            return values.count == members.count ? .object(values) : nil
        }
    }
}

extension PartPath {
    /// The path by itself: `corners[2].x`.
    fileprivate var inside: Substring { description.drop { $0 == "." } }
}

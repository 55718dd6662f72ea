// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleSystem

/// The reason why a template has no value in a run.
enum FillingObstacle: Error {
    /// It refers to a value that was not saved.
    case unsaved
    /// It refers to a part that a saved value does not have.
    case lacking(Reference, in: SavedValue)
    /// The temporary folder cannot be made.
    case folder(SystemFailure)
    /// A value cannot be made of others.
    case computation(ComputationFault)
}

extension FillingObstacle {
    /// The words for what can be known in the run alone; nil for a value that was not saved.
    var message: String? {
        switch self {
        case .unsaved, .lacking: nil
        case .folder(let failure): "the temporary folder cannot be made: \(failure.message)"
        case .computation(let fault): fault.message
        }
    }
}

extension Template {
    /// The value with every reference replaced, and with the values that are made of others.
    ///
    /// - Parameter part: the value that a reference stands for.
    func filled(
        from saved: SavedValues, by part: (SavedValue, Reference) -> Value? = { $0.target(of: $1) }
    ) throws(FillingObstacle) -> Value {
        switch self {
        case .literal(let value): return value
        case .reference(.temporaryFolder):
            do throws(SystemFailure) {
                return .string(try saved.folder.make())
            } catch {
                throw .folder(error)
            }
        case .reference(let reference):
            guard let whole = saved[reference.name] else { throw .unsaved }
            let settled = try saved.settled(reference)
            guard let value = part(whole, settled) else { throw .lacking(settled, in: whole) }
            return value
        case .computed(let computation):
            let values = try computation.values(from: saved)
            do throws(ComputationFault) {
                return try computation.value(of: values)
            } catch {
                throw .computation(error)
            }
        case .array(let elements):
            return .array(
                try elements.map { element throws(FillingObstacle) in
                    try element.value.filled(from: saved, by: part)
                })
        case .object(let members):
            return .object(
                try members.map { member throws(FillingObstacle) in
                    Value.Member(member.name.value, try member.value.value.filled(from: saved, by: part))
                })
        }
    }
}

extension SavedValues {
    /// A reference with numbers as all of its indices.
    func settled(_ reference: Reference) throws(FillingObstacle) -> Reference {
        if reference.indices.isEmpty { return reference }
        return try reference.settled { index throws(FillingObstacle) in
            guard let whole = self[index.name] else { throw .unsaved }
            guard let value = whole.number(of: index) else { throw .lacking(index, in: whole) }
            if let number = value.index { return number }
            throw .computation(
                ComputationFault(
                    message: "\"\(reference)\" has the index \(value.excerpt()), expected a whole number from 0"))
        }
    }
}

extension Computation {
    /// The values of the operands.
    fileprivate func values(from saved: SavedValues) throws(FillingObstacle) -> [Value] {
        var values: [Value] = []
        for operand in operands { values.append(try value(of: operand, from: saved)) }
        return values
    }

    /// The value of an operand. An enumerator stands in a text by its name; numbers are computed with its number.
    func value(of operand: Located<Template>, from saved: SavedValues) throws(FillingObstacle) -> Value {
        guard case .expression = operation, case .reference(let written) = operand.value,
            let whole = saved[written.name]
        else { return try operand.value.filled(from: saved) }
        let reference = try saved.settled(written)
        guard let value = whole.number(of: reference) else { throw .lacking(reference, in: whole) }
        if whole.isNumber(reference), case .string(let text) = value {
            throw .computation(ComputationFault(message: "\"\(reference)\" is \(text), expected a finite number"))
        }
        return value
    }
}

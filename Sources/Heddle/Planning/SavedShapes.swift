// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

/// The knowledge, before anything is called, of the values that steps save, and of those that are made of them.
struct SavedShapes {
    /// The values that earlier steps saved, by their names.
    let saved: [String: SavedShape]
    /// The types of casts, by their texts.
    let casts: [String: CType]
    /// The memory that steps look at.
    let trust: MemoryTrust

    /// - Parameter calls: the data that steps share.
    init(_ saved: [String: SavedShape], _ calls: CompiledCalls) {
        (self.saved, casts, trust) = (saved, calls.casts, calls.trust)
    }

    /// Creates the knowledge of no values.
    init() { (saved, casts, trust) = ([:], [:], .known) }

    /// The values that a reference stands for; nil for those of a step that is wrong.
    ///
    /// - Throws: that there is no such part.
    func shape(of reference: Reference, at range: SourceRange) throws(Diagnostic) -> ValueShape? {
        if reference == .temporaryFolder { return .joined }
        try checkIndices(of: reference, at: range)
        // What is wrong with its cast was said already.
        if let text = reference.type, casts[text] == nil { return nil }
        try saved[reference.name]?.check(reference, casts: casts, trusting: trust, at: range)
        do throws(Diagnostic) {
            return try saved[reference.name]?.shape.target(of: reference, casts: casts)
        } catch {
            throw error.located(at: range)
        }
    }

    /// Refuses indices that never are whole numbers.
    private func checkIndices(of reference: Reference, at range: SourceRange) throws(Diagnostic) {
        for index in reference.indices {
            guard let shape = try shape(of: index.value, at: range), !shape.canBeIndex else { continue }
            throw Diagnostic(
                code: .call(.misfit),
                "\"\(index.value)\" is \(shape.words), expected a whole number as the index in \"\(reference.path)\"",
                at: range)
        }
    }

    /// The values that a computation makes.
    ///
    /// - Throws: that it never makes one.
    func shape(of computation: Computation, at range: SourceRange) throws(Diagnostic) -> ValueShape {
        var operands: [Computation.Operand] = []
        for (index, operand) in computation.operands.enumerated() {
            let known = try self.operand(operand)
            operands.append(known)
            guard let kinds = known.kinds, kinds.isDisjoint(with: computation.kinds(ofOperand: index)) else { continue }
            let objection = computation.objection(toOperand: index)
            throw Diagnostic(
                code: .call(.misfit), "\(operand.kindDescription) is \(kinds.words), \(objection)", at: operand.range,
                suggestion: kinds.mendOfPart)
        }
        do throws(ComputationFault) {
            _ = try computation.known
            return try computation.shape(of: operands)
        } catch {
            throw Diagnostic(code: .call(.misfit), error.message, at: range)
        }
    }

    private func operand(_ template: Located<Template>) throws(Diagnostic) -> Computation.Operand {
        switch template.value {
        case .literal(let value): .value(value)
        case .reference(let reference): try shape(of: reference, at: template.range).map { .shape($0) } ?? .unknown
        case .computed(let computation): .shape(try shape(of: computation, at: template.range))
        case .array, .object: .unknown
        }
    }

    /// The kinds of values that a template stands for; nil where they are not known, and for what has references in it.
    ///
    /// - Throws: that it never stands for any.
    func kinds(of template: Located<Template>) throws(Diagnostic) -> Set<ValueKind>? {
        switch template.value {
        case .literal(let value): [ValueKind(value)]
        case .reference(let reference): try shape(of: reference, at: template.range)?.kinds
        case .computed(let computation): try shape(of: computation, at: template.range).kinds
        case .array, .object: nil
        }
    }

    /// Finds what is wrong with the references in a template, wherever they stand.
    func mistakes(in template: Located<Template>) -> [Diagnostic] {
        switch template.value {
        case .literal: return []
        case .reference, .computed:
            do throws(Diagnostic) { _ = try kinds(of: template) } catch { return [error] }
            return []
        case .array(let elements): return elements.flatMap(mistakes)
        case .object(let members): return members.flatMap { mistakes(in: $0.value) }
        }
    }
}

extension ValueShape {
    /// True if a value may be a whole number, or an enumerator in the place of one.
    fileprivate var canBeIndex: Bool {
        if case .floating? = memoryType?.canonical { return false }
        return kinds.contains(.number) || enumeration != nil
    }
}

extension Set<ValueKind> {
    /// The suggestion for a value of these kinds that is no text and no number.
    fileprivate var mendOfPart: String? {
        contains(.array) || contains(.object) ? "refer to a part of it, such as name.field or name[0]" : nil
    }
}

extension Policy.Memory {
    /// The memory that steps look at behind handles.
    var trust: MemoryTrust {
        switch self {
        case .known: .known
        case .trusted: .anything
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics

extension ValueShape {
    /// The type of the place that a reference leads to.
    ///
    /// - Throws: that there is no such place in memory.
    func typeOfPlace(_ reference: Reference) throws(Diagnostic) -> CType {
        let name = { (path: PartPath) in "\"\(reference.words(of: path))\"" }
        let part = try knownPart(at: reference.part, name: name)
        guard leadsIntoMemory(reference.part) else {
            throw Diagnostic(
                code: .call(.noSuchPart),
                "\(name(reference.part)) is a part of a value that was copied, and no place in memory",
                suggestion: "only what stands behind a handle has a place: name->field or name[0]")
        }
        if let (member, _) = countedMember(at: reference.part) {
            let count = member.buffer?.count == .untilNull ? "up to a null or 0" : "that other members count"
            throw Diagnostic(
                code: .call(.noSuchPart),
                "\(name(reference.part)) stands for values \(count), and is no place by itself",
                suggestion: "the structure with all of them is one: \(name(reference.part.ofStructure)); members that "
                    + "the value written there lacks become 0")
        }
        guard let type = part.memoryType, type.canonical != .void else {
            if bitField(at: reference.part) == nil {
                throw Diagnostic(
                    code: .call(.noSuchPart),
                    "\(name(reference.part)) is no place by itself: nothing says that it stands in its union",
                    suggestion:
                        "annotate the union with _Switch_is_ and its members with _Case_, or read what it is in: "
                        + name(reference.part.ofStructure))
            }
            throw Diagnostic(
                code: .call(.noSuchPart), "\(name(reference.part)) is no place by itself: it has bits of its own only",
                suggestion:
                    "refer to it, as in {\"ref\": \(name(reference.part))}, or expect it of what reads its structure")
        }
        return type
    }

    /// The bit-field at a path, and the type of the structure that it is in; nil where there is something else.
    func bitField(at path: PartPath) -> (field: RecordType.Member, structure: CType)? {
        guard let last = path.steps.last, let whole = part(at: PartPath(Array(path.steps.dropLast())))?.memoryType
        else { return nil }
        let structure: CType
        let name: String
        switch (last, whole.canonical) {
        case (.member(let member), .record): (structure, name) = (whole, member)
        case (.target(let member), .pointer(let target, _)): (structure, name) = (target.defined, member)
        default: return nil
        }
        guard case .record(let record) = structure.canonical,
            let field = record.field(name)?.member, field.bits != nil
        else { return nil }
        return (field, structure)
    }

    /// Returns whether a path goes on behind a handle.
    func leadsIntoMemory(_ path: PartPath) -> Bool {
        if isVariables { return true }
        var whole = self
        for step in path.steps {
            if whole.isHandle { return true }
            guard let part = whole.part(step) else { return false }
            whole = part
        }
        return false
    }

    /// The values that a reference stands for.
    ///
    /// - Parameter casts: the types of casts, by their texts.
    /// - Throws: that there is no such part, or that it does not lie in memory.
    func target(of reference: Reference, casts: [String: CType]) throws(Diagnostic) -> ValueShape {
        let target: ValueShape =
            reference.isPlace
            ? .given(.pointer(to: try typeOfPlace(reference).placed, isConst: false))
            : try knownPart(at: reference.part) { "\"\(reference.words(of: $0))\"" }
        guard let text = reference.type, let type = casts[text] else { return target }
        guard target.isHandle else {
            throw Diagnostic(
                code: .call(.misfit), "\"\(reference.withoutType)\" is \(target.words), expected a handle to cast")
        }
        return .given(type)
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The layout of a type by a compiler, to be compared with Heddle's own.
///
/// ## Topics
/// - ``difference(from:)``
/// - ``Difference``
package struct LayoutEvidence: Hashable, Sendable {
    /// The place of a field.
    package struct Field: Hashable, Sendable {
        /// The field's name; that of a field of a field as C writes it, `corners[1].x`.
        package let name: String
        /// Its offset in bytes.
        package let offset: Int

        /// True for a field of a field.
        var isWithinField: Bool { name.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") } }

        /// Creates a field's place.
        package init(_ name: String, at offset: Int) {
            self.name = name
            self.offset = offset
        }
    }

    /// The size in bytes.
    package let size: Int
    /// The alignment of a value in bytes; nil if it is not given.
    package let alignment: Int?
    /// The places of fields; some may be missing.
    package let fields: [Field]

    /// Creates evidence.
    package init(size: Int, alignment: Int? = nil, fields: [Field] = []) {
        self.size = size
        self.alignment = alignment
        self.fields = fields
    }
}

extension LayoutEvidence {
    /// Something that the evidence says and that is otherwise by the declaration.
    package struct Difference: Error, Hashable, Sendable {
        /// The part that differs.
        package enum Part: Hashable, Sendable {
            case size
            case alignment
            case offset(of: String)
        }

        /// The part that differs.
        package let part: Part
        /// The evidence's number.
        package let found: Int
        /// The number according to the declaration; nil if it has none.
        package let declared: Int?
    }

    /// The evidence for what a declaration says; nil for a type whose size is not known.
    package init?(of type: CType) {
        guard let layout = type.layout else { return nil }
        self.init(size: layout.size, alignment: layout.alignment, fields: type.fields)
    }

    /// The first difference between the declaration of a type and the evidence; nil if they agree.
    ///
    /// - Complexity: O(fields of the type · fields of the evidence) at worst.
    package func difference(from type: CType) -> Difference? {
        let own = type.fields
        let inner = fields.filter(\.isWithinField)
            .compactMap { field in type.offset(of: field.name).map { Field(field.name, at: $0) } }
        return difference(fields: own + inner, size: type.layout?.size, alignment: type.layout?.alignment)
    }

    /// The same for a declaration's layout that is known already.
    package func difference(from own: LayoutEvidence) -> Difference? {
        difference(fields: own.fields, size: own.size, alignment: own.alignment)
    }

    /// A field is more telling than the size, which differs with it.
    private func difference(fields own: [Field], size ownSize: Int?, alignment ownAlignment: Int?) -> Difference? {
        for field in fields {
            let declared = own.first { $0.name == field.name }?.offset
            if declared != field.offset {
                return Difference(part: .offset(of: field.name), found: field.offset, declared: declared)
            }
        }
        if size != ownSize { return Difference(part: .size, found: size, declared: ownSize) }
        guard let alignment, alignment != ownAlignment else { return nil }
        return Difference(part: .alignment, found: alignment, declared: ownAlignment)
    }
}

extension LayoutEvidence.Difference {
    /// The difference as a sentence.
    ///
    /// - Parameters:
    ///   - type: the type's name.
    ///   - evidence: the source of the evidence, such as `by the bindings`.
    package func words(of type: String, _ evidence: String) -> String {
        switch part {
        case .size: "\(type) is \(found) bytes large \(evidence), \(text) by its declaration"
        case .alignment: "\(type) is aligned to \(found) bytes \(evidence), to \(text) by its declaration"
        case .offset(let field):
            declared == nil
                ? "\(type) has a field \(field) \(evidence), and none by its declaration"
                : "the field \(field) of \(type) lies at byte \(found) \(evidence), at byte \(text) by its declaration"
        }
    }

    private var text: String { declared.map(String.init) ?? "an unknown number" }
}

extension CType {
    /// The named fields of a structure or union with their places, those of anonymous ones within among them;
    /// bit-fields have no address and are left out.
    package var fields: [LayoutEvidence.Field] {
        guard case .record(let record) = canonical, let members = record.members, let offsets = record.offsets else {
            return []
        }
        return zip(members, offsets).flatMap { member, offset in member.fields(at: offset) }
    }

    /// The place of what C's `offsetof` calls by a name, such as `corner.x` or `corners[1].x`; nil if there is none.
    package func offset(of designator: String) -> Int? { place(of: designator)?.offset }

    /// Its place and its type.
    private func place(of designator: String) -> (offset: Int, type: CType)? {
        var place: (offset: Int, type: CType)? = (0, self)
        for step in designator.replacing("[", with: ".[").split(separator: ".") {
            guard let (offset, type) = place else { return nil }
            place = (step.first == "[" ? type.element(step) : type.member(named: step)).map { (offset + $0, $1) }
        }
        return place
    }

    /// The place and the type of an element of an array, `[1]`.
    private func element(_ step: Substring) -> (Int, CType)? {
        guard case .array(let element, let count) = canonical, let size = element.layout?.size, step.last == "]",
            let index = Int(step.dropFirst().dropLast()), index >= 0, count.map({ index < $0 }) ?? true,
            case (let offset, false) = index.multipliedReportingOverflow(by: size)
        else { return nil }
        return (offset, element)
    }

    /// The place and the type of a named member that is no bit-field, also of one within anonymous members.
    private func member(named name: Substring) -> (Int, CType)? {
        guard case .record(let record) = canonical, let members = record.members, let offsets = record.offsets else {
            return nil
        }
        for (member, offset) in zip(members, offsets) where member.bits == nil {
            if let own = member.name, own == name { return (offset, member.type) }
            if member.name == nil, let (inner, type) = member.type.member(named: name) { return (offset + inner, type) }
        }
        return nil
    }
}

extension RecordType.Member {
    fileprivate func fields(at offset: Int) -> [LayoutEvidence.Field] {
        if bits != nil { return [] }
        if let name { return [LayoutEvidence.Field(name, at: offset)] }
        return type.fields.map { LayoutEvidence.Field($0.name, at: offset + $0.offset) }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The layout of a type by a compiler, to be compared with Heddle's own.
///
/// ## Topics
/// - ``difference(from:)``
/// - ``Difference``
package struct LayoutEvidence: Hashable, Sendable {
    /// The place of a field.
    package struct Field: Hashable, Sendable {
        /// The field's name;.
        package let name: String
        /// Its offset in bytes.
        package let offset: Int

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
        difference(fields: type.fields, size: type.layout?.size, alignment: type.layout?.alignment)
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
}

extension RecordType.Member {
    fileprivate func fields(at offset: Int) -> [LayoutEvidence.Field] {
        if bits != nil { return [] }
        if let name { return [LayoutEvidence.Field(name, at: offset)] }
        return type.fields.map { LayoutEvidence.Field($0.name, at: offset + $0.offset) }
    }
}

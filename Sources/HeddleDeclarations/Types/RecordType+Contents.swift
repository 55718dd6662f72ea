// SPDX-License-Identifier: Apache-2.0

extension RecordType {
    /// The values to which a member leads that is a pointer, or an array without a size: so many as other members count.
    package struct Buffer: Hashable, Sendable {
        /// The number of the values. A parameter in it is a field of the record, by its index among ``RecordType/fields``.
        package let count: Parameter.Count
        /// True if the values are raw bytes.
        package let isBytes: Bool
        /// True if the pointer may be null, whatever the count is.
        package let isOptional: Bool

        /// Creates a buffer.
        package init(count: Parameter.Count, isBytes: Bool = false, isOptional: Bool = false) {
            self.count = count
            self.isBytes = isBytes
            self.isOptional = isOptional
        }
    }

    /// The numbers beside a union for which a member of it stands there.
    package enum Case: Hashable, Sendable {
        /// `_Case_(1, 2)`
        case numbers([Int128])
        /// `_Default_`: those that no other member has.
        case otherwise
    }

    /// The index of the member of a union that a number stands for; nil where none does.
    package func member(for number: Int128) -> Int? {
        let members = members ?? []
        return members.firstIndex { $0.stands?.has(number) ?? false } ?? members.firstIndex { $0.stands == .otherwise }
    }
}

extension RecordType {
    /// The count of a member by the fields of the structure that a parameter points to; nil where it has none.
    ///
    /// - Parameter parameter: the index of the parameter.
    package func count(of member: String, behind parameter: Int) -> Parameter.Count? {
        let members = members ?? []
        guard let count = members.first(where: { $0.name == member })?.buffer?.count else {
            return members.lazy.compactMap { other -> Parameter.Count? in
                guard other.name == nil, case .record(let inner) = other.type.canonical else { return nil }
                return inner.count(of: member, behind: parameter)
            }.first
        }
        return count.behind(parameter, fields)
    }
}

extension Parameter.Count {
    /// The same, where a parameter points to the structure with these fields.
    fileprivate func behind(_ parameter: Int, _ fields: [RecordType.Member]) -> Parameter.Count {
        switch self {
        case .parameter(let index): .field(parameter, path: [fields[index].name ?? ""])
        case .field(let index, let path): .field(parameter, path: [fields[index].name ?? ""] + path)
        case .operation(let operation, let left, let right):
            .operation(operation, left.behind(parameter, fields), right.behind(parameter, fields))
        case .terminated(let count): .terminated(count.behind(parameter, fields))
        case .constant, .pointee, .handedField, .length, .result, .untilNull: self
        }
    }
}

extension RecordType {
    /// The names of the fields that follow from others: they count these, or say which member of a union stands there.
    package var derivedFields: Set<String> {
        let members = members ?? []
        let fields = fields
        let own = members.flatMap { [$0.counter, $0.selector].compactMap(\.self) }.map { fields[$0].name }
        let inner = members.flatMap { member -> Set<String> in
            guard member.name == nil, case .record(let inner) = member.type.canonical else { return [] }
            return inner.derivedFields
        }
        return Set(own.compactMap(\.self) + inner)
    }
}

extension RecordType {
    /// The member at a path of names, through structures and unions without tags; nil where there is none. A position
    /// such as `$2` is the name of a member too.
    package func member(at path: [String]) -> Member? {
        guard let name = path.first else { return nil }
        guard let member = members.flatMap({ members in members.index(of: name).map { members[$0] } }) else {
            return (members ?? []).lazy.compactMap { member -> Member? in
                guard member.name == nil, case .record(let inner) = member.type.canonical else { return nil }
                return inner.member(at: path)
            }.first
        }
        if path.count == 1 { return member }
        guard case .record(let inner) = member.type.canonical, inner.tag == nil else { return nil }
        return inner.member(at: Array(path.dropFirst()))
    }
}

extension RecordType.Case {
    fileprivate func has(_ number: Int128) -> Bool {
        if case .numbers(let numbers) = self { numbers.contains(number) } else { false }
    }
}

extension RecordType.Member {
    /// True if annotations say more of the member than its type does.
    package var isAnnotated: Bool { buffer != nil || selector != nil || stands != nil }

    /// The contents of the buffer that the member leads to; nil for a member that leads to none.
    package var content: CountedContent? {
        guard let buffer else { return nil }
        return switch type.canonical {
        case .pointer(let element, _), .array(let element, nil): CountedContent(of: element, isBytes: buffer.isBytes)
        default: nil
        }
    }
}

extension RecordType.Member {
    /// The field in which alone the number stands that counts the values of the member, by its index.
    fileprivate var counter: Int? {
        switch buffer?.count {
        case .field(let index, _), .terminated(.field(let index, _)): index
        case let count: count?.counter
        }
    }

    /// The type of the values to which the member leads.
    package var elementType: CType {
        switch type.canonical {
        case .pointer(let element, _), .array(let element, _): element
        default: type
        }
    }
}

extension CType {
    /// The type of a union by itself, of which nothing says which of its members stands there.
    package var unselected: CType { changingRecord { $0.isSelected = false } }

    /// True for a union beside which a number says which of its members stands there.
    package var isSelectedUnion: Bool { if case .record(let union) = canonical { union.isSelected } else { false } }

    /// The type of a union beside which a number says which of its members stands there.
    var selected: CType { changingRecord { $0.isSelected = true } }

    /// The type with a change to the structure or union that it is under all of its names.
    func changingRecord(_ change: (inout RecordType) -> Void) -> CType {
        switch self {
        case .named(let name, let underlying): return .named(name, underlying.changingRecord(change))
        case .aligned(let underlying, let alignment):
            return .aligned(underlying.changingRecord(change), to: alignment)
        case .record(var record):
            change(&record)
            return .record(record)
        default: return self
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// A field, by its index too, and what it is to be.
typealias GivenField = (index: Int, field: RecordShape.Field, value: Value, bytes: [UInt8]?)

extension RecordShape {
    /// Writes an object by the names of its fields, or an array by their order; what is not given is zero.
    ///
    /// - Parameter room: the bytes that there are, with those of an array at the end; nil for no more than the size.
    func write<Store: ValueStore>(
        _ value: Value, to memory: UnsafeMutableRawPointer, room: Int? = nil, _ store: Store
    ) throws(Misfit) {
        if let table = value.tableName, field("table") == nil {
            return try unsafe store.table(table, type, at: memory)
        }
        let given = try given(in: value)
        if isUnion, given.isEmpty, !isSelected { throw Misfit(expected: expectation) }
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        let plain = given.filter { !$0.field.isBuffer }
        for one in plain where one.field.alternatives.isEmpty { try unsafe write(one, to: memory, store) }
        var known = countsGiven(in: given)
        try unsafe choose(for: given, in: memory, known: &known)
        let unions = Dictionary(grouping: plain) { $0.field.alternatives.first?.union }
        for case (.some, let sharing) in unions { try unsafe write(sharing, sharing: memory, store) }
        for (_, field, value, _) in given {
            guard case .buffer(let buffer, let offset) = field.content else { continue }
            do throws(Misfit) {
                let inner = store.within(.member(field.name))
                try unsafe write(
                    value, buffer, at: offset, of: memory, room: room ?? size, known: &known, inner)
            } catch {
                throw error.inside([.member(field.name)], of: value)
            }
        }
        for field in fields where field.isBuffer { try unsafe checkNull(of: field, in: memory) }
    }

    private func given(in value: Value) throws(Misfit) -> [GivenField] {
        switch value {
        case .object(let members):
            var given: [GivenField] = []
            for member in members {
                guard let index = index(of: member.name) else {
                    throw Misfit(
                        expected: expectation, found: unknown(member), path: [.member(member.name)],
                        names: fields.map(\.name))
                }
                given.append((index, fields[index], member.value, fields[index].bytes(of: member)))
            }
            return given
        case .array(let values) where !isUnion && values.count <= fields.count:
            try checkPositions(of: values)
            return zip(fields.indices, values).map { ($0, fields[$0], $1, nil) }
        case .array(let values) where !isUnion:
            throw Misfit(expected: expectation, found: "an array of \(values.count)")
        default: throw Misfit(expected: expectation)
        }
    }

    /// Refuses an object in the place of a union without a name, as C writes it: its members are the record's own.
    private func checkPositions(of values: [Value]) throws(Misfit) {
        var seen: [Int: Int] = [:]
        for (field, value) in zip(fields, values) {
            guard let place = field.alternatives.first else { continue }
            let isSecond =
                !field.choices.isEmpty
                && seen.updateValue(place.member, forKey: place.union) ?? place.member != place.member
            guard isSecond || isObject(value, ofUnionAround: field) else { continue }
            throw Misfit(
                expected: "\(expectation): those of a union without a name are given by their names",
                found: "an array")
        }
    }

    /// Returns whether a value names a member of the union without a name that a field is in.
    private func isObject(_ value: Value, ofUnionAround field: Field) -> Bool {
        guard case .object(let members) = value, let first = members.first,
            let other = self.field(first.name), other.alternatives.first?.union == field.alternatives.first?.union
        else { return false }
        if case .element(.record(let inner), _) = field.content { return inner.index(of: first.name) == nil }
        return true
    }

    private func unknown(_ member: Value.Member) -> String {
        "the field \"\(member.name)\", which \(name) does not have"
    }

    private func write<Store: ValueStore>(
        _ given: GivenField, to memory: UnsafeMutableRawPointer, _ store: Store
    ) throws(Misfit) {
        let (_, field, value, bytes) = given
        do throws(Misfit) {
            switch (field.content, bytes) {
            case (.buffer, _): break
            case (.bits(let bits), _): try unsafe bits.write(value, to: memory)
            case (.element(_, let offset), let bytes?):
                unsafe (memory + offset).copyMemory(from: bytes, byteCount: bytes.count)
            case (.element(let element, let offset), nil):
                try unsafe element.write(
                    value, orNull: true, to: memory + offset, store.within(.member(field.name)))
            }
        } catch {
            throw error.inside([.member(field.name)], of: value)
        }
    }
}

// MARK: - Unions

extension RecordShape {
    /// Writes fields of one union. All of them may be there, as they are in a union that was read, where they say the
    /// same of the memory that they share: then there is one that, written last, leaves all as they were given.
    private func write<Store: ValueStore>(
        _ given: [GivenField], sharing memory: UnsafeMutableRawPointer, _ store: Store
    ) throws(Misfit) {
        for one in given { try unsafe write(one, to: memory, store) }
        guard let (first, second) = given.sharing else { return }
        let reading = DecodingContext(library: store.library)
        for last in isWhole(given) ? given.reversed() : [] {
            try unsafe write(last, to: memory, store)
            if given.allSatisfy({ unsafe holds($0, memory, reading) }) { return }
        }
        throw Misfit(
            expected: "one of them", found: "both \(first.name) and \(second.name), which share their memory")
    }

    /// Returns whether a field in memory is what it is to be.
    private func holds(_ given: GivenField, _ memory: UnsafeRawPointer, _ reading: DecodingContext) -> Bool {
        if let bytes = given.bytes, case .element(_, let offset) = given.field.content {
            return unsafe UnsafeRawBufferPointer(start: memory + offset, count: bytes.count).elementsEqual(bytes)
        }
        return unsafe read(given.field, from: memory, reading).isEqual(to: given.value)
    }

    /// Returns whether every field of the union is there.
    private func isWhole(_ given: [GivenField]) -> Bool {
        let union = given.first?.field.alternatives.first?.union
        return given.count == fields.count { $0.alternatives.first?.union == union }
    }
}

extension [GivenField] {
    /// Two that cannot be there at once, if there are such.
    fileprivate var sharing: (RecordShape.Field, RecordShape.Field)? {
        var chosen: [Int: (member: Int, field: RecordShape.Field)] = [:]
        for (_, field, _, _) in self {
            for alternative in field.alternatives {
                let first = chosen[alternative.union] ?? (alternative.member, field)
                if first.member != alternative.member { return (first.field, field) }
                chosen[alternative.union] = first
            }
        }
        return nil
    }
}

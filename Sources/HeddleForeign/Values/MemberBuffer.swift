// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics

/// The values to which a field of a record leads, and which other fields count: they stand behind a pointer, or at the
/// end of the record itself.
struct MemberBuffer: Sendable {
    let run: CountedBuffer
    /// The index of the first field of the record whose fields count the values; it may be one without a name.
    let firstField: Int
    /// True for an array without a size, the last member of the record.
    let isInline: Bool
    /// True if null may be passed, whatever the count is.
    let isOptional: Bool
    /// The type of the values behind a pointer.
    let target: PointedType

    /// Nil where the values have no size.
    init?(_ member: RecordType.Member, countedFrom firstField: Int) {
        guard let content = member.content.flatMap(CountedBuffer.Content.init), let count = member.buffer?.count else {
            return nil
        }
        run = CountedBuffer(content: content, direction: .in, count: count, written: nil)
        self.firstField = firstField
        isOptional = member.buffer?.isOptional ?? false
        switch member.type.canonical {
        case .pointer(let element, _): (isInline, target) = (false, PointedType(element))
        case .array(let element, _): (isInline, target) = (true, PointedType(element))
        default: return nil
        }
    }

    /// The field by itself: a pointer, or an array that may be of any length.
    var layout: ValueLayout {
        isInline ? .array(run.element, count: ComputedPlace.mostElements) : .handle(target)
    }

    /// The numbers of which the count is made.
    var counters: [CountPlace] { run.count.parts.compactMap(place) }

    /// The number that alone is the count.
    var counter: CountPlace? { place(of: run.count) }

    fileprivate func place(of part: Parameter.Count) -> CountPlace? {
        switch part {
        case .parameter(let index): CountPlace(field: firstField + index)
        case .field(let index, let path): CountPlace(field: firstField + index, path: path)
        case .terminated(let count): place(of: count)
        case .constant, .pointee, .handedField, .length, .result, .operation, .untilNull: nil
        }
    }
}

/// The place of a number in a record that counts, or says which member of a union stands there.
struct CountPlace: Hashable, Sendable {
    /// The field of the record, by its index.
    let field: Int
    /// The way from that field, where it is a structure.
    var path: [String] = []
}

extension RecordShape {
    /// The number of values in a buffer of a record in memory; nil where there is none, or a negative one.
    func count(of buffer: MemberBuffer, in memory: UnsafeRawPointer) -> Int? {
        let count = try? buffer.run.count.evaluate { part in
            buffer.place(of: part).flatMap { unsafe number($0, in: memory) }
        }
        return count.flatMap { Int(exactly: $0) }.flatMap { $0 < 0 ? nil : $0 }
    }

    /// The number that stands at a place of a record in memory; nil where none does.
    func number(_ place: CountPlace, in memory: UnsafeRawPointer) -> Int128? {
        guard let (field, offset) = field(at: place) else { return nil }
        return switch field.content {
        case .bits(let bits): unsafe bits.readInteger(from: memory + offset)
        case .element(.scalar(let scalar), let own): unsafe scalar.readInteger(from: memory + offset + own)
        case .element, .buffer: nil
        }
    }

    /// The field at a place, and where the record begins that it belongs to.
    private func field(at place: CountPlace) -> (field: Field, offset: Int)? {
        var (field, offset) = (fields[place.field], 0)
        for name in place.path {
            guard case .element(.record(let inner), let own) = field.content, let next = inner.field(name) else {
                return nil
            }
            (field, offset) = (next, offset + own)
        }
        return (field, offset)
    }

    /// The name of a place, as a declaration has it.
    func name(of place: CountPlace) -> String {
        ([fields[place.field].name] + place.path).joined(separator: ".")
    }

    /// The number of values in a buffer of a record in memory, in words: `has 3 elements by n, counted from 0`.
    func countWords(of buffer: MemberBuffer, in memory: UnsafeRawPointer) -> String {
        let expression = buffer.run.count.text { part in buffer.place(of: part).map(name) ?? "" }
        guard let count = unsafe count(of: buffer, in: memory) else {
            return "has no elements: \(expression) is no count"
        }
        let source = buffer.counters.isEmpty ? "" : " by \(expression)"
        return "has \(counted(count, buffer.run.unit))\(source), counted from 0"
    }

    // MARK: Reading

    /// Reads the values of a buffer; a handle where they cannot be read.
    func read(
        _ buffer: MemberBuffer, at offset: Int, of memory: UnsafeRawPointer, _ reading: DecodingContext
    ) -> Value {
        let run = buffer.run
        let place = unsafe UInt(bitPattern: memory + offset)
        let address = unsafe buffer.isInline ? place : memory.loadUnaligned(fromByteOffset: offset, as: UInt.self)
        guard let start = unsafe UnsafeRawPointer(bitPattern: address) else { return .null }
        let handle = { reading.library.handle(for: address, type: buffer.target.name, to: buffer.target) }
        if run.count == .untilNull {
            if reading.isUncertain { return handle() }
            return unsafe run.read(from: start, count: run.lengthUntilNull(at: start, atMost: nil), reading)
        }
        guard var count = unsafe self.count(of: buffer, in: memory) else { return handle() }
        if buffer.isInline {
            // Passed by value, a structure leaves its array behind.
            guard let extent = reading.extent else {
                return (count == 0 ? run.readChecked(at: address, count: 0, reading) : nil) ?? .null
            }
            count = min(count, max(0, extent - offset) / run.stride)
        } else if let room = reading.buffers[address], count > room / run.stride {
            return handle()
        }
        return run.readChecked(at: address, count: run.valuesGiven(of: count, at: address), reading) ?? handle()
    }

    // MARK: At the end of the record

    /// The array at the end that other fields count.
    var flexible: (index: Int, buffer: MemberBuffer, offset: Int)? {
        guard let index = fields.indices.last, case .buffer(let buffer, let offset) = fields[index].content,
            buffer.isInline
        else { return nil }
        return (index, buffer, offset)
    }

    /// The bytes that a value takes, with the array at its end.
    func size(of value: Value) -> Int {
        guard let (index, buffer, offset) = flexible else { return size }
        let elements: Value? =
            switch value {
            case .object(let members): members.first { $0.name == fields[index].name }?.value
            case .array(let values): values.dropFirst(index).first
            default: nil
            }
        let count = elements.flatMap { try? buffer.run.length(of: $0) } ?? 0
        return max(size, offset + count * buffer.run.stride)
    }

    /// True if values stand in it that depend on others of it.
    var hasDependentParts: Bool {
        fields.contains { field in
            if field.isBuffer || !field.choices.isEmpty { return true }
            if case .element(let element, _) = field.content { return element.hasDependentParts }
            return false
        }
    }

    /// The bytes that a record in memory takes, with the array at its end; nil where they cannot be told.
    func size(in memory: UnsafeRawPointer) -> Int? {
        guard let (_, buffer, offset) = flexible else { return size }
        guard let count = unsafe count(of: buffer, in: memory),
            count <= ArgumentEncoder.largestRoom / buffer.run.stride
        else { return nil }
        return max(size, offset + count * buffer.run.stride)
    }
}

// MARK: - Writing

extension RecordShape {
    /// Writes the values of a buffer, and a pointer to them. The field that counts them gets their number, unless it is
    /// given.
    ///
    /// - Parameters:
    ///   - room: the bytes that the record has, with an array at its end.
    ///   - known: the places of numbers that are given, or have been counted.
    func write<Store: ValueStore>(
        _ value: Value, _ buffer: MemberBuffer, at offset: Int, of memory: UnsafeMutableRawPointer, room: Int,
        known: inout Set<CountPlace>, _ store: Store
    ) throws(Misfit) {
        if !buffer.isInline {
            if value == .null {
                return unsafe memory.storeBytes(of: nil, toByteOffset: offset, as: UnsafeMutableRawPointer?.self)
            }
            if case .handle(let handle) = value {
                return try unsafe point(to: handle, value, buffer, at: offset, of: memory, known: &known, store)
            }
        }
        let run = buffer.run
        let length = try run.length(of: value)
        let counted = run.count.isTerminated ? length + 1 : length
        try unsafe settle(counted, buffer, in: memory, known: &known)
        let target: UnsafeMutableRawPointer
        if buffer.isInline {
            guard offset + length * run.stride <= room else {
                throw Misfit(expected: "no element: there is no room for more than the structure itself")
            }
            unsafe target = memory + offset
        } else {
            // A zero stands behind them, as behind every run that Heddle passes.
            let size = (length + 1) * run.stride
            unsafe target = store.allocate(size)
            unsafe store.noteBuffer(at: target, room: counted * run.stride)
            unsafe target.initializeMemory(as: UInt8.self, repeating: 0, count: size)
            unsafe memory.storeBytes(of: target, toByteOffset: offset, as: UnsafeMutableRawPointer?.self)
        }
        try unsafe run.fill(target, with: value, count: length, store)
    }

    /// Has the number of values be what the fields of the record say, or these say what it is.
    private func settle(
        _ length: Int, _ buffer: MemberBuffer, in memory: UnsafeMutableRawPointer, known: inout Set<CountPlace>
    ) throws(Misfit) {
        if buffer.run.count == .untilNull { return }
        if let counter = buffer.counter, known.insert(counter).inserted {
            do throws(Misfit) {
                return try unsafe write(number: Int128(length), to: counter, of: memory)
            } catch {
                throw Misfit(
                    expected: "no more than \(name(of: counter)) can count: \(error.expected)",
                    found: counted(length, buffer.run.unit))
            }
        }
        guard let count = unsafe count(of: buffer, in: memory) else {
            throw Misfit(expected: "a count from 0 in the fields beside it", found: counted(length, buffer.run.unit))
        }
        // From the value of an expression the fields in it do not follow.
        let isGiven = buffer.counters.allSatisfy(known.contains)
        guard isGiven || length == count else {
            throw Misfit(
                expected: "the fields beside it that count them to be given", found: counted(length, buffer.run.unit))
        }
        guard length >= count || buffer.run.count.isTerminated else {
            throw Misfit(
                expected: "\(counted(count, buffer.run.unit)), as the fields beside it say",
                found: counted(length, buffer.run.unit))
        }
    }

    /// Writes a number to a place that holds one.
    func write(number: Int128, to place: CountPlace, of memory: UnsafeMutableRawPointer) throws(Misfit) {
        guard let (field, offset) = field(at: place) else { return }
        switch field.content {
        case .bits(let bits): try unsafe bits.write(bits.scalar.value(number), to: memory + offset)
        case .element(.scalar(let scalar), let own):
            try unsafe scalar.write(number: number, to: memory + offset + own)
        case .element, .buffer: break
        }
    }

    /// The places of numbers that are given, those in structures inside among them where they count.
    func countsGiven(in given: [GivenField]) -> Set<CountPlace> {
        var known = Set(given.map { CountPlace(field: $0.index) })
        for field in fields {
            guard case .buffer(let buffer, _) = field.content else { continue }
            for place in buffer.counters where !place.path.isEmpty {
                let value = given.first { $0.index == place.field }
                if let value, value.field.has(place.path[...], in: value.value) { known.insert(place) }
            }
        }
        return known
    }

    /// Points to an object in memory, which has room for as many values as the fields of the record count.
    private func point<Store: ValueStore>(
        to handle: Handle, _ value: Value, _ buffer: MemberBuffer, at offset: Int, of memory: UnsafeMutableRawPointer,
        known: inout Set<CountPlace>, _ store: Store
    ) throws(Misfit) {
        guard buffer.target.type.takesObjects(named: handle.type) else {
            throw Misfit(expected: "\(buffer.run.expectation), or a handle of \(buffer.target.name)")
        }
        let address = unsafe try store.handle(value, handle.type)
        guard let room = HandleTable.shared.room(behind: handle) else {
            throw Misfit(
                expected: "\(buffer.run.expectation), or an object whose size is known: one that \"new\" has made")
        }
        try unsafe settle(room / buffer.run.stride, buffer, in: memory, known: &known)
        unsafe memory.storeBytes(of: address, toByteOffset: offset, as: UnsafeMutableRawPointer?.self)
    }
}

extension RecordShape {
    /// Refuses null where fields count values, unless the declaration allows it.
    func checkNull(of field: Field, in memory: UnsafeRawPointer) throws(Misfit) {
        guard case .buffer(let buffer, let offset) = field.content, !buffer.isInline, !buffer.isOptional,
            buffer.run.count != .untilNull, unsafe stands(field, in: memory),
            unsafe memory.loadUnaligned(fromByteOffset: offset, as: UInt.self) == 0,
            let count = unsafe count(of: buffer, in: memory), count > 0
        else { return }
        throw Misfit(
            expected: "\(counted(count, buffer.run.unit)), as the fields beside it say", found: "null"
        ).inside([.member(field.name)], of: .null)
    }
}

extension MemberBuffer {
    /// The number of values, of so many, before one that is null or 0; nil where they cannot be read.
    func valuesBeforeNull(from address: UInt, atMost most: Int) -> Int? {
        run.valuesBeforeNull(from: address, atMost: most)
    }

    /// The number of values before the end of a list, in words.
    func endWords(behind count: Int) -> String { "has \(counted(count, run.unit)) before its end, counted from 0" }
}

extension RecordShape.Field {
    /// Returns whether a value of the field says what stands at a place in it.
    fileprivate func has(_ path: ArraySlice<String>, in value: Value) -> Bool {
        guard let name = path.first else { return true }
        guard case .element(.record(let inner), _) = content, let index = inner.index(of: name) else { return false }
        let part: Value? =
            switch value {
            case .object(let members): members.first { $0.name == name }?.value
            case .array(let values): values.dropFirst(index).first
            default: nil
            }
        return part.map { inner.fields[index].has(path.dropFirst(), in: $0) } ?? false
    }
}

extension CountedBuffer {
    /// The number of values, of so many, before one that is null or 0; nil where they cannot be read.
    func valuesBeforeNull(from address: UInt, atMost most: Int) -> Int? {
        var number = 0
        while number < most {
            let place = address &+ UInt(bitPattern: number &* stride)
            // No piece goes over the end of a page, unless a value does.
            let count = min(most - number, max(1, (4096 - Int(place % 4096)) / stride))
            guard let bytes = UncertainMemory.bytes(at: place, count: count * stride) else { return nil }
            for index in 0..<count where bytes[index * stride..<(index + 1) * stride].allSatisfy({ $0 == 0 }) {
                return number + index
            }
            number += count
        }
        return most
    }

    /// The number of values that there are of so many: fewer, where one that is null or 0 ends them. It is an
    /// impossible one where they cannot be read.
    func valuesGiven(of count: Int, at address: UInt) -> Int {
        count > 0 && self.count.isTerminated ? valuesBeforeNull(from: address, atMost: count) ?? -1 : count
    }

    /// Reads values that somebody has told of, copied by the kernel; nil where they cannot be read.
    func readChecked(at address: UInt, count: Int, _ reading: DecodingContext) -> Value? {
        guard count >= 0, count <= ArgumentEncoder.largestRoom / stride else { return nil }
        if let room = HandleTable.shared.room(at: address), count > room / stride { return nil }
        var bytes: [UInt8] = [0]
        if count > 0 {
            guard let copy = UncertainMemory.bytes(at: address, count: count * stride) else { return nil }
            bytes = copy
        }
        return unsafe bytes.withUnsafeBytes { bytes in
            unsafe bytes.baseAddress.map { unsafe read(from: $0, count: count, reading) }
        }
    }

    /// Writes values into memory that has room for them.
    func fill<Store: ValueStore>(
        _ region: UnsafeMutableRawPointer, with value: Value, count: Int, _ store: Store
    ) throws(Misfit) {
        switch (content, value) {
        case (.elements(let element), _): try unsafe element.write(value, count: count, to: region, store)
        case (.wideCharacters(let text), _):
            let bytes = text.bytes(of: value) ?? []
            unsafe region.copyMemory(from: bytes, byteCount: min(bytes.count, count * text.size))
        case (_, .string(let text)): unsafe region.copyMemory(from: Array(text.utf8), byteCount: count)
        case (_, .bytes(let bytes)): unsafe region.copyMemory(from: bytes, byteCount: count)
        case (.bytes, .array): unsafe region.copyMemory(from: value.bytesOfNumbers ?? [], byteCount: count)
        default: break
        }
        if self.count.endsWithNull, unsafe lengthUntilNull(at: region, atMost: count) < count {
            if case .wideCharacters = content { throw .textWithNull }
            throw Misfit(expected: "values that are not null or 0: the function takes that for their end")
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// The memory that is looked at.
package enum MemoryTrust: Sendable {
    /// Memory of which it is known for how long it is there: objects of the behaviour, and what is the caller's until its
    /// `_Free_` function has released it.
    case known
    /// Whatever can be read.
    case anything
}

extension Value {
    /// A part of the value; behind a handle it is read from memory.
    ///
    /// A structure is not read as a whole for one of its fields, and each pointer on the way is read anew.
    ///
    /// - Returns: nil if there is no such part.
    /// - Throws: what is wrong with a pointer on the way.
    package func part(at path: PartPath, trusting trust: MemoryTrust) throws(MemoryRefusal) -> Value? {
        switch try target(of: path, trusting: trust) {
        case .value(let value): value
        case .memory(let walk): try walk.value()
        case nil: nil
        }
    }

    /// The handle of the place in memory that a part of the value lies at: `&face->glyph`.
    ///
    /// - Returns: nil if there is no such part, or none that lies in memory.
    /// - Throws: what is wrong with a pointer on the way.
    package func place(of path: PartPath, trusting trust: MemoryTrust) throws(MemoryRefusal) -> Value? {
        if case .memory(let walk) = try target(of: path, trusting: trust) { walk.place() } else { nil }
    }

    private func target(of path: PartPath, trusting trust: MemoryTrust) throws(MemoryRefusal) -> PathTarget? {
        var value = self
        for (index, step) in path.steps.enumerated() {
            switch (value, step) {
            case (.handle(let handle), _):
                return try MemoryWalk(from: handle, along: path, behind: index, trusting: trust)
                    .map(PathTarget.memory)
            case (.null, .target): throw MemoryRefusal(path: path.prefix(index), reason: .null)
            default:
                guard let part = value.part(step) else { return nil }
                value = part
            }
        }
        return .value(value)
    }
}

/// The end of a path.
private enum PathTarget {
    /// At a part of the value itself.
    case value(Value)
    /// Behind a handle.
    case memory(MemoryWalk)
}

extension PartPath {
    fileprivate func prefix(_ count: Int) -> PartPath { PartPath(Array(steps.prefix(count))) }
}

/// A way through memory, from a handle to a place.
struct MemoryWalk {
    /// The value at the place, as it lies in memory.
    private enum Content {
        case layout(ValueLayout)
        case bits(BitField)
        /// The values to which a field leads of the record at the address.
        case buffer(MemberBuffer, offset: Int, RecordShape)
        /// A union in the record at the address, beside which a number says which of its members stands there.
        case union(RecordShape, offset: Int, UnionChoice, in: RecordShape)
    }

    private let root: Handle
    private let target: HandleTable.Target
    private let path: PartPath
    /// The number of steps that lead to the handle.
    private let start: Int
    private var address: UInt
    private var content: Content
    private let isTrusted: Bool
    /// True where nobody has said how many values a pointer points to, and it is trusted.
    private var mayLeaveBounds = false
    /// True while the place depends on nothing that lies in memory.
    private(set) var isFixed = true

    /// Nil if there is no such place.
    init?(
        from handle: Handle, along path: PartPath, behind start: Int, trusting trust: MemoryTrust
    ) throws(MemoryRefusal) {
        func refusal(_ reason: MemoryRefusal.Reason) -> MemoryRefusal {
            MemoryRefusal(path: path.prefix(start), reason: reason)
        }
        guard let target = HandleTable.shared.target(of: handle) else { throw refusal(.released) }
        if trust == .known, !target.hasKnownEnd { throw refusal(.borrowed) }
        guard let layout = target.type?.layout else { throw refusal(.undeclared) }
        (root, self.target, self.path, self.start) = (handle, target, path, start)
        (address, content) = (target.address, .layout(layout))
        isTrusted = trust == .anything
        mayLeaveBounds = isTrusted && !target.isOwn
        guard try enter(path.steps[start], layout, count: target.count, isKnown: target.isOwn, at: start) else {
            return nil
        }
        for index in path.steps.indices.dropFirst(start + 1) {
            guard try take(path.steps[index], at: index) else { return nil }
        }
    }

    /// Goes to one of the values that a pointer points to, or to a field of the first one.
    ///
    /// - Parameter isKnown: true if there are so many values, false if nobody has said how many.
    private mutating func enter(
        _ step: PartPath.Step, _ layout: ValueLayout, count: Int, isKnown: Bool, at index: Int
    ) throws(MemoryRefusal) -> Bool {
        switch step {
        case .target(let name), .member(let name): return try enter(field: name, of: layout, at: index)
        case .element(let element):
            guard element < count || mayLeaveBounds else {
                throw MemoryRefusal(path: path.prefix(index), reason: isKnown ? .bounds(count) : .extent)
            }
            address &+= UInt(element * layout.size)
            content = .layout(layout)
            return true
        }
    }

    private mutating func enter(
        field name: String, of layout: ValueLayout, at index: Int
    ) throws(MemoryRefusal) -> Bool {
        guard case .record(let record) = layout, let field = record.field(name) else { return false }
        if field.choices.contains(where: { $0.member != nil }) {
            try unsafe refuse(of: record, at: index + 1) { unsafe record.absence(of: field, in: $0) }
        }
        if !field.choices.isEmpty { isFixed = false }
        switch field.content {
        case .bits(let bits): content = .bits(bits)
        case .element(.record(let inner), let offset) where field.choice != nil:
            if let choice = field.choice { content = .union(inner, offset: offset, choice, in: record) }
        case .element(let element, let offset):
            address &+= UInt(offset)
            content = .layout(element)
        case .buffer(let buffer, let offset): content = .buffer(buffer, offset: offset, record)
        }
        return true
    }

    /// Refuses a way that the numbers in the record at the address do not allow.
    ///
    /// - Parameter words: the reason in words, by the memory of the record; nil where there is none.
    private func refuse(
        of record: RecordShape, at index: Int, _ words: (UnsafeRawPointer) -> String?
    ) throws(MemoryRefusal) {
        guard let bytes = UncertainMemory.bytes(at: address, count: record.size) else {
            throw MemoryRefusal(path: path.prefix(index - 1), reason: .unreadable)
        }
        let reason = unsafe bytes.withUnsafeBytes { bytes in
            unsafe bytes.baseAddress.flatMap { unsafe words($0) }
        }
        if let reason { throw MemoryRefusal(path: path.prefix(index), reason: .members(reason)) }
    }

    /// Goes to a member of a union in the record at the address.
    private mutating func enter(
        _ name: String, of union: RecordShape, at offset: Int, _ choice: UnionChoice, in record: RecordShape,
        at index: Int
    ) throws(MemoryRefusal) -> Bool {
        guard let member = union.field(name)?.alternatives.first?.member else { return false }
        try unsafe refuse(of: record, at: index + 1) { unsafe record.absence(of: member, choice, in: $0) }
        address &+= UInt(offset)
        return try enter(field: name, of: .record(union), at: index)
    }

    /// Goes to one of the values to which a field of the record at the address leads.
    private mutating func enter(
        _ element: Int, of buffer: MemberBuffer, at offset: Int, of record: RecordShape, at index: Int
    ) throws(MemoryRefusal) {
        guard let bytes = UncertainMemory.bytes(at: address, count: record.size),
            let start = buffer.isInline
                ? address &+ UInt(offset) : UncertainMemory.pointer(at: address &+ UInt(offset))
        else { throw MemoryRefusal(path: path.prefix(index), reason: .unreadable) }
        isFixed = false
        if start == 0 { throw MemoryRefusal(path: path.prefix(index), reason: .null) }
        if !buffer.isInline { try refuseReleased(start, at: address &+ UInt(offset), index) }
        // The number beside it may say more than there is in an object of the behaviour.
        if let room = HandleTable.shared.room(at: start), element >= room / buffer.run.stride {
            throw MemoryRefusal(path: path.prefix(index), reason: .bounds(room / buffer.run.stride))
        }
        if buffer.run.count == .untilNull {
            try refuseNull(upTo: element, of: buffer, from: start, at: index)
        } else {
            let refusal = unsafe bytes.withUnsafeBytes { bytes -> String? in
                guard let memory = bytes.baseAddress else { return nil }
                if let count = unsafe record.count(of: buffer, in: memory), element < count { return nil }
                return unsafe record.countWords(of: buffer, in: memory)
            }
            if let refusal { throw MemoryRefusal(path: path.prefix(index), reason: .members(refusal)) }
            if buffer.run.count.isTerminated { try refuseNull(upTo: element, of: buffer, from: start, at: index) }
        }
        address = start &+ UInt(element * buffer.run.stride)
        content = .layout(buffer.run.element)
        mayLeaveBounds = isTrusted
    }

    /// Refuses an element behind the null or 0 that ends a list.
    private func refuseNull(
        upTo element: Int, of buffer: MemberBuffer, from start: UInt, at index: Int
    ) throws(MemoryRefusal) {
        guard let count = buffer.valuesBeforeNull(from: start, atMost: element + 1) else {
            throw MemoryRefusal(path: path.prefix(index), reason: .unreadable)
        }
        if count <= element {
            throw MemoryRefusal(path: path.prefix(index), reason: .members(buffer.endWords(behind: count)))
        }
    }

    private mutating func take(_ step: PartPath.Step, at index: Int) throws(MemoryRefusal) -> Bool {
        if case .union(let union, let offset, let choice, let record) = content {
            guard case .member(let name) = step else { return false }
            return try enter(name, of: union, at: offset, choice, in: record, at: index)
        }
        if case .buffer(let buffer, let offset, let record) = content {
            guard case .element(let element) = step else { return false }
            try enter(element, of: buffer, at: offset, of: record, at: index)
            return true
        }
        guard case .layout(let layout) = content else { return false }
        switch (layout, step) {
        case (.record, .member(let name)): return try enter(field: name, of: layout, at: index)
        case (.array(let element, let count), .element(let number)):
            guard number < count else { return false }
            address &+= UInt(number * element.size)
            content = .layout(element)
            return true
        case (.scalar(.complex(let part)), .element(let number)):
            guard number < 2 else { return false }
            address &+= UInt(number * Scalar.floating(part).size)
            content = .layout(.scalar(.floating(part)))
            return true
        case (.handle(let pointed), _):
            guard let pointer = UncertainMemory.pointer(at: address) else {
                throw MemoryRefusal(path: path.prefix(index - 1), reason: .unreadable)
            }
            if pointer == 0 { throw MemoryRefusal(path: path.prefix(index), reason: .null) }
            try refuseReleased(pointer, at: address, index)
            guard let inner = pointed.layout else { throw MemoryRefusal(path: path.prefix(index), reason: .undeclared) }
            address = pointer
            isFixed = false
            // An object of the behaviour has an end, whoever has put the pointer there.
            let room = HandleTable.shared.room(at: pointer)
            mayLeaveBounds = isTrusted && room == nil
            let count = room.map { $0 / max(1, inner.size) }
            if count == 0 { throw MemoryRefusal(path: path.prefix(index), reason: .bounds(0)) }
            return try enter(step, inner, count: count ?? 1, isKnown: count != nil, at: index)
        default: return false
        }
    }

    /// Refuses a pointer at a place, to which the first steps of the path lead, if what it led to was released.
    private func refuseReleased(_ pointer: UInt, at place: UInt, _ index: Int) throws(MemoryRefusal) {
        if !isTrusted, HandleTable.shared.isReleased(pointer, at: place) {
            throw MemoryRefusal(path: path.prefix(index), reason: .ended)
        }
    }

    /// The value at the place.
    func value() throws(MemoryRefusal) -> Value {
        if case .layout(let layout) = content, layout.isPointer, let pointer = UncertainMemory.pointer(at: address) {
            try refuseReleased(pointer, at: address, path.steps.count)
        }
        let size =
            switch content {
            case .layout(let layout): layout.size
            case .bits(let bits): bits.end
            case .buffer(_, _, let record), .union(_, _, _, let record): record.size
            }
        let bytes = try copy(size)
        var reading = DecodingContext(library: target.library, isUncertain: true)
        switch content {
        case .layout(.record(let record)), .buffer(_, _, let record):
            guard record.flexible != nil else { break }
            let whole = unsafe bytes.withUnsafeBytes { bytes in
                unsafe bytes.baseAddress.flatMap { unsafe record.size(in: $0) }
            }
            guard let whole else { throw MemoryRefusal(path: path.prefix(path.steps.count - 1), reason: .extent) }
            reading.extent = whole
            return try read(copy(whole), reading)
        case .layout, .bits, .union: break
        }
        return read(bytes, reading)
    }

    private func copy(_ size: Int) throws(MemoryRefusal) -> [UInt8] {
        guard let bytes = UncertainMemory.bytes(at: address, count: size) else {
            throw MemoryRefusal(path: path.prefix(path.steps.count - 1), reason: .unreadable)
        }
        return bytes
    }

    private func read(_ bytes: [UInt8], _ reading: DecodingContext) -> Value {
        unsafe bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return Value.null }
            switch content {
            case .layout(let layout): return unsafe layout.read(from: start, reading)
            case .bits(let bits): return unsafe bits.read(from: start)
            case .buffer(let buffer, let offset, let record):
                return unsafe record.read(buffer, at: offset, of: start, reading)
            case .union(let union, let offset, let choice, let record):
                guard let standing = unsafe record.standing(choice, in: start) else { return .object([]) }
                return unsafe union.read(from: start + offset, reading, standing: standing)
            }
        }
    }

    /// The handle of the place; nil for bits, which have no address, and for the values of a buffer.
    func place() -> Value? {
        var address = address
        switch content {
        case .layout: break
        case .union(_, let offset, _, _): address &+= UInt(offset)
        case .bits, .buffer: return nil
        }
        let type = CType.pointer(to: target.type?.type ?? .void, isConst: false)
            .part(at: PartPath(Array(path.steps.dropFirst(start)).following)).placed
        return HandleTable.shared.handle(for: address, to: PointedType(type), in: root).map { .handle($0) }
    }
}

extension [PartPath.Step] {
    /// The steps with `->` in the place of a dot behind the handle.
    fileprivate var following: [PartPath.Step] {
        guard case .member(let name)? = first else { return self }
        return [.target(name)] + dropFirst()
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// The needs of values while they are written: memory for their targets, and functions.
protocol ValueStore {
    /// Memory that lives as long as the values that are written are used.
    func allocate(_ size: Int) -> UnsafeMutableRawPointer
    /// Notes how much room there is in memory to which a member of a structure leads.
    func noteBuffer(at start: UnsafeMutableRawPointer, room: Int)
    /// The library whose functions get the values.
    var library: LibraryIdentity { get }
    /// The same for a part of the value that is written, by its step such as `.callback`.
    func within(_ step: PartPath.Step) -> Self
    /// The address of a function for C to call.
    func function(_ value: Value, _ shape: FunctionShape) throws(Misfit) -> UnsafeMutableRawPointer
    /// The address behind a handle of a type.
    func handle(_ value: Value, _ type: String) throws(Misfit) -> UnsafeMutableRawPointer?
    /// Has a decorated table written to a place of its type, whenever a call is made.
    func table(_ name: String, _ record: RecordType, at place: UnsafeMutableRawPointer) throws(Misfit)
}

extension ValueStore {
    /// Only a call reads again what it has written.
    func noteBuffer(at start: UnsafeMutableRawPointer, room: Int) {}

    /// Only a handle that the library has given out has one.
    func handle(_ value: Value, _ type: String) throws(Misfit) -> UnsafeMutableRawPointer? {
        try unsafe library.address(of: value, as: type)
    }

    /// Only the arguments of a call can have one.
    func table(_ name: String, _ record: RecordType, at place: UnsafeMutableRawPointer) throws(Misfit) {
        throw Misfit(expected: "the members of the structure: only an argument can be a table")
    }
}

extension ValueLayout {
    /// Writes a value, checked against the type, into memory of the type's size.
    func write<Store: ValueStore>(
        _ value: Value, to memory: UnsafeMutableRawPointer, _ store: Store
    ) throws(Misfit) {
        switch self {
        case .scalar(let scalar): try unsafe scalar.write(value, to: memory)
        case .record(let shape): try unsafe shape.write(value, to: memory, store)
        case .array(let element, let count): try unsafe element.write(value, count: count, to: memory, store)
        case .characters(let count): try unsafe writeCharacters(value, count: count, to: memory)
        case .text, .sharedText, .wideText, .handle, .function:
            let target = unsafe try pointer(value, store)
            unsafe memory.storeBytes(of: target, as: UnsafeMutableRawPointer?.self)
        }
    }

    /// Writes a value into memory of so many bytes, where it stands by itself.
    func write<Store: ValueStore>(
        _ value: Value, to memory: UnsafeMutableRawPointer, room: Int, _ store: Store
    ) throws(Misfit) {
        guard case .record(let shape) = self else { return try unsafe write(value, to: memory, store) }
        try unsafe shape.write(value, to: memory, room: room, store)
    }

    /// Writes values one behind the other; those that are not given are zero.
    func write<Store: ValueStore>(
        _ value: Value, count: Int, to memory: UnsafeMutableRawPointer, _ store: Store
    ) throws(Misfit) {
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: count * size)
        if case .bytes(let bytes) = value, isByte, bytes.count <= count {
            return unsafe memory.copyMemory(from: bytes, byteCount: bytes.count)
        }
        guard case .array(let values) = value else {
            throw Misfit(expected: ValueLayout.array(self, count: count).expectation)
        }
        guard values.count <= count else {
            throw Misfit(expected: "an array of \(count) or fewer", found: "an array of \(values.count)")
        }
        for (index, value) in values.enumerated() {
            do throws(Misfit) {
                try unsafe write(value, orNull: true, to: memory + index * size, store.within(.element(index)))
            } catch {
                throw error.inside([.element(index)], of: value)
            }
        }
    }

    /// Writes a value where a pointer may be null. Inside of structures and arrays it always may: C has no way to say
    /// that it may not.
    func write<Store: ValueStore>(
        _ value: Value, orNull: Bool, to memory: UnsafeMutableRawPointer, _ store: Store
    ) throws(Misfit) {
        if orNull, isPointer, value == .null {
            return unsafe memory.storeBytes(of: nil, as: UnsafeMutableRawPointer?.self)
        }
        try unsafe write(value, to: memory, store)
    }

    private func pointer<Store: ValueStore>(
        _ value: Value, _ store: Store
    ) throws(Misfit) -> UnsafeMutableRawPointer? {
        switch (self, value) {
        case (.handle(let target), _): return unsafe try store.handle(value, target.name)
        case (.function(let shape), _): return unsafe try store.function(value, shape)
        case (.sharedText, .handle): return unsafe try store.handle(value, "char")
        case (.wideText(_, let target), .handle): return unsafe try store.handle(value, target.name)
        case (.wideText(_, let target), .object) where value.handleName != nil:
            return unsafe try store.handle(value, target.name)
        case (.wideText(let text, _), _): return unsafe store.copy(of: try text.textBytes(of: value), zeros: text.size)
        case (.sharedText, .object) where value.handleName != nil: return unsafe try store.handle(value, "char")
        default: return unsafe store.copy(of: try value.textBytes(orNull: false))
        }
    }

    private func writeCharacters(
        _ value: Value, count: Int, to memory: UnsafeMutableRawPointer
    ) throws(Misfit) {
        let bytes: [UInt8]
        switch value {
        case .string: bytes = try value.textBytes(orNull: false)
        case .bytes(let given): bytes = given
        default: throw Misfit(expected: expectation)
        }
        guard bytes.count <= count else { throw Misfit(expected: expectation, found: "\(bytes.count) bytes") }
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: count)
        unsafe memory.copyMemory(from: bytes, byteCount: bytes.count)
    }
}

extension ValueStore {
    /// A copy of bytes with a NUL behind them, or so many zeros.
    func copy(of bytes: [UInt8], zeros: Int = 1) -> UnsafeMutableRawPointer {
        let copy = unsafe allocate(bytes.count + zeros)
        unsafe copy.copyMemory(from: bytes, byteCount: bytes.count)
        unsafe (copy + bytes.count).initializeMemory(as: UInt8.self, repeating: 0, count: zeros)
        return unsafe copy
    }
}

extension Value {
    /// The bytes of a text, which has no NUL inside; one that is not UTF-8 comes as bytes.
    func textBytes(orNull: Bool) throws(Misfit) -> [UInt8] {
        let bytes: [UInt8]
        switch self {
        case .string(let text): bytes = Array(text.utf8)
        case .bytes(let given): bytes = given
        default: throw Misfit(expected: orNull ? "a text or null" : "a text")
        }
        guard !bytes.contains(0) else { throw .textWithNull }
        return bytes
    }
}

extension Misfit {
    /// A text would end where nobody has written its end.
    static var textWithNull: Misfit { Misfit(expected: "a text without NUL: C takes it for the text's end") }
}

// SPDX-License-Identifier: Apache-2.0

internal import Declarations

/// What values need while they are written: memory for what they point to, and functions.
protocol ValueStore {
    /// Memory that lives as long as the values that are written are used.
    func allocate(_ size: Int) -> UnsafeMutableRawPointer
    /// The library whose functions get the values.
    var library: LibraryIdentity { get }
    /// The same for a part of the value that is written, by its step such as `.callback`.
    func within(_ step: String) -> Self
    /// The address of a function for C to call.
    func function(_ value: Value, _ shape: FunctionShape) throws(Misfit) -> UnsafeMutableRawPointer
    /// The address behind a handle of a type.
    func handle(_ value: Value, _ type: String) throws(Misfit) -> UnsafeMutableRawPointer?
}

extension ValueStore {
    /// Only a handle that the library has given out has one.
    func handle(_ value: Value, _ type: String) throws(Misfit) -> UnsafeMutableRawPointer? {
        try unsafe library.address(of: value, as: type)
    }
}

extension Element {
    /// Writes a value, checked against the type, into memory of the type's size.
    func write<Store: ValueStore>(
        _ value: Value, to memory: UnsafeMutableRawPointer, _ store: Store
    ) throws(Misfit) {
        switch self {
        case .scalar(let scalar): try unsafe scalar.write(value, to: memory)
        case .record(let shape): try unsafe shape.write(value, to: memory, store)
        case .array(let element, let count): try unsafe element.write(value, count: count, to: memory, store)
        case .characters(let count): try unsafe writeCharacters(value, count: count, to: memory)
        case .text, .handle, .function:
            let target = unsafe try pointer(value, store)
            unsafe memory.storeBytes(of: target, as: UnsafeMutableRawPointer?.self)
        }
    }

    /// Writes values one behind the other; those that are not given are zero.
    func write<Store: ValueStore>(
        _ value: Value, count: Int, to memory: UnsafeMutableRawPointer, _ store: Store
    ) throws(Misfit) {
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: count * size)
        if case .bytes(let bytes) = value, isByte, bytes.count <= count {
            return unsafe memory.copyMemory(from: bytes, byteCount: bytes.count)
        }
        guard case .array(let values) = value else { throw Misfit(expected: "an array of \(count) or fewer") }
        guard values.count <= count else {
            throw Misfit(expected: "an array of \(count) or fewer", found: "an array of \(values.count)")
        }
        for (index, value) in values.enumerated() {
            do throws(Misfit) {
                try unsafe write(value, orNull: true, to: memory + index * size, store.within("[\(index)]"))
            } catch {
                throw error.inside("[\(index)]", of: value)
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
        switch self {
        case .handle(let type): return unsafe try store.handle(value, type)
        case .function(let shape): return unsafe try store.function(value, shape)
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
    /// A copy of bytes with a NUL behind them.
    func copy(of bytes: [UInt8]) -> UnsafeMutableRawPointer {
        let copy = unsafe allocate(bytes.count + 1)
        unsafe copy.copyMemory(from: bytes, byteCount: bytes.count)
        unsafe copy.storeBytes(of: 0, toByteOffset: bytes.count, as: UInt8.self)
        return unsafe copy
    }
}

extension Value {
    /// The bytes of a text, which has no NUL inside.
    func textBytes(orNull: Bool) throws(Misfit) -> [UInt8] {
        guard case .string(let text) = self else { throw Misfit(expected: orNull ? "a text or null" : "a text") }
        let bytes = Array(text.utf8)
        guard !bytes.contains(0) else { throw Misfit(expected: "a text without NUL: C takes it for the text's end") }
        return bytes
    }
}

// MARK: - Records

extension RecordShape {
    /// Writes an object by the names of its fields, or an array by their order; what is not given is zero.
    fileprivate func write<Store: ValueStore>(
        _ value: Value, to memory: UnsafeMutableRawPointer, _ store: Store
    ) throws(Misfit) {
        let given = try given(in: value)
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        var chosen: [Int: (member: Int, field: String)] = [:]
        for (field, value) in given {
            for alternative in field.alternatives {
                let first = chosen[alternative.union] ?? (alternative.member, field.name)
                guard first.member == alternative.member else {
                    throw Misfit(
                        expected: "one of them",
                        found: "both \(first.field) and \(field.name), which share their memory")
                }
                chosen[alternative.union] = first
            }
            try unsafe write(value, field, to: memory, store)
        }
        if isUnion, given.isEmpty { throw Misfit(expected: expectation) }
    }

    private func given(in value: Value) throws(Misfit) -> [(Field, Value)] {
        switch value {
        case .object(let members):
            var given: [(Field, Value)] = []
            for member in members {
                guard let field = field(member.name) else {
                    throw Misfit(expected: expectation, found: unknown(member))
                }
                given.append((field, member.value))
            }
            return given
        case .array(let values) where !isUnion && values.count <= fields.count:
            return Array(zip(fields, values))
        case .array(let values) where !isUnion:
            throw Misfit(expected: expectation, found: "an array of \(values.count)")
        default: throw Misfit(expected: expectation)
        }
    }

    private func unknown(_ member: Value.Member) -> String {
        "the field \"\(member.name)\", which \(name) does not have"
    }

    private func write<Store: ValueStore>(
        _ value: Value, _ field: Field, to memory: UnsafeMutableRawPointer, _ store: Store
    ) throws(Misfit) {
        do throws(Misfit) {
            switch field.content {
            case .bits(let bits): try unsafe bits.write(value, to: memory)
            case .element(let element, let offset):
                try unsafe element.write(value, orNull: true, to: memory + offset, store.within(".\(field.name)"))
            }
        } catch {
            throw error.inside(".\(field.name)", of: value)
        }
    }
}

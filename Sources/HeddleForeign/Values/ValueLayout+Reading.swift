// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// The purpose for which memory is read.
struct DecodingContext: Sendable {
    /// The library whose handles the pointers become.
    let library: LibraryIdentity
    /// True if a callback is the value that it was made from; otherwise it is a handle, as any function.
    var showsCallbacks = false
    /// True for memory that nobody has promised to be whole: a text there may lead anywhere.
    var isUncertain = false
    /// The bytes that may be read of a structure which ends in an array without a size, with that array; nil where the
    /// structure is passed by value, without it.
    var extent: Int?
    /// The sizes of the buffers to which members of the call's own structures lead, by their addresses.
    var buffers: [UInt: Int] = [:]

    /// The same for a structure of so many bytes.
    func with(_ extent: Int) -> DecodingContext {
        var reading = self
        reading.extent = extent
        return reading
    }
}

extension ValueLayout {
    /// Reads a value; what it points to is copied.
    func read(from memory: UnsafeRawPointer, _ reading: DecodingContext) -> Value {
        switch self {
        case .scalar(let scalar): return unsafe scalar.read(from: memory)
        case .record(let shape): return unsafe shape.read(from: memory, reading)
        case .array(let element, let count): return unsafe element.read(from: memory, count: count, reading)
        case .characters(let count): return unsafe copiedCharacters(at: memory, count: count)
        case .text: return unsafe text(at: memory, reading)
        case .sharedText: return unsafe reading.library.handle(for: memory.loadUnaligned(as: UInt.self), type: "char")
        case .wideText(let text, let target):
            let address = unsafe memory.loadUnaligned(as: UInt.self)
            return text.text(at: address, reading)
                ?? reading.library.handle(for: address, type: target.name, to: target)
        case .handle(let target):
            let address = unsafe memory.loadUnaligned(as: UInt.self)
            if reading.showsCallbacks, let origin = CallbackOrigins.value(at: address) { return origin }
            return reading.library.handle(for: address, type: target.name, to: target)
        case .function(let shape):
            let address = unsafe memory.loadUnaligned(as: UInt.self)
            if reading.showsCallbacks, let origin = CallbackOrigins.value(at: address) { return origin }
            return reading.library.handle(for: address, type: shape.typeName)
        }
    }

    /// The text that a pointer leads to; a handle where there is none.
    private func text(at memory: UnsafeRawPointer, _ reading: DecodingContext) -> Value {
        let start = unsafe memory.loadUnaligned(as: UnsafePointer<CChar>?.self)
        guard let start = unsafe start else { return .null }
        let address = UInt(bitPattern: start)
        // A pointer into an argument ends with that, where a NUL does not end it before.
        if let rest = GuardedMemory.rest(of: address) { return unsafe copiedCharacters(at: start, count: rest) }
        if !reading.isUncertain, !UncertainMemory.isAbsent(address, count: 1),
            let length = UncertainMemory.textLength(at: address)
        {
            return unsafe copiedCharacters(at: start, count: length)
        }
        return UncertainMemory.text(at: address) ?? reading.library.handle(for: address, type: "char")
    }

    /// Reads values that stand one behind the other.
    func read(from memory: UnsafeRawPointer, count: Int, _ reading: DecodingContext) -> Value {
        .array((0..<count).map { unsafe read(from: memory + $0 * size, reading) })
    }
}

extension RecordShape {
    /// - Parameter standing: in a union, the index of the member that stands there; nil where nothing says that.
    func read(from memory: UnsafeRawPointer, _ reading: DecodingContext, standing: Int? = nil) -> Value {
        let present = fields.filter { field in
            if let standing { return field.alternatives.first?.member == standing }
            return unsafe stands(field, in: memory)
        }
        return .object(
            present.map {
                unsafe Value.Member($0.name, read($0, from: memory, reading), keeping: $0.bytesToKeep(in: memory))
            })
    }

    /// Reads one field of a record that begins at an address.
    func read(_ field: Field, from memory: UnsafeRawPointer, _ reading: DecodingContext) -> Value {
        switch field.content {
        case .bits(let bits): return unsafe bits.read(from: memory)
        case .buffer(let buffer, let offset): return unsafe read(buffer, at: offset, of: memory, reading)
        case .element(.record(let shape), let offset):
            guard let choice = field.choice else {
                return unsafe shape.read(from: memory + offset, reading)
            }
            guard let standing = unsafe standing(choice, in: memory) else { return .object([]) }
            return unsafe shape.read(from: memory + offset, reading, standing: standing)
        case .element(let element, let offset): return unsafe element.read(from: memory + offset, reading)
        }
    }
}

/// Characters that are counted exactly, copied: all of them, since a NUL is one like others.
func copiedWhole(at start: UnsafeRawPointer, count: Int) -> Value {
    let all = unsafe UnsafeRawBufferPointer(start: start, count: count)
    return unsafe String(validating: all, as: UTF8.self).map { .string($0) } ?? .bytes(Array(all))
}

/// A run of characters, copied: a text that ends at a NUL, or at its end where a module forgot it.
func copiedCharacters(at start: UnsafeRawPointer, count: Int) -> Value {
    let text = unsafe UnsafeRawBufferPointer(start: start, count: count).prefix { $0 != 0 }
    return unsafe String(validating: text, as: UTF8.self).map { .string($0) } ?? .bytes(Array(text))
}

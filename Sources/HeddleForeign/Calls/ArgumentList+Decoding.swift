// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import Glibc

extension ArgumentList {
    /// The values that a caller gave, out-parameters and the instance left out.
    var given: [Value] { shape.parameters.indices.compactMap(decoded) }

    /// The value of an argument; nil for what a caller does not give.
    func decoded(_ index: Int) -> Value? {
        if let object = memory?.object(index) { return .handle(object) }
        let reading = DecodingContext(library: shape.library, showsCallbacks: true, buffers: memory?.buffers ?? [:])
        switch shape.parameters[index] {
        case .instance, .pointed(_, .out), .received: return nil
        case .value(let element): return unsafe element.read(from: slot(index), reading)
        case .pointed(let element, _):
            guard let target = unsafe target(index) else { return .null }
            if UncertainMemory.isAbsent(UInt(bitPattern: target), count: element.size) {
                return handle(for: UInt(bitPattern: target), shape.signature.parameters[index].type, reading)
            }
            return unsafe element.read(from: target, reading.with(extent(target, index)))
        case .run(let run):
            if run.direction == .out { return nil }
            guard let target = unsafe target(index) else { return .null }
            // A callback gets what native code passes; behind a pointer to no values nothing need be there.
            if UncertainMemory.isAbsent(UInt(bitPattern: target), count: run.stride), count(run.count) != 0 {
                return handle(for: UInt(bitPattern: target), shape.signature.parameters[index].type, reading)
            }
            return unsafe values(of: run, at: target, index, reading, afterCall: false)
        }
    }

    /// The value of an out-parameter; nil for the other parameters.
    func decodedOutput(_ index: Int) -> Value? {
        guard shape.parameters[index].isWritten, let target = unsafe target(index) else { return nil }
        var reading = reading
        if memory?.object(index) != nil { reading.isUncertain = true }
        switch shape.parameters[index] {
        case .pointed(let element, _):
            return unsafe element.read(from: target, reading.with(extent(target, index)))
        case .run(let run): return unsafe values(of: run, at: target, index, reading, afterCall: true)
        case .received(let run):
            let count = (try? number(of: run.count)).flatMap { Int(exactly: $0) } ?? -1
            let type = shape.signature.parameters[index].targetType
            return unsafe values(of: run, behind: target, count: count, type, reading)
        case .value, .instance: return nil
        }
    }

    /// The number of bytes that may be read of a structure to which an argument points, with an array at its end.
    private func extent(_ target: UnsafeRawPointer, _ index: Int) -> Int {
        unsafe memory?.room(index, at: target) ?? .max
    }

    /// Functions that come out of C are handles: what was saved from a call goes back as the same function.
    private var reading: DecodingContext {
        DecodingContext(library: shape.library, isUncertain: shape.isUncertain, buffers: memory?.buffers ?? [:])
    }

    private func values(
        of run: CountedBuffer, at start: UnsafeRawPointer, _ index: Int, _ reading: DecodingContext, afterCall: Bool
    ) -> Value {
        let length = unsafe length(of: run, at: start, index, afterCall: afterCall)
        // A function that wanted more room than there is has cut its text, and put a NUL at the end of the room.
        let isCut = afterCall && length > 0 && run.isText && (run.written.flatMap(count) ?? 0) > length
        let hasEnd = unsafe isCut && run.isNull(at: start + (length - 1) * run.stride)
        return unsafe run.read(from: start, count: hasEnd ? length - 1 : length, reading)
    }

    /// The values behind the pointer that stands at a place; a handle where their number is negative, or leads to memory
    /// that is not there.
    ///
    /// - Parameter type: the type of the pointer.
    private func values(
        of run: CountedBuffer, behind place: UnsafeRawPointer, count: Int, _ type: CType, _ reading: DecodingContext
    ) -> Value {
        guard let start = unsafe place.load(as: UnsafeRawPointer?.self) else { return .null }
        if run.count == .untilNull, case .wideCharacters(let text) = run.content {
            let address = UInt(bitPattern: start)
            return text.text(at: address, reading) ?? handle(for: address, type, reading)
        }
        if run.count == .untilNull, !UncertainMemory.isAbsent(UInt(bitPattern: start), count: run.stride) {
            return unsafe run.read(from: start, count: run.lengthUntilNull(at: start, atMost: nil), reading)
        }
        let address = UInt(bitPattern: start)
        if run.count != .untilNull,
            let values = run.readChecked(at: address, count: run.valuesGiven(of: count, at: address), reading)
        {
            return values
        }
        return handle(for: address, type, reading)
    }

    /// The handle of a pointer of a type, whose values cannot be copied.
    private func handle(for address: UInt, _ type: CType, _ reading: DecodingContext) -> Value {
        reading.library.handle(for: address, type: type.target.handleName, to: PointedType(type.target))
    }

    /// The value of the result; nil for void.
    func decodedResult() -> Value? {
        guard let result = unsafe result else { return nil }
        switch shape.result {
        case .void: return nil
        case .value(let element): return unsafe element.read(from: result, reading)
        case .pointed(let element):
            guard let target = unsafe result.load(as: UnsafeRawPointer?.self) else { return .null }
            if UncertainMemory.isAbsent(UInt(bitPattern: target), count: element.size) {
                return handle(for: UInt(bitPattern: target), shape.signature.result, reading)
            }
            return unsafe element.read(from: target, reading.with(.max))
        case .run(let run):
            let count = (try? number(of: run.count)).flatMap { Int(exactly: $0) } ?? -1
            return unsafe values(of: run, behind: result, count: count, shape.signature.result, reading)
        }
    }
}

extension CountedBuffer {
    /// Reads so many values, copied.
    func read(from start: UnsafeRawPointer, count: Int, _ reading: DecodingContext) -> Value {
        switch content {
        case .bytes: unsafe .bytes([UInt8](UnsafeRawBufferPointer(start: start, count: count)))
        case .characters where isWhole: unsafe copiedWhole(at: start, count: count)
        case .characters: unsafe copiedCharacters(at: start, count: count)
        case .wideCharacters(let text): unsafe text.copy(at: start, count: count, isWhole: isWhole)
        case .elements(let element): unsafe element.read(from: start, count: count, reading)
        }
    }

    /// The number of values before one that is null or 0, or before the end of their room where that is known.
    func lengthUntilNull(at start: UnsafeRawPointer, atMost room: Int?) -> Int {
        var length = 0
        while length < room ?? .max, unsafe !isNull(at: start + length * stride) { length += 1 }
        return length
    }

    /// Returns whether a value ends a list.
    func isNull(at start: UnsafeRawPointer) -> Bool {
        unsafe UnsafeRawBufferPointer(start: start, count: stride).allSatisfy { $0 == 0 }
    }
}

extension ResultPassing {
    /// The whole number that a result is, with null as 0; nil for other results.
    func integer(at memory: UnsafeRawPointer) -> Int128? {
        switch self {
        case .void: nil
        case .value(.scalar(let scalar)): unsafe scalar.readInteger(from: memory)
        case .value(let element) where !element.isPointer: nil
        case .value, .pointed, .run: Int128(unsafe memory.load(as: UInt.self))
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import Declarations
internal import Glibc

extension ArgumentList {
    /// The values that a caller gave, out-parameters and the instance left out.
    var given: [Value] { shape.parameters.indices.compactMap(decoded) }

    /// The value of an argument; nil for what a caller does not give.
    func decoded(_ index: Int) -> Value? {
        switch shape.parameters[index] {
        case .instance, .pointed(_, .out): return nil
        case .value(let element): return unsafe element.read(from: slot(index), of: shape.library)
        case .pointed(let element, _):
            return unsafe target(index).map { unsafe element.read(from: $0, of: shape.library) } ?? .null
        case .run(let run):
            if run.direction == .out { return nil }
            return unsafe target(index).map { unsafe values(of: run, at: $0, index, afterCall: false) } ?? .null
        }
    }

    /// What the action has written into an out-parameter; nil for the other parameters.
    func decodedOutput(_ index: Int) -> Value? {
        guard shape.parameters[index].isWritten, let target = unsafe target(index) else { return nil }
        switch shape.parameters[index] {
        case .pointed(let element, _): return unsafe element.read(from: target, of: shape.library)
        case .run(let run): return unsafe values(of: run, at: target, index, afterCall: true)
        case .value, .instance: return nil
        }
    }

    private func values(of run: Run, at start: UnsafeRawPointer, _ index: Int, afterCall: Bool) -> Value {
        if run.count == .untilNull { return unsafe pointersUntilNull(run, at: start) }
        let length = unsafe length(of: run, at: start, index, afterCall: afterCall)
        return unsafe run.read(from: start, count: length, of: shape.library)
    }

    private func pointersUntilNull(_ run: Run, at start: UnsafeRawPointer) -> Value {
        var count = 0
        while unsafe start.load(fromByteOffset: count * run.stride, as: UInt.self) != 0 { count += 1 }
        return unsafe run.read(from: start, count: count, of: shape.library)
    }

    /// The value of the result; nil for void.
    func decodedResult() -> Value? {
        guard let result = unsafe result else { return nil }
        switch shape.result {
        case .void: return nil
        case .value(let element): return unsafe element.read(from: result, of: shape.library)
        case .pointed(let element):
            let target = unsafe result.load(as: UnsafeRawPointer?.self)
            return unsafe target.map { unsafe element.read(from: $0, of: shape.library) } ?? .null
        case .run(let run):
            guard let start = unsafe result.load(as: UnsafeRawPointer?.self) else { return .null }
            return unsafe run.read(from: start, count: count(run.count) ?? 0, of: shape.library)
        }
    }
}

extension Run {
    /// Reads so many values, copied.
    func read(from start: UnsafeRawPointer, count: Int, of library: LibraryIdentity) -> Value {
        switch content {
        case .bytes: unsafe .bytes([UInt8](UnsafeRawBufferPointer(start: start, count: count)))
        case .characters: unsafe copiedCharacters(at: start, count: count)
        case .elements(let element):
            .array((0..<count).map { unsafe element.read(from: start + $0 * element.size, of: library) })
        }
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

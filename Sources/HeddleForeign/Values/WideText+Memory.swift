// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

extension WideText {
    /// The characters of a value as they lie in memory; nil for one that has none.
    func bytes(of value: Value) -> [UInt8]? {
        guard let characters = characters(of: value) else { return nil }
        if size == 4 { return unsafe characters.withUnsafeBytes { unsafe Array($0) } }
        return unsafe characters.map { UInt16(truncatingIfNeeded: $0) }.withUnsafeBytes { unsafe Array($0) }
    }

    /// The same for a text that ends with a zero, and has none inside.
    func textBytes(of value: Value) throws(Misfit) -> [UInt8] {
        guard let characters = characters(of: value), let bytes = bytes(of: value) else {
            throw Misfit(expected: expectation)
        }
        guard !characters.contains(0) else { throw .textWithNull }
        return bytes
    }

    /// The expected form in a behaviour, in words.
    var expectation: String { "a text, or an array of the numbers of its characters" }

    /// The text at an address, copied; null for none, and nil for one that cannot be read.
    func text(at address: UInt, _ reading: DecodingContext) -> Value? {
        guard let start = unsafe UnsafeRawPointer(bitPattern: address) else { return .null }
        if let rest = GuardedMemory.rest(of: address) {
            return unsafe copy(at: start, count: rest / size, isWhole: false)
        }
        let run = CountedBuffer.text(of: self)
        let count = run.valuesBeforeNull(from: address, atMost: .max)
        return count.flatMap { run.readChecked(at: address, count: $0, reading) }
    }

    /// Copies so many characters, up to a NUL or all of them.
    ///
    /// - Parameter isWhole: true for characters that are counted exactly, where a NUL is one like others.
    func copy(at start: UnsafeRawPointer, count: Int, isWhole: Bool) -> Value {
        var characters = (0..<count).map { index in
            size == 2
                ? UInt32(unsafe start.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self))
                : unsafe start.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
        }
        let length = characters.firstIndex(of: 0) ?? count
        if !isWhole { characters.removeLast(count - length) }
        return value(of: characters)
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Declarations
internal import Glibc

/// The memory of one call: a slot of 16 bytes for each argument, one for what it may point to, and the result.
///
/// Slots are contiguous and wider than any scalar, because callees may read, and libffi writes, whole registers.
@safe final class CallMemory {
    static let slotSize = 16

    /// A run of bytes that an argument points to.
    @safe struct Buffer {
        let start: UnsafeMutableRawPointer
        let size: Int
        /// What a buffer that the action writes into is filled with before each call.
        let initial: [UInt8]
    }

    let shape: CallShape
    /// Points to each slot; what libffi and hooks take.
    let pointers: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    let result: UnsafeMutableRawPointer
    private let block: UnsafeMutableRawPointer
    private var buffers: [Int: Buffer] = [:]
    private var initialCells: [Int: [UInt8]] = [:]

    init(_ shape: CallShape) {
        self.shape = shape
        let count = shape.parameters.count
        let size = (2 * count + 1) * Self.slotSize
        unsafe block = .allocate(byteCount: size, alignment: Self.slotSize)
        unsafe block.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        unsafe pointers = .allocate(capacity: max(1, count))
        for index in 0..<count { unsafe pointers[index] = block + index * Self.slotSize }
        unsafe result = block + 2 * count * Self.slotSize
    }

    deinit {
        for index in buffers.keys { discardBuffer(index) }
        unsafe pointers.deallocate()
        unsafe block.deallocate()
    }

    var arguments: ArgumentList { unsafe ArgumentList(shape: shape, pointers: UnsafePointer(pointers)) }

    /// Where an argument's value stands.
    func slot(_ index: Int) -> UnsafeMutableRawPointer { unsafe block + index * Self.slotSize }

    /// What an argument that is a pointer to one value points to.
    func cell(_ index: Int) -> UnsafeMutableRawPointer {
        unsafe block + (shape.parameters.count + index) * Self.slotSize
    }

    func point(_ index: Int, to target: UnsafeMutableRawPointer?) {
        unsafe slot(index).storeBytes(of: target, as: UnsafeMutableRawPointer?.self)
    }

    /// Points an argument to nothing, and forgets what it pointed to.
    func pointToNull(_ index: Int) {
        discardBuffer(index)
        unsafe point(index, to: nil)
    }

    /// Points an argument to its cell, which holds these bytes before each call.
    func pointToCell(_ index: Int, keepsValue: Bool) {
        unsafe point(index, to: cell(index))
        if keepsValue {
            initialCells[index] = unsafe [UInt8](UnsafeRawBufferPointer(start: cell(index), count: Self.slotSize))
        }
    }

    /// Points an argument to a run of `size` bytes that begins with `bytes`; one NUL stands behind it.
    func pointToBuffer(_ index: Int, _ bytes: [UInt8], size: Int) {
        discardBuffer(index)
        let start = UnsafeMutableRawPointer.allocate(byteCount: size + 1, alignment: Self.slotSize)
        let buffer = unsafe Buffer(start: start, size: size, initial: bytes)
        buffers[index] = buffer
        fill(buffer)
        unsafe point(index, to: start)
    }

    /// How many bytes an argument's buffer has room for.
    func bufferSize(_ index: Int) -> Int? { buffers[index]?.size }

    // MARK: Between calls

    /// Puts what the action may have written back to what it was before the first call.
    func reset() {
        for index in shape.parameters.indices {
            switch shape.parameters[index] {
            case .pointed(_, .out), .receivedPointer:
                unsafe cell(index).initializeMemory(as: UInt64.self, repeating: 0, count: 2)
            case .pointed(_, .inout):
                if let initial = initialCells[index] {
                    unsafe cell(index).copyMemory(from: initial, byteCount: initial.count)
                }
            case .buffer(.out, _, _), .buffer(.inout, _, _): if let buffer = buffers[index] { fill(buffer) }
            default: break
            }
        }
    }

    private func fill(_ buffer: Buffer) {
        let known = min(buffer.initial.count, buffer.size)
        unsafe buffer.start.copyMemory(from: buffer.initial, byteCount: known)
        unsafe (buffer.start + known).initializeMemory(as: UInt8.self, repeating: 0, count: buffer.size + 1 - known)
    }

    /// A buffer that the action keeps is never released.
    private func discardBuffer(_ index: Int) {
        guard let buffer = buffers.removeValue(forKey: index),
            !shape.signature.parameters[index].isRetained
        else { return }
        unsafe buffer.start.deallocate()
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleDeclarations
internal import Glibc

/// The memory of one call: a slot for each argument, the result, and what the arguments point to.
///
/// Slots are contiguous, and wider than any scalar: whole registers are read from them.
@safe final class CallMemory {
    /// Memory that an argument points to.
    @safe private struct Region {
        let start: UnsafeMutableRawPointer
        let size: Int
        /// The bytes at its start before each call, where the action may write into it; zeros follow.
        var initial: [UInt8] = []

        func restore() {
            unsafe start.copyMemory(from: initial, byteCount: initial.count)
            unsafe (start + initial.count).initializeMemory(
                as: UInt8.self, repeating: 0, count: size + 1 - initial.count)
        }
    }

    let shape: CallShape
    /// Points to each slot; what the barrier and hooks take.
    let pointers: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    let result: UnsafeMutableRawPointer
    /// The result, and the slots behind it.
    private let block: UnsafeMutableRawPointer
    private let first: UnsafeMutableRawPointer
    private var regions: [Region?]
    /// The memory that values inside the regions point to.
    private var owned: [[UnsafeMutableRawPointer]]
    /// The functions that were made for this call.
    private(set) var callbacks: [(parameter: Int, path: String, callback: Callback)] = []

    init(_ shape: CallShape) {
        self.shape = shape
        let count = shape.parameters.count
        let results = CallShape.slotSize(for: shape.result.size)
        let size = results + shape.slotBytes
        unsafe block = .allocate(byteCount: size, alignment: shape.alignment)
        unsafe block.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        unsafe pointers = .allocate(capacity: max(1, count))
        unsafe result = block
        unsafe first = block + results
        for index in 0..<count { unsafe pointers[index] = first + shape.slots[index] }
        regions = Array(repeating: nil, count: count)
        unsafe owned = Array(repeating: [], count: count)
    }

    deinit {
        for index in regions.indices { discard(index) }
        unsafe pointers.deallocate()
        unsafe block.deallocate()
    }

    var arguments: ArgumentList {
        unsafe ArgumentList(shape: shape, pointers: UnsafePointer(pointers), result: result, memory: self)
    }

    /// Where an argument's value stands.
    func slot(_ index: Int) -> UnsafeMutableRawPointer { unsafe first + shape.slots[index] }

    private func point(_ index: Int, to target: UnsafeMutableRawPointer?) {
        unsafe slot(index).storeBytes(of: target, as: UnsafeMutableRawPointer?.self)
    }

    /// Points an argument to nothing, and forgets what it pointed to.
    func pointToNull(_ index: Int) {
        discard(index)
        unsafe point(index, to: nil)
    }

    /// Points an argument to zeroed memory of its own, behind which one more zero stands.
    func pointToRegion(_ index: Int, size: Int) -> UnsafeMutableRawPointer {
        discard(index)
        let start = UnsafeMutableRawPointer.allocate(byteCount: size + 1, alignment: shape.alignment)
        unsafe start.initializeMemory(as: UInt8.self, repeating: 0, count: size + 1)
        regions[index] = unsafe Region(start: start, size: size)
        unsafe point(index, to: start)
        return unsafe start
    }

    /// Keeps what stands in the first bytes of an argument's region, to put it back before each call.
    func keepInitial(_ index: Int, count: Int) {
        guard let region = regions[index] else { return }
        regions[index]?.initial = unsafe [UInt8](UnsafeRawBufferPointer(start: region.start, count: count))
    }

    /// The memory that an argument points to, where it is this call's own.
    func region(_ index: Int) -> UnsafeMutableRawPointer? { unsafe regions[index]?.start }

    /// How many bytes an argument's region has room for, if that is where it points.
    func room(_ index: Int, at start: UnsafeRawPointer) -> Int? {
        guard let region = regions[index], unsafe UnsafeRawPointer(region.start) == start else { return nil }
        return region.size
    }

    /// How many bytes an argument's region has room for.
    func regionSize(_ index: Int) -> Int? { regions[index]?.size }

    /// Memory that an argument's value points to.
    func allocate(_ size: Int, for index: Int) -> UnsafeMutableRawPointer {
        let start = UnsafeMutableRawPointer.allocate(byteCount: max(1, size), alignment: shape.alignment)
        unsafe owned[index].append(start)
        return unsafe start
    }

    /// A function that an argument's value points to.
    func add(_ callback: Callback, for index: Int, at path: String) {
        callbacks.append((index, path, callback))
    }

    /// Forgets what an argument pointed to. What the action keeps is never released.
    func discard(_ index: Int) {
        let isKept = shape.signature.parameters[index].isRetained
        if let region = regions[index], !isKept { unsafe region.start.deallocate() }
        if !isKept { unsafe owned[index].forEach { unsafe $0.deallocate() } }
        regions[index] = nil
        unsafe owned[index] = []
        callbacks.removeAll { $0.parameter == index }
    }

    // MARK: Between calls

    /// Puts what the action may have written back to what it was before the first call.
    func reset() {
        for index in regions.indices where shape.parameters[index].isWritten { regions[index]?.restore() }
    }
}

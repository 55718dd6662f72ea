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
        /// The bytes that there are: a zero may stand behind those of the argument.
        let room: Int
        /// True if an arena owns the memory.
        var isBorrowed = false
        /// A copy of the bytes at its start before each call, where the action may write into it; zeros follow.
        var initial: UnsafeMutableRawPointer?
        var initialCount = 0

        func restore() {
            if let initial = unsafe initial {
                unsafe start.copyMemory(from: initial, byteCount: initialCount)
            }
            unsafe (start + initialCount).initializeMemory(as: UInt8.self, repeating: 0, count: room - initialCount)
        }

        /// Frees the memory, and the copy of its first bytes.
        func deallocate() {
            if isBorrowed { return }
            unsafe GuardedMemory.free(start)
            unsafe initial?.deallocate()
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
    /// The objects of a behaviour that arguments point to, each with the room behind the pointer in bytes, where that is
    /// known.
    private var objects: [Int: (handle: Handle, room: Int?)] = [:]
    /// The memory that values inside the regions point to.
    private var owned: [[UnsafeMutableRawPointer]]
    /// Those texts among it that the action may only read, until ``seal()``.
    private var constTexts: [UnsafeMutableRawPointer]
    /// The room of the memory to which members of the arguments lead, in bytes, by its address.
    private(set) var buffers: [UInt: Int] = [:]
    /// The functions that were made for this call.
    private(set) var callbacks: [(parameter: Int, path: PartPath, callback: Callback)] = []
    /// The tables that the call hands on, with the place of each that is passed by value.
    private var tables: [(parameter: Int, table: DecoratedTable, place: UnsafeMutableRawPointer?)]

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
        unsafe tables = []
        unsafe constTexts = []
    }

    deinit {
        for index in regions.indices { discard(index) }
        unsafe pointers.deallocate()
        unsafe block.deallocate()
    }

    var arguments: ArgumentList {
        unsafe ArgumentList(shape: shape, pointers: UnsafePointer(pointers), result: result, memory: self)
    }

    /// The place of an argument's value.
    func slot(_ index: Int) -> UnsafeMutableRawPointer { unsafe first + shape.slots[index] }

    private func point(_ index: Int, to target: UnsafeMutableRawPointer?) {
        unsafe slot(index).storeBytes(of: target, as: UnsafeMutableRawPointer?.self)
    }

    /// Points an argument to nothing, and forgets what it pointed to.
    func pointToNull(_ index: Int) {
        discard(index)
        unsafe point(index, to: nil)
    }

    /// Points an argument to a text in memory of somebody else.
    func pointToText(_ index: Int, at word: UInt64) {
        discard(index)
        unsafe point(index, to: UnsafeMutableRawPointer(bitPattern: UInt(word)))
    }

    /// Points an argument to zeroed memory of its own.
    ///
    /// - Parameter isTerminated: true if one more zero has to stand behind it. It does so anyway, except in guarded
    ///   memory.
    func pointToRegion(_ index: Int, size: Int, isTerminated: Bool = false) -> UnsafeMutableRawPointer {
        discard(index)
        let region = guardedRegion(index, size: size, room: isTerminated ? size + 1 : size) ?? region(size: size)
        regions[index] = region
        unsafe point(index, to: region.start)
        return unsafe region.start
    }

    private func region(size: Int) -> Region {
        let room = size + 1
        let start = UnsafeMutableRawPointer.allocate(byteCount: room, alignment: shape.alignment)
        unsafe start.initializeMemory(as: UInt8.self, repeating: 0, count: room)
        return unsafe Region(start: start, size: size, room: room)
    }

    private func guardedRegion(_ index: Int, size: Int, room: Int) -> Region? {
        guard let start = unsafe guarded(room, for: index) else { return nil }
        return unsafe Region(start: start, size: size, room: room)
    }

    /// Notes for guarded memory that the call begins, or has ended.
    func noteGuarded(isRunning: Bool) {
        guard GuardedMemory.isUsed else { return }
        for region in regions.compactMap(\.self) where !region.isBorrowed {
            unsafe GuardedMemory.note(region.start, isRunning: isRunning)
        }
        unsafe owned.forEach { unsafe $0.forEach { unsafe GuardedMemory.note($0, isRunning: isRunning) } }
    }

    /// - Parameter path: the way to the part that points to it; empty for the argument itself.
    private func guarded(_ size: Int, for index: Int, at path: PartPath = PartPath()) -> UnsafeMutableRawPointer? {
        unsafe GuardedMemory.allocate(
            size, alignment: shape.alignment, for: shape.signature.name(of: index) + path.description)
    }

    /// Lets guarded memory that the action may only read be read only, once all arguments stand in it.
    func seal() {
        guard GuardedMemory.isUsed else { return }
        unsafe constTexts.forEach { unsafe GuardedMemory.seal($0) }
        unsafe constTexts.removeAll()
        guard unsafe tables.isEmpty else { return }
        for index in regions.indices where !shape.isWritten[index] {
            if let region = regions[index], !region.isBorrowed { unsafe GuardedMemory.seal(region.start) }
        }
    }

    /// Keeps what stands in the first bytes of an argument's region, to put it back before each call.
    func keepInitial(_ index: Int, count: Int) {
        guard count > 0, shape.parameters[index].isWritten, let region = regions[index] else { return }
        let copy = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 1)
        unsafe copy.copyMemory(from: region.start, byteCount: count)
        unsafe regions[index]?.initial?.deallocate()
        unsafe regions[index]?.initial = copy
        regions[index]?.initialCount = count
    }

    /// The memory that an argument points to, where it is this call's own.
    func region(_ index: Int) -> UnsafeMutableRawPointer? { unsafe regions[index]?.start }

    /// The room in bytes of an argument's region, or of the object that it points to, if that is where it points.
    func room(_ index: Int, at start: UnsafeRawPointer) -> Int? {
        if let room = objects[index]?.room { return room }
        guard let region = regions[index], unsafe UnsafeRawPointer(region.start) == start else { return nil }
        return region.size
    }

    /// The room in bytes of an argument's region, or of the object that it points to.
    func regionSize(_ index: Int) -> Int? { regions[index]?.size ?? objects[index]?.room }

    /// Points an argument to an object that is not this call's.
    ///
    /// - Parameter room: the bytes that may be used there; nil where that is not known.
    func pointToObject(_ index: Int, at address: UInt, _ handle: Handle, room: Int?) {
        discard(index)
        unsafe point(index, to: UnsafeMutableRawPointer(bitPattern: address))
        objects[index] = (handle, room)
    }

    /// The object that an argument points to; nil where what it points to is this call's own.
    func object(_ index: Int) -> Handle? { objects.isEmpty ? nil : objects[index]?.handle }

    /// Memory for a text that an argument's value points to.
    ///
    /// - Parameter isConst: true if the action may only read it.
    func allocate(
        _ size: Int, for index: Int, at path: PartPath, isConst: @autoclosure () -> Bool
    ) -> UnsafeMutableRawPointer {
        let start =
            unsafe guarded(size, for: index, at: path)
            ?? .allocate(byteCount: max(1, size), alignment: shape.alignment)
        unsafe owned[index].append(start)
        if GuardedMemory.isUsed, isConst() { unsafe constTexts.append(start) }
        return unsafe start
    }

    /// Notes how much room there is in memory to which a member of an argument leads.
    func noteBuffer(at start: UnsafeMutableRawPointer, room: Int) { buffers[UInt(bitPattern: start)] = room }

    /// A function that an argument's value points to.
    func add(_ callback: Callback, for index: Int, at path: PartPath) {
        callbacks.append((index, path, callback))
    }

    /// A table that an argument, or a part of it, is; it is copied to its place before each call.
    func add(_ table: DecoratedTable, for index: Int, at place: UnsafeMutableRawPointer?) {
        unsafe tables.append((index, table, place))
    }

    /// True if the call hands tables on.
    var hasTables: Bool { unsafe !tables.isEmpty }

    /// Copies the tables that the call hands on, as they are now.
    func copyTables() { unsafe tables.forEach { unsafe $0.table.copy(to: $0.place) } }

    /// Forgets what an argument pointed to. Memory that the action keeps is never released.
    ///
    /// - Parameter isUnused: true if no call was made with it, so that the action cannot have kept it.
    func discard(_ index: Int, isUnused: Bool = false) {
        let isKept = shape.isRetained[index] && !isUnused
        if let region = regions[index] {
            if !isKept { region.deallocate() }
            regions[index] = nil
        }
        if unsafe !owned[index].isEmpty {
            if !buffers.isEmpty { unsafe owned[index].forEach { buffers[UInt(bitPattern: $0)] = nil } }
            if !isKept { unsafe owned[index].forEach { unsafe GuardedMemory.free($0) } }
            unsafe owned[index] = []
        }
        if !objects.isEmpty { objects[index] = nil }
        if !callbacks.isEmpty { callbacks.removeAll { $0.parameter == index } }
        if unsafe !tables.isEmpty { unsafe tables.removeAll { unsafe $0.parameter == index } }
    }

    // MARK: Arenas

    /// Moves what an argument points to into an arena.
    ///
    /// - Returns: the pointer that the argument is.
    func moveRegion(_ index: Int, to arena: ArgumentArena) -> UInt64 {
        unsafe arena.adopt(owned[index])
        unsafe owned[index] = []
        guard let region = regions[index] else { return unsafe slot(index).load(as: UInt64.self) }
        let start = unsafe arena.allocate(
            region: StoredRegion(size: region.size, initialCount: region.initialCount),
            alignment: shape.signature.parameters[index].type.targetAlignment)
        unsafe start.copyMemory(from: region.start, byteCount: region.room)
        if let initial = unsafe region.initial {
            unsafe StoredRegion.initial(behind: start, size: region.size)
                .copyMemory(from: initial, byteCount: region.initialCount)
        }
        discard(index)
        unsafe point(index, to: start)
        return UInt64(UInt(bitPattern: start))
    }

    /// Points an argument to memory in an arena, which says how large it is.
    func borrowRegion(_ index: Int, at start: UnsafeMutableRawPointer?) {
        discard(index)
        unsafe point(index, to: start)
        guard let start = unsafe start else { return }
        let stored = unsafe StoredRegion(before: start)
        regions[index] = unsafe Region(
            start: start, size: stored.size, room: stored.size + 1, isBorrowed: true,
            initial: stored.initialCount == 0 ? nil : StoredRegion.initial(behind: start, size: stored.size),
            initialCount: stored.initialCount)
    }

    /// Points an argument to memory in an arena for one value that the action writes, and clears it.
    func pointToRoom(_ index: Int, at start: UnsafeMutableRawPointer?, size: Int) {
        discard(index)
        unsafe point(index, to: start)
        unsafe start?.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    }

    /// Hands what an argument points to over to an arena, where it stays until all runs that look at it have ended.
    func handOverRegion(_ index: Int, to arena: ArgumentArena) {
        guard let region = regions[index], !region.isBorrowed else { return }
        unsafe arena.adoptLate(region.start)
        regions[index]?.isBorrowed = true
    }

    // MARK: Between calls

    /// Puts what the action may have written back to what it was before the first call.
    func reset() {
        for index in regions.indices where shape.isWritten[index] { regions[index]?.restore() }
    }

    /// The same for what was given. The room of an out-parameter, which may be large, stays as it is.
    func resetGiven() {
        for index in regions.indices where shape.isWritten[index] {
            if shape.signature.parameters[index].direction != .out { regions[index]?.restore() }
        }
    }
}

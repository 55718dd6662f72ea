// SPDX-License-Identifier: Apache-2.0

/// The size of memory in an arena that an argument points to, which stands before that memory.
///
/// A zero stands behind the memory, and behind that the first bytes once more, where the action may write into them.
struct StoredRegion {
    let size: Int
    /// The number of bytes at the start that are put back before each call; zeros follow them.
    let initialCount: Int

    static let headerSize = MemoryLayout<Int>.size * 2

    init(size: Int, initialCount: Int) {
        self.size = size
        self.initialCount = initialCount
    }

    /// Reads what stands before memory in an arena.
    init(before start: UnsafeMutableRawPointer) {
        unsafe size = (start - Self.headerSize).load(as: Int.self)
        unsafe initialCount = (start - MemoryLayout<Int>.size).load(as: Int.self)
    }

    /// The place where the first bytes of memory stand once more.
    static func initial(behind start: UnsafeMutableRawPointer, size: Int) -> UnsafeMutableRawPointer {
        unsafe start + ArgumentArena.rounded(size + 1)
    }
}

extension ArgumentArena {
    /// Makes room for memory that an argument points to, with its size before it.
    func allocate(region: StoredRegion, alignment: Int) -> UnsafeMutableRawPointer {
        let header = max(StoredRegion.headerSize, alignment)
        let size = header + Self.rounded(region.size + 1) + region.initialCount
        let start = unsafe allocate(bytes: size, alignment: alignment) + header
        unsafe (start - StoredRegion.headerSize).storeBytes(of: region.size, as: Int.self)
        unsafe (start - MemoryLayout<Int>.size).storeBytes(of: region.initialCount, as: Int.self)
        return unsafe start
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import Glibc

/// An object in memory that a behaviour has made: zeroed, and at its place until it is released.
struct OwnObject {
    let address: UInt
    /// The name of the type of the values in it.
    let typeName: String
    /// The number of values, one behind the other.
    let count: Int
    /// The size of all of them, in bytes.
    let size: Int

    /// Takes the memory from the C library, so that what takes an object over may release it by `free`.
    ///
    /// - Throws: that there is no memory for it.
    init(_ typeName: String, count: Int, size: Int, alignment: Int) throws(Failure) {
        var start: UnsafeMutableRawPointer?
        let room = max(1, size)
        guard unsafe posix_memalign(&start, max(alignment, MemoryLayout<UInt>.size * 2), room) == 0,
            let start = unsafe start
        else { throw Failure(.misfit, "there is no memory for an object of \(size) bytes") }
        unsafe start.initializeMemory(as: UInt8.self, repeating: 0, count: room)
        address = UInt(bitPattern: start)
        self.typeName = typeName
        self.count = count
        self.size = size
    }

    /// Gives the memory back.
    func free() { unsafe Glibc.free(UnsafeMutableRawPointer(bitPattern: address)) }
}

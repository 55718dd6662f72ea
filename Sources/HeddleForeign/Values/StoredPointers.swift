// SPDX-License-Identifier: Apache-2.0

/// The pointers that steps have put into memory, each with the handle that it leads to: once that is released, the pointer
/// is known to lead nowhere.
///
/// A library may put another pointer there, and memory may be given out again at the same address. So a pointer counts as
/// released only while it is what the step has put there, and until a call gets the memory that it lies in.
///
/// - Complexity: each operation is O(1), the end of a handle O(pointers in its memory, and to it).
struct StoredPointers {
    private struct Pointer {
        let address: UInt
        /// The handle whose memory it leads to.
        let target: UInt64
        /// The handle in whose memory it lies.
        let holder: UInt64
        var isReleased = false
    }

    /// By their places.
    private var pointers: [UInt: Pointer] = [:]
    /// The places of the pointers that lead to the memory of a handle, and that is not released.
    private var leading: [UInt64: Set<UInt>] = [:]
    /// The places of all pointers in the memory of a handle.
    private var lying: [UInt64: Set<UInt>] = [:]
    /// The number of pointers whose memory was released.
    private(set) var releasedCount = 0

    /// Notes a pointer that a step has put into the memory of a handle.
    mutating func put(_ address: UInt, at place: UInt, in holder: UInt64, leadingTo target: UInt64) {
        remove(at: place)
        pointers[place] = Pointer(address: address, target: target, holder: holder)
        leading[target, default: []].insert(place)
        lying[holder, default: []].insert(place)
    }

    /// Forgets the pointer at a place, where something else was put.
    mutating func remove(at place: UInt) {
        guard let pointer = pointers.removeValue(forKey: place) else { return }
        if pointer.isReleased { releasedCount -= 1 }
        Self.remove(place, of: pointer.target, from: &leading)
        Self.remove(place, of: pointer.holder, from: &lying)
    }

    /// Notes that the memory of a handle is gone: what lay there, and what pointers to it led to.
    mutating func end(_ handle: UInt64) {
        for place in lying[handle] ?? [] { remove(at: place) }
        for place in leading.removeValue(forKey: handle) ?? [] {
            pointers[place]?.isReleased = true
            releasedCount += 1
        }
    }

    /// Forgets the released pointers in the memory of a handle: a call has got it, and may have put others there.
    mutating func forgetReleased(in holder: UInt64) {
        for place in lying[holder] ?? [] where pointers[place]?.isReleased == true { remove(at: place) }
    }

    /// Returns whether what a pointer at a place led to was released.
    func isReleased(_ address: UInt, at place: UInt) -> Bool {
        guard let pointer = pointers[place] else { return false }
        return pointer.isReleased && pointer.address == address
    }

    private static func remove(_ place: UInt, of handle: UInt64, from places: inout [UInt64: Set<UInt>]) {
        places[handle]?.remove(place)
        if places[handle]?.isEmpty ?? false { places[handle] = nil }
    }
}

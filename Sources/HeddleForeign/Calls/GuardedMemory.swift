// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Synchronization

/// Memory for arguments of which each piece stands alone, between pages that nobody may touch.
///
/// A function that reads or writes beside what an argument points to, writes to what it may only read, or uses it when
/// its call has ended, crashes there, and the report of the crash names the argument. Otherwise such a function uses
/// memory that happens to be there. Each piece takes three pages and some microseconds. The system lets a process have
/// only so many pieces: behind `HEDDLE_MOST_GUARDED` of them at a time the others stand elsewhere, with a warning.
///
/// It holds for a whole process, from the call of ``use(_:)`` on. Any thread may use it.
package enum GuardedMemory {
    /// The side on which a piece of memory touches a page that nobody may touch.
    package enum Side: String, Sendable, CaseIterable {
        /// The last byte stands before such a page.
        case behind
        /// The first byte stands behind such a page.
        case before
    }

    /// The place of the side among all of them, from 1 on; 0 for none.
    private static let used = Atomic<Int>(0)

    /// Has all calls that are prepared from here on take their memory here.
    package static func use(_ side: Side) {
        let index = Side.allCases.firstIndex(of: side) ?? 0
        used.store(index + 1, ordering: .relaxed)
    }

    /// True once ``use(_:)`` was called.
    static var isUsed: Bool { used.load(ordering: .relaxed) > 0 }

    private static var side: Side? {
        let number = used.load(ordering: .relaxed)
        return number > 0 ? Side.allCases[number - 1] : nil
    }

    /// Zeroed memory of an argument.
    ///
    /// - Parameters:
    ///   - alignment: that of any argument of the call. A piece is aligned as its size allows: that of an array or of a
    ///     structure is a multiple of its alignment.
    ///   - name: the name of the argument.
    /// - Returns: nil where calls take their memory elsewhere.
    static func allocate(_ size: Int, alignment: Int, for name: @autoclosure () -> String) -> UnsafeMutableRawPointer? {
        guard let side else { return nil }
        let fitting = size == 0 ? alignment : min(alignment, 1 << size.trailingZeroBitCount)
        if let start = unsafe heddle_guard_allocate(size, fitting, side == .before, name()) { return unsafe start }
        if !isExhausted.exchange(true, ordering: .relaxed) {
            let most = HEDDLE_MOST_GUARDED
            _ = unsafe heddle_say(
                "warning: not all memory of arguments is guarded: there are more than \(most) pieces at a time\n")
        }
        return nil
    }

    /// True once there were too many pieces.
    private static let isExhausted = Atomic(false)

    /// The bytes from an address in such memory to its end; nil for other memory.
    static func rest(of address: UInt) -> Int? {
        guard isUsed, let place = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
        let rest = unsafe heddle_guard_rest(place)
        return rest > 0 ? rest : nil
    }

    /// Lets memory only be read from here on; nothing for other memory.
    static func seal(_ start: UnsafeMutableRawPointer) {
        if isUsed { unsafe heddle_guard_seal(start) }
    }

    /// Notes that a call with the memory begins, or that one has ended: a crash then tells it from that of other calls.
    static func note(_ start: UnsafeMutableRawPointer, isRunning: Bool) {
        unsafe heddle_guard_note(start, isRunning)
    }

    /// Frees memory, whoever has made it.
    static func free(_ start: UnsafeMutableRawPointer) {
        if isUsed, unsafe heddle_guard_end(start) { return }
        unsafe start.deallocate()
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Glibc
internal import Synchronization

/// Where a process of this program says that it has come to its end in order: its status alone does not say so, since
/// native code can end it with any.
package final class EndMark: Sendable {
    /// The mark of this process; negative where nobody wants to know.
    private static let own = Atomic<Int32>(-1)

    private let file: Int32

    /// A mark that is not set; nil where the system has none.
    package init?() {
        file = heddle_page_create()
        if file < 0 { return nil }
    }

    deinit { close(file) }

    /// Where the other process finds it, as long as this object lives.
    package var path: String { "/proc/\(getpid())/fd/\(file)" }

    /// Whether the other process has set it.
    package var isSet: Bool {
        var byte: UInt8 = 0
        return unsafe pread(file, &byte, 1, 0) == 1 && byte != 0
    }

    /// Lets ``set()`` set a mark of the process that has started this one.
    package static func use(_ path: String) {
        own.store(unsafe open(path, O_WRONLY | O_CLOEXEC), ordering: .relaxed)
    }

    /// Says that this process ends in order.
    package static func set() { _ = unsafe pwrite(own.load(ordering: .relaxed), [1 as UInt8], 1, 0) }
}

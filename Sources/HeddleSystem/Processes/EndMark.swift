// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A mark with which a process of this program reports a regular end. Its status alone is not enough, because native
/// code can end the process with any status.
package final class EndMark: Sendable {
    /// The mark of this process; negative if the parent does not need it.
    private static let own = Atomic<Int32>(-1)

    private let file: Int32

    /// A mark that is not set; nil if the system provides none.
    package init?() {
        guard let file = try? System.sharedPage() else { return nil }
        self.file = file
    }

    deinit { System.close(file) }

    /// The path of the mark for the other process, valid while this object lives.
    package var path: String { System.descriptorPath(file) }

    /// True if the other process has set it.
    package var isSet: Bool { (System.firstByte(of: file) ?? 0) != 0 }

    /// Lets ``set()`` set a mark of the process that has started this one.
    package static func use(_ path: String) {
        own.store((try? System.open(path, .forWriting)) ?? -1, ordering: .relaxed)
    }

    /// Says that this process ends in order.
    package static func set() { System.setFirstByte(of: own.load(ordering: .relaxed), to: 1) }
}

// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Where a process of this program says that it has come to its end in order: its status alone does not say so, since
/// native code can end it with any.
package final class EndMark: Sendable {
    /// The mark of this process; negative where nobody wants to know.
    private static let own = Atomic<Int32>(-1)

    private let file: Int32

    /// A mark that is not set; nil where the system has none.
    package init?() {
        guard let file = try? System.sharedPage() else { return nil }
        self.file = file
    }

    deinit { System.close(file) }

    /// Where the other process finds it, as long as this object lives.
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

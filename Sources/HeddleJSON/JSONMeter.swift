// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Counts the bytes that are read as JSON, for tests that hold how often a text is read.
package final class JSONMeter: Sendable {
    /// The meter of the current task; nil if there is none.
    @TaskLocal package static var current: JSONMeter?
    private let count = Atomic(0)

    /// Creates a meter that has counted nothing.
    package init() {}

    /// The number of bytes read; bytes that were read twice count twice.
    package var bytes: Int { count.load(ordering: .relaxed) }

    func add(_ bytes: Int) { count.add(bytes, ordering: .relaxed) }
}

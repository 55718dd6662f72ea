// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Counts the bytes that are read as JSON, for tests that hold how often a text is read.
package final class JSONMeter: Sendable {
    /// The meter of the current task; nil where nobody counts.
    @TaskLocal package static var current: JSONMeter?
    private let count = Atomic(0)

    /// Creates a meter that has counted nothing.
    package init() {}

    /// How many bytes have been read, those that were read twice counted twice.
    package var bytes: Int { count.load(ordering: .relaxed) }

    func add(_ bytes: Int) { count.add(bytes, ordering: .relaxed) }
}

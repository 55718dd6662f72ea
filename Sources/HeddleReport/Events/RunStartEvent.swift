// SPDX-License-Identifier: Apache-2.0

/// A run of cases begins; the first event of one.
///
/// ## Topics
/// - ``Shard``
package struct RunStartEvent: Hashable, Sendable {
    /// A part of all cases that one run of several takes.
    package struct Shard: Hashable, Sendable {
        /// The number of the part, from 1.
        package var index: Int
        /// Into how many parts the cases are divided.
        package var count: Int

        /// Creates a shard.
        package init(index: Int, of count: Int) {
            self.index = index
            self.count = count
        }
    }

    /// The behaviours that the cases come from, as the user named them.
    package var files: [String]
    /// The seed of all random choices of the run.
    package var seed: UInt64?
    /// The part of the cases that is run, if it is not all of them.
    package var shard: Shard?
    /// The number of workers that run cases at the same time.
    package var jobs: Int

    /// Creates the event.
    package init(files: [String], seed: UInt64? = nil, shard: Shard? = nil, jobs: Int = 1) {
        self.files = files
        self.seed = seed
        self.shard = shard
        self.jobs = jobs
    }
}

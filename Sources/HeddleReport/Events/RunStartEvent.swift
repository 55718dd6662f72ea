// SPDX-License-Identifier: Apache-2.0

/// A run of cases begins; the first event of one. A run that was merged from parts has one for each of them.
///
/// ## Topics
/// - ``Shard``
/// - ``RunOrigin``
package struct RunStartEvent: Hashable, Sendable {
    /// A part of all cases that one run of several takes.
    package struct Shard: Hashable, Sendable {
        /// The number of the part, from 1.
        package var index: Int
        /// Into how many parts the cases are divided.
        package var count: Int
        /// The facts of the division; nil in runs of versions that did not tell them.
        package var division: Division?

        /// Creates a shard.
        package init(index: Int, of count: Int, division: Division? = nil) {
            self.index = index
            self.count = count
            self.division = division
        }
    }

    /// The facts by which the parts of one run are known to belong together.
    package struct Division: Hashable, Sendable {
        /// The number of cases of this part.
        package var cases: Int
        /// The number of cases of all parts.
        package var total: Int
        /// The facts that differ wherever the cases were divided otherwise.
        package var mark: String
        /// The name of the run that all of its parts have from the engine that started them.
        package var run: String?

        /// Creates the facts.
        package init(cases: Int, total: Int, mark: String, run: String? = nil) {
            self.cases = cases
            self.total = total
            self.mark = mark
            self.run = run
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
    /// When and where the run was made.
    package var origin: RunOrigin?

    /// Creates the event.
    package init(
        files: [String], seed: UInt64? = nil, shard: Shard? = nil, jobs: Int = 1, origin: RunOrigin? = nil
    ) {
        self.files = files
        self.seed = seed
        self.shard = shard
        self.jobs = jobs
        self.origin = origin
    }

    /// The start of the run that this part and another one are of.
    func joined(with other: RunStartEvent) -> RunStartEvent {
        let (sum, isOver) = jobs.addingReportingOverflow(other.jobs)
        return RunStartEvent(
            files: files, seed: seed == other.seed ? seed : nil, jobs: isOver ? .max : sum,
            origin: origin == other.origin ? origin : nil)
    }
}

// SPDX-License-Identifier: Apache-2.0

import Heddle

/// The attempts that a lane was given, in their order: the first one runs.
///
/// Short cases are given ahead, so that their process need not wait for its host between them: twice as many with each
/// one that was short, and none behind one that was not.
struct LaneLine {
    /// The maximum number of attempts in a line.
    static let longest = 64
    /// The time within which a case ends that is short.
    private static let short: UInt64 = 1_000_000
    /// The maximum length of a name, so that the names of all attempts fit into the channel of a process.
    private static let longestName = 512

    private var jobs: [CaseJob] = []
    private var length = 1
    private var latestEnd: UInt64 = 0

    /// The attempt that runs.
    var first: CaseJob? { jobs.first }
    var count: Int { jobs.count }

    /// Returns whether a case may follow those that are here: one of the same behaviour that looks at no earlier one.
    ///
    /// - Parameter limit: the maximum number of attempts.
    func takes(_ entry: CaseSchedule.Entry, limit: Int) -> Bool {
        guard let last = jobs.last else { return true }
        return jobs.count < min(length, limit) && entry.behaviour == last.entry.behaviour
            && entry.outline.needs.isEmpty && entry.outline.name.utf8.count <= Self.longestName
    }

    mutating func append(_ job: CaseJob) { jobs.append(job) }

    /// Removes the first attempt, which has ended.
    mutating func removeFirst(at time: UInt64) {
        jobs.removeFirst()
        length = time - min(latestEnd, time) < Self.short ? min(2 * length, Self.longest) : 1
        latestEnd = time
    }

    /// Puts another attempt at the same case in the place of the first one.
    mutating func repeatFirst(_ job: CaseJob) { jobs[0] = job }
}

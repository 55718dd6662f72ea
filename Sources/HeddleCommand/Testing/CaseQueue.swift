// SPDX-License-Identifier: Apache-2.0

import Heddle

/// The cases that are still to be begun.
///
/// One lane takes them in their order. Several take groups of cases that need each other: what one case leaves in a
/// module for those that need it is there for them only in the same process.
struct CaseQueue {
    private var groups: ArraySlice<ArraySlice<CaseSchedule.Entry>>
    /// The rest of the group that each lane is running.
    private var current: [ArraySlice<CaseSchedule.Entry>]
    /// The number of remaining cases.
    private(set) var count: Int

    init(_ schedule: CaseSchedule, lanes: Int) {
        groups = (lanes == 1 ? [schedule.entries] : schedule.groups).map { $0[...] }[...]
        current = Array(repeating: [], count: lanes)
        count = schedule.entries.count
    }

    /// The next case for a lane; nil if none is left for it.
    func next(for lane: Int) -> CaseSchedule.Entry? { current[lane].first ?? groups.first?.first }

    /// Takes the next case for a lane; nil if none is left for it.
    mutating func take(for lane: Int) -> CaseSchedule.Entry? {
        if current[lane].isEmpty { current[lane] = groups.popFirst() ?? [] }
        guard let entry = current[lane].popFirst() else { return nil }
        count -= 1
        return entry
    }
}

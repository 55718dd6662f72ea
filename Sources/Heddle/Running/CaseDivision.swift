// SPDX-License-Identifier: Apache-2.0

internal import HeddleReport

/// The division of cases into parts that take about as long, one for each of several machines.
///
/// It depends on the list of the cases, their durations and the number of parts alone, so every machine finds the same
/// one. Cases that need each other, directly or through others, stay together. The groups are dealt out by their
/// durations, the longest first, each to the part that has the least to do so far. So no part takes longer than the
/// average and the longest group together.
///
/// A case without a duration counts as much as the median of the others. Without any duration all cases count the same.
///
/// ## Topics
/// - ``part(_:)``
/// - ``mark``
package struct CaseDivision: Sendable {
    private let schedule: CaseSchedule
    /// The places of the cases of each part that has some.
    private let parts: [[Int]]
    private let count: Int
    /// The values of settings with which the cases run, in words.
    private let settings: [String]

    /// Divides cases.
    ///
    /// - Parameters:
    ///   - schedule: all cases of the run.
    ///   - count: the number of parts, at least 1. If there are fewer groups, the last parts have no cases.
    ///   - durations: the recorded durations.
    ///   - settings: the values of settings with which the cases run, in words; those that are secret are left out.
    /// - Complexity: O(n log n) for n cases.
    package init(
        of schedule: CaseSchedule, into count: Int, by durations: CaseDurations = CaseDurations(),
        settings: [String] = []
    ) {
        (self.schedule, self.count, self.settings) = (schedule, count, settings)
        let weights = durations.weights(of: schedule.entries.map { $0.outline.event().id })
        let groups = schedule.places
        let totals = groups.map { group in group.reduce(UInt64(0)) { $0.addingWithoutOverflow(weights[$1]) } }
        var parts = [[Int]](repeating: [], count: min(count, groups.count))
        var loads = PartLoads(count: parts.count)
        // Equal groups keep their order.
        let order = groups.indices.sorted { (totals[$1], $0) < (totals[$0], $1) }
        for group in order {
            parts[loads.add(totals[group])] += groups[group]
        }
        self.parts = parts.map { $0.sorted() }
    }

    /// The cases of a part, in their order.
    ///
    /// - Parameter number: the number of the part, from 1.
    package func part(_ number: Int) -> CaseSchedule {
        CaseSchedule(parts.indices.contains(number - 1) ? parts[number - 1].map { schedule.entries[$0] } : [])
    }

    /// A mark that differs wherever a case, its behaviour's text, its part or a setting does. Parts that were cut on several
    /// machines belong together if it is the same.
    package var mark: String {
        var hash = StableHash()
        var texts: Set<ObjectIdentifier> = []
        hash.add(count)
        for setting in settings.sorted() { hash.add(Array(setting.utf8)) }
        for part in parts {
            hash.add(part.count)
            for place in part {
                let outline = schedule.entries[place].outline
                let source = outline.range.source
                if texts.insert(ObjectIdentifier(source)).inserted { hash.add(source.bytes) }
                hash.add(Array(outline.event().id.utf8))
            }
        }
        return hash.text
    }
}

/// The load of each part so far: a binary heap with the least loaded part at its top, of equal ones the first.
private struct PartLoads {
    private var heap: [(load: UInt64, part: Int)]

    init(count: Int) {
        heap = (0..<count).map { (0, $0) }
    }

    /// Gives the part with the least to do something more.
    ///
    /// - Returns: the part.
    mutating func add(_ load: UInt64) -> Int {
        let part = heap[0].part
        heap[0].load = heap[0].load.addingWithoutOverflow(load)
        sink()
        return part
    }

    private mutating func sink() {
        var place = 0
        while let child = leastChild(of: place), heap[child] < heap[place] {
            heap.swapAt(child, place)
            place = child
        }
    }

    private func leastChild(of place: Int) -> Int? {
        let (left, right) = (2 * place + 1, 2 * place + 2)
        guard left < heap.count else { return nil }
        return right < heap.count && heap[right] < heap[left] ? right : left
    }
}

/// A hash that is the same in every process and on every machine (FNV-1a of 64 bits).
private struct StableHash {
    private var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ bytes: [UInt8]) {
        add(bytes.count)
        for byte in bytes { add(byte) }
    }

    mutating func add(_ number: Int) {
        for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

    var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

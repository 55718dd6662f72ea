// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

/// The parts of one run that were found so far. The first one says which run it is.
struct RunParts {
    private var first: (start: RunStartEvent, range: SourceRange)?
    /// The place of each part, by its number.
    private var places: [Int: SourceRange] = [:]
    /// The number of cases of these parts.
    private var cases = 0

    /// Takes a part.
    ///
    /// - Returns: why it is left out; nil if it belongs to the run.
    mutating func add(_ start: RunStartEvent, at range: SourceRange) -> Diagnostic? {
        if let first {
            if let difference = start.difference(from: first.start) {
                return .otherRun(difference, at: range, first: first.range)
            }
            if let place = places[start.part] { return .repeated(start, at: range, first: place) }
        } else if let place = places[1] {
            return .otherRun("the other one is a run of its own", at: range, first: place)
        }
        first = first ?? (start, range)
        places[start.part] = range
        cases += start.shard?.division?.cases ?? 0
        return nil
    }

    /// Takes a run that does not say what it is: the run of a behaviour's steps.
    mutating func addWithoutStart(at range: SourceRange) -> Diagnostic? {
        if let place = places.values.first {
            return .otherRun("it is a run of its own", at: range, first: first?.range ?? place)
        }
        places[1] = range
        return nil
    }

    /// Says which parts are missing; nil if none is.
    var missing: Diagnostic? {
        guard let shard = first?.start.shard, places.count < shard.count else { return nil }
        let gaps = gaps(upTo: shard.count)
        let left = shard.division.map { max(0, $0.total - cases) }
        return .missing(gaps, of: shard, cases: left)
    }

    private func gaps(upTo count: Int) -> [ClosedRange<Int>] {
        var gaps: [ClosedRange<Int>] = []
        var next = 1
        for part in places.keys.sorted() + [count + 1] {
            if next < part { gaps.append(next...part - 1) }
            next = part + 1
        }
        return gaps
    }
}

extension RunStartEvent {
    /// The number of the part; a run of all cases is the only one.
    fileprivate var part: Int { shard?.index ?? 1 }

    /// The reason why this is no part of the run that another one is a part of; nil if it may be.
    fileprivate func difference(from other: RunStartEvent) -> String? {
        guard let shard, let otherShard = other.shard else {
            if self.shard == nil, other.shard == nil { return files == other.files ? nil : "its files are others" }
            return self.shard == nil ? "it has all cases" : "the other one has all cases"
        }
        if let run = shard.division?.run, let otherRun = otherShard.division?.run, run != otherRun {
            return "it is of \(run), the other one of \(otherRun)"
        }
        if shard.count != otherShard.count {
            return "its cases were divided into \(shard.count) parts, those of the other one into \(otherShard.count)"
        }
        if files != other.files { return "its files are others" }
        guard let division = shard.division, let otherDivision = otherShard.division else { return nil }
        if division.total != otherDivision.total {
            return "it was chosen from \(counted(division.total, "case")), the other one from \(otherDivision.total)"
        }
        return division.mark == otherDivision.mark
            ? nil : "its cases were divided otherwise: their names, their texts or their durations were not the same"
    }
}

extension Diagnostic {
    fileprivate static func otherRun(_ reason: String, at range: SourceRange, first: SourceRange) -> Diagnostic {
        Diagnostic(
            code: .report(.otherRun), "another run begins here, which is left out: \(reason)", at: range,
            suggestion: "keep the parts of each run in a folder of their own",
            notes: [Note("the first run is", at: first)])
    }

    fileprivate static func repeated(_ start: RunStartEvent, at range: SourceRange, first: SourceRange) -> Diagnostic {
        let part = start.shard.map { "part \($0.index) of \($0.count)" } ?? "the run"
        return Diagnostic(
            code: .report(.repeatedPart), "\(part) is there twice; this one is left out", at: range,
            suggestion: "give only the one that is whole", notes: [Note("the other one is", at: first)])
    }

    fileprivate static func missing(
        _ gaps: [ClosedRange<Int>], of shard: RunStartEvent.Shard, cases: Int?
    ) -> Diagnostic {
        let shown = gaps.prefix(20).map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)" }
        let rest = gaps.count > 20 ? ["others"] : []
        let words = (shown + rest).joined(separator: ", ")
        let count = gaps.reduce(0) { $0 + $1.count }
        let with = cases.map { ", with \(counted($0, "case"))" } ?? ""
        return Diagnostic(
            .warning, .document, code: .report(.missingPart),
            "\(count == 1 ? "part \(words) of \(shard.count) is" : "\(count) of \(shard.count) parts are") missing\(with)"
                + (count == 1 ? "" : ": \(words)"),
            suggestion: "--shard \(gaps[0].lowerBound)/\(shard.count) runs part \(gaps[0].lowerBound) alone")
    }
}

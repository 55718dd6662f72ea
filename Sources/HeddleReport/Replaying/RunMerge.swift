// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

/// Sends kept runs, as ``JSONLinesReport`` writes them, into one stream: a run, or the parts of one that several machines
/// have run.
///
/// All that is whole is sent, and what is not is told by diagnostics among it: an error for lines that are no events and
/// for parts that do not belong to the run or are there already, which are left out; a warning for a run without an end,
/// whose last line may be cut off, for one whose summary counts other events, for parts that are missing, and for another
/// version.
///
/// Values are as JSON carries them: an object that looks like bytes or like a handle is taken for one, and a place is
/// quoted as far as the run has kept it. The workers of a text are numbered behind those of the texts before it.
///
/// ## Topics
/// - ``add(_:)``
/// - ``finish()``
package struct RunMerge {
    private let stream: EventStream
    private let messages: EventStream?
    private let version: String
    private var parts = RunParts()
    /// The number of the workers of all parts so far.
    private var workers = 0
    private var status: ExitStatus?
    private var versions: Set<String> = []
    /// True if a text had an event.
    package private(set) var hasEvents = false
    /// True if something was left out.
    package private(set) var hasMistakes = false

    /// Begins a merge.
    ///
    /// - Parameters:
    ///   - stream: takes the events.
    ///   - messages: another stream that gets what the merge itself has to say.
    ///   - version: the version of this program.
    package init(into stream: EventStream, telling messages: EventStream? = nil, version: String) {
        (self.stream, self.messages, self.version) = (stream, messages, version)
    }

    /// Sends a text's events in their order.
    ///
    /// - Complexity: O(length of the text); one line at a time is taken apart.
    package mutating func add(_ text: KeptText) {
        var lines = KeptLines(text)
        var reading = KeptReading(workers: workers)
        do throws(Diagnostic) {
            while let line = try lines.next() {
                if !line.isBlank { take(line, &reading) }
            }
        } catch { tell(error) }
        end(&reading, of: text)
    }

    /// Tells why a text is not there.
    package mutating func tell(_ diagnostic: Diagnostic) {
        if diagnostic.severity == .error { hasMistakes = true }
        stream.receive(.diagnostic(diagnostic))
        messages?.receive(.diagnostic(diagnostic))
    }

    /// Says which parts are missing, and ends the stream with the summary of what was sent.
    ///
    /// - Returns: the exit status that the run would have had in one part. One whose parts are missing or have no end
    ///   was interrupted.
    package mutating func finish() -> ExitStatus {
        let missing = parts.missing
        if let missing { tell(missing) }
        let counted = stream.summary.leastStatus
        // The status that is kept is that of this verdict, unless no command has ever given one.
        if status != nil || counted == .interrupted { weigh(counted) }
        let whole = ExitStatus.gravest(status ?? .held, counted)
        guard missing != nil else {
            stream.finish(status)
            return whole
        }
        // The missing parts may come: what is written can be merged with them.
        let verdict = ExitStatus.gravest(whole, .interrupted)
        stream.finish(verdict, ofParts: whole)
        return verdict
    }

    // MARK: Lines

    private mutating func take(_ line: KeptLine, _ reading: inout KeptReading) {
        reading.last = line.range
        do throws(Diagnostics) {
            take(try Event(kept: line.source), at: line.range, &reading)
        } catch {
            if line.isCutOff, !line.isJSON { return reading.isCutOff = true }
            refuse(line, error, &reading)
        }
    }

    private mutating func take(_ event: Event, at range: SourceRange, _ reading: inout KeptReading) {
        hasEvents = true
        switch event {
        case .runStarted(let start): begin(start, at: range, &reading)
        case .summary(let summary):
            leaveOutBeyondTheEnd(range, &reading)
            compare(summary, at: range, reading)
            reading.ending = reading.ending ?? range
            if !reading.isLeftOut, let status = summary.statusOfParts ?? summary.status { weigh(status) }
        // Which parts are missing is seen anew.
        case .diagnostic(let diagnostic, _) where diagnostic.code == .report(.missingPart): break
        // A report in a file ends with the summary, and whether it could be written is known behind that.
        case .diagnostic(let diagnostic, _)
        where reading.ending != nil && diagnostic.code == .report(.unwritable) && !reading.isLeftOut:
            send(event, reading)
            weigh(ExitStatus(Diagnostics([diagnostic])))
        default:
            leaveOutBeyondTheEnd(range, &reading)
            reading.tally.add(event)
            follow(event, at: range, &reading)
            judge(event, at: range, &reading)
            if !reading.hasBegun, event.isOfRun { beginWithoutStart(event, at: range, &reading) }
            if !reading.isLeftOut { send(event, reading) }
        }
    }

    /// Only another part may follow the summary of a run.
    private mutating func leaveOutBeyondTheEnd(_ range: SourceRange, _ reading: inout KeptReading) {
        guard let ending = reading.ending, !reading.isLeftOut else { return }
        tell(.beyondTheEnd(range, ending))
        reading.isLeftOut = true
    }

    /// Says that a summary counts other events than there are. One that counts none says nothing of them, and lines that
    /// are no events were told.
    private mutating func compare(_ summary: Summary, at range: SourceRange, _ reading: KeptReading) {
        guard reading.ending == nil, !reading.isLeftOut, reading.broken + reading.unknown == 0, summary.hasNumbers,
            let difference = summary.difference(from: reading.tally.summary)
        else { return }
        tell(.otherNumbers(difference, at: range))
        weigh(.interrupted)
    }

    /// Says that events are not in the order in which a run has them.
    private mutating func follow(_ event: Event, at range: SourceRange, _ reading: inout KeptReading) {
        guard let mistake = reading.cases.follow(event, at: range), !reading.isLeftOut else { return }
        tell(mistake)
        weigh(.interrupted)
    }

    /// Ends the cases of which no end was kept.
    private mutating func endOpenCases(_ reading: inout KeptReading) {
        for event in reading.cases.takeOpen() where !reading.isLeftOut {
            send(.caseEnded(event, .stopped), reading)
        }
    }

    /// Says that a case has passed in which an expectation did not hold.
    private mutating func judge(_ event: Event, at range: SourceRange, _ reading: inout KeptReading) {
        guard let worker = event.worker else { return }
        switch event {
        case .caseStarted: reading.misses[worker] = nil
        case .expectation(let event) where !event.isHeld: reading.misses[worker] = reading.misses[worker] ?? range
        case .caseEnded(let event, let ending) where ending.outcome == .passed || ending.outcome == .flaky:
            guard let miss = reading.misses[worker], !reading.isLeftOut else { return }
            tell(.otherVerdict(event.id, at: range, miss))
            weigh(.interrupted)
        default: break
        }
    }

    private mutating func send(_ event: Event, _ reading: KeptReading) {
        guard let worker = event.worker else { return stream.receive(event) }
        workers = max(workers, reading.workers + worker + 1)
        stream.receive(reading.workers == 0 ? event : event.adding(workers: reading.workers))
    }

    private mutating func weigh(_ other: ExitStatus) { status = .gravest(status ?? .held, other) }

    private mutating func refuse(_ line: KeptLine, _ mistakes: Diagnostics, _ reading: inout KeptReading) {
        if let written = reading.version, written != version, line.isOfUnknownKind {
            if reading.unknown == 0 { tell(.unknownKind(line.range, written, version)) }
            reading.unknown += 1
        } else {
            if reading.broken == 0 { for mistake in mistakes.all { tell(mistake) } }
            reading.broken += 1
        }
    }

    // MARK: Parts

    private mutating func begin(_ start: RunStartEvent, at range: SourceRange, _ reading: inout KeptReading) {
        endOpenCases(&reading)
        if reading.ending != nil { reading.tally = Tally() }
        (reading.hasBegun, reading.ending) = (true, nil)
        reading.version = start.origin?.version
        (reading.shard, reading.earlierCases) = (start.shard, reading.begunCases)
        if let obstacle = parts.add(start, at: range) {
            reading.isLeftOut = true
            return tell(obstacle)
        }
        reading.isLeftOut = false
        workers = max(workers, reading.workers + min(max(start.jobs, 1), 1000))
        stream.receive(.runStarted(start))
        if let written = reading.version, written != version, versions.insert(written).inserted {
            tell(.otherVersion(written, version, at: range))
        }
    }

    /// Begins a run whose first event is not its start, such as that of a behaviour's steps.
    private mutating func beginWithoutStart(_ event: Event, at range: SourceRange, _ reading: inout KeptReading) {
        reading.hasBegun = true
        if let obstacle = parts.addWithoutStart(at: range) {
            reading.isLeftOut = true
            return tell(obstacle)
        }
        guard event.isOfCase else { return }
        tell(.noBeginning(range))
        weigh(.interrupted)
    }

    private mutating func end(_ reading: inout KeptReading, of text: KeptText) {
        if reading.broken > 1 { tell(.furtherLines(reading.broken - 1, in: text.name)) }
        if reading.unknown > 1 { tell(.furtherKinds(reading.unknown - 1, in: text.name)) }
        guard let last = reading.last else { return tell(.noEvents(in: text.name)) }
        endOpenCases(&reading)
        guard reading.ending == nil, !reading.isLeftOut else { return }
        var mistake = reading.isCutOff ? Diagnostic.cutOff(last) : .noEnd(behind: last)
        mistake.notes += reading.shard?.absence(besides: reading.begunCases - reading.earlierCases) ?? []
        tell(mistake)
        weigh(.interrupted)
    }
}

/// The progress in one text.
private struct KeptReading {
    /// The number of the workers of the texts before this one; the parts of one text are numbered already.
    var workers: Int
    /// True if a run has begun in it.
    var hasBegun = false
    /// True if the events are not sent, for a reason that was told.
    var isLeftOut = false
    /// True if the last line is incomplete.
    var isCutOff = false
    /// The version that wrote the run.
    var version: String?
    /// The part of a run that has begun last, and the number of cases before it.
    var shard: RunStartEvent.Shard?
    var earlierCases = 0
    var last: SourceRange?
    var cases = CaseSequence()
    /// The first expectation that did not hold of the case that each worker runs.
    var misses: [Int: SourceRange] = [:]
    /// The numbers of the events since the latest summary.
    var tally = Tally()
    /// The latest summary, until another part begins.
    var ending: SourceRange?
    /// The number of lines that are no events.
    var broken = 0
    /// The number of lines that are events of another version.
    var unknown = 0

    /// The number of cases that have begun since the latest summary.
    var begunCases: Int { tally.summary.cases.values.reduce(0, +) }
}

extension Event {
    /// True for what can only happen in a run; diagnostics and what modules log may come before it.
    fileprivate var isOfRun: Bool {
        switch self {
        case .caseStarted, .caseEnded, .call, .expectation: true
        case .runStarted, .emitted, .logged, .output, .finding, .diagnostic, .summary: false
        }
    }
}

extension Event {
    /// True for the beginning and the end of a case.
    fileprivate var isOfCase: Bool {
        switch self {
        case .caseStarted, .caseEnded: true
        default: false
        }
    }
}

extension Summary {
    /// True if it counts anything.
    fileprivate var hasNumbers: Bool { calls > 0 || expectations > 0 || cases.values.contains { $0 > 0 } }

    /// The first number that differs from that of the events, in words; nil where none does.
    fileprivate func difference(from events: Summary) -> String? {
        let numbers: [(String, KeyPath<Summary, Int>)] = [
            ("returned call", \.returned), ("failed call", \.failed), ("skipped call", \.skipped),
            ("held expectation", \.expectationsHeld), ("failed expectation", \.expectationsFailed),
        ]
        for (words, number) in numbers where self[keyPath: number] != events[keyPath: number] {
            return Self.words(words, self[keyPath: number], events[keyPath: number])
        }
        for outcome in CaseOutcome.allCases {
            let (own, other) = (cases[outcome] ?? 0, events.cases[outcome] ?? 0)
            if own != other { return Self.words("\(outcome.rawValue) case", own, other) }
        }
        return nil
    }

    private static func words(_ what: String, _ own: Int, _ other: Int) -> String {
        "the summary counts \(counted(own, what)), the events before it \(other)"
    }

    /// The least exit status that a run with these numbers gives a command.
    fileprivate var leastStatus: ExitStatus {
        if !hasCases { return expectationsFailed > 0 || failed > judgedFailures ? .failed : .held }
        let outcomes = cases.filter { $0.value > 0 }.keys
        return outcomes.reduce(.held) { .gravest($0, $1.status) }
    }
}

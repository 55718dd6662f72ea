// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics

extension Event {
    /// Reads a line of one of the forms that nearly all lines of a run have; nil for any other line, which
    /// ``Event/init(kept:)`` takes apart.
    init?(plainLine line: ArraySlice<UInt8>) {
        if let call = CallEvent(plainLine: line, knowing: nil) {
            self = .call(call)
        } else if let expectation = ExpectationEvent(plainLine: line) {
            self = .expectation(expectation)
        } else if let event = Event(plainCaseLine: line) {
            self = event
        } else {
            return nil
        }
    }

    private init?(plainCaseLine line: ArraySlice<UInt8>) {
        var reader = PlainLineReader(rest: line)
        let isStart = reader.take(JSONFragment.caseStarted)
        guard isStart || reader.take(JSONFragment.caseEnded), let event = reader.takeCaseEvent() else { return nil }
        if isStart {
            guard reader.isAtEnd else { return nil }
            self = .caseStarted(event)
        } else {
            guard reader.take(JSONFragment.passed),
                let nanoseconds = reader.takeNumber().flatMap(UInt64.init(exactly:)),
                reader.isAtEnd
            else { return nil }
            self = .caseEnded(event, CaseEnding(.passed, nanoseconds: nanoseconds))
        }
    }
}

extension ExpectationEvent {
    /// Reads the line of an expectation of a whole number that held, as ``JSONLine/writePlain(_:)`` makes it; nil for any
    /// other line.
    fileprivate init?(plainLine line: ArraySlice<UInt8>) {
        var reader = PlainLineReader(rest: line)
        guard reader.take(JSONFragment.expectation), let index = reader.takeNumber(), reader.take(JSONFragment.path),
            let path = reader.takeText(), reader.take(JSONFragment.quote), reader.take(JSONFragment.held),
            let expected = reader.takeNumber(), reader.take(JSONFragment.actual), let actual = reader.takeNumber(),
            let place = reader.takePlace()
        else { return nil }
        let worker = reader.take(JSONFragment.worker, UInt32.self)
        guard reader.isAtEnd else { return nil }
        self.init(
            index: index, path: path, isHeld: true, expected: .number(.integer(Int128(expected))),
            actual: .number(.integer(Int128(actual))), range: place, worker: worker.map(Int.init))
    }
}

extension PlainLineReader {
    fileprivate mutating func takePlace() -> SourceRange? {
        guard take(JSONFragment.place), take(JSONFragment.quote), let place = takeText().flatMap(KeptPlace.init),
            take(JSONFragment.quote)
        else { return nil }
        return place.range
    }

    /// The members that the lines of the beginning and the end of a case without tags have in common, behind the mark of
    /// its id.
    fileprivate mutating func takeCaseEvent() -> CaseEvent? {
        guard let id = takeText(), take(JSONFragment.caseName), let name = takeText(), take(JSONFragment.noTags),
            let place = takePlace(), let attempt = take(JSONFragment.attempt, Int.self),
            let worker = take(JSONFragment.worker, UInt32.self)
        else { return nil }
        return CaseEvent(
            id: id, name: name, range: place, attempt: attempt, worker: Int(worker),
            start: take(JSONFragment.start, UInt64.self))
    }
}

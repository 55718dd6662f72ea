// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import Workbench

/// Makes events of every kind with whatever can be in them.
struct RandomEvents {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    private mutating func shard() -> RunStartEvent.Shard {
        RunStartEvent.Shard(
            index: number(1...9), of: number(9...19),
            division: maybe {
                .init(cases: $0.number(0...9), total: $0.number(9...99), mark: $0.text(), run: $0.maybe { $0.text() })
            })
    }

    private mutating func origin() -> RunOrigin {
        RunOrigin(date: text(), host: text(), system: text(), processors: number(1...9), version: text())
    }

    mutating func event() -> Event {
        switch number(0...9) {
        case 0:
            .runStarted(
                RunStartEvent(
                    files: list { $0.text() }, seed: maybe { $0.random.next() },
                    shard: maybe { $0.shard() }, jobs: number(1...9), origin: maybe { $0.origin() }))
        case 1: .caseStarted(caseEvent())
        case 2: .caseEnded(caseEvent(), ending())
        case 3: .call(call())
        case 4: .expectation(expectation())
        case 5:
            .emitted(
                EmittedEvent(
                    name: text(), value: maybe { $0.value() }, call: maybe { $0.action() }, worker: worker()))
        case 6: .output(OutputEvent(Bool.random(using: &random) ? .output : .error, text(), worker: worker()))
        case 7:
            .finding(
                FindingEvent(
                    aspect: text(), hook: maybe { $0.text() }, action: action(), facts: members(depth: 2),
                    worker: worker()))
        case 8:
            .logged(
                LoggedEvent(
                    MessageLevel.allCases.randomElement(using: &random) ?? .info, text(),
                    from: maybe { $0.text() }, worker: worker()))
        default: .diagnostic(diagnostic(), worker: worker())
        }
    }

    // MARK: Events

    private mutating func caseEvent() -> CaseEvent {
        CaseEvent(
            id: text(), name: text(), tags: list { $0.text() }, range: range(), attempt: number(1...9),
            worker: number(0...9), start: maybe { $0.random.next() })
    }

    private mutating func ending() -> CaseEnding {
        CaseEnding(
            CaseOutcome.allCases.randomElement(using: &random) ?? .passed, reason: maybe { $0.text() },
            nanoseconds: random.next(), isRetried: Bool.random(using: &random),
            isUnjudged: Bool.random(using: &random), rerun: maybe { $0.text() })
    }

    private mutating func call() -> CallEvent {
        var call = CallEvent(index: number(0...99), call: action(), arguments: list { $0.value() }, status: status())
        call.worker = worker()
        if case .skipped = call.status { return call }
        call.out = members(depth: 2)
        call.errno = Int32.random(in: .min ... .max, using: &random)
        call.nanoseconds = random.next()
        call.start = maybe { $0.random.next() }
        call.hooks = list { $0.text() }
        call.circumstances = maybe { $0.circumstances() }
        return call
    }

    private mutating func status() -> CallEvent.Status {
        switch number(0...2) {
        case 0: .returned(maybe { $0.value() })
        case 1: .failed(failure(depth: 3))
        default: .skipped(reason: text())
        }
    }

    private mutating func failure(depth: Int) -> Failure {
        Failure(
            code: text(), message: text(), suppressed: depth == 0 ? [] : list { $0.failure(depth: depth - 1) })
    }

    private mutating func expectation() -> ExpectationEvent {
        ExpectationEvent(
            index: number(0...99), path: text(), isHeld: Bool.random(using: &random), expected: value(),
            condition: maybe { $0.text() }, actual: maybe { $0.value() }, range: range(), worker: worker(),
            circumstances: maybe { $0.circumstances() })
    }

    private mutating func circumstances() -> FailureContext {
        FailureContext(
            place: maybe { $0.text() }, type: maybe { $0.text() }, help: maybe { $0.text() },
            difference: list { $0.text() }, sources: list { $0.source() }, hooks: list { $0.hook() })
    }

    private mutating func source() -> ValueSource {
        ValueSource(
            use: text(), reference: text(), path: text(), giver: .init(action(), at: text()),
            isSaved: Bool.random(using: &random), releaser: maybe { .init($0.action(), at: $0.text()) })
    }

    private mutating func hook() -> ActiveHook {
        ActiveHook(
            name: maybe { $0.text() }, origin: text(), before: list { $0.text() }, instead: list { $0.text() },
            after: list { $0.text() }, isPaused: Bool.random(using: &random))
    }

    private mutating func diagnostic() -> Diagnostic {
        Diagnostic(
            Bool.random(using: &random) ? .error : .warning,
            [.usage, .document, .module, .source].randomElement(using: &random) ?? .usage,
            code: DiagnosticCode.allCases.randomElement(using: &random) ?? .call(.unknown), text(),
            at: maybe { $0.range() }, label: maybe { $0.text() }, suggestion: maybe { $0.text() },
            notes: list { events in .init(events.text(), at: events.maybe { $0.range() }) })
    }

    // MARK: What is in them

    private mutating func range() -> SourceRange {
        let source = SourceText(name: text(), (text() + text() + "\n" + text() + text()))
        // Where characters begin: a place is never inside of one.
        let offsets = source.bytes.indices.filter { source.bytes[$0] & 0xC0 != 0x80 } + [source.bytes.count]
        let ends = [offsets.randomElement(using: &random) ?? 0, offsets.randomElement(using: &random) ?? 0].sorted()
        return SourceRange(source, ends[0]..<ends[1])
    }

    private mutating func value(depth: Int = 3) -> Value {
        switch number(0...(depth == 0 ? 6 : 8)) {
        case 0: .null
        case 1: .bool(Bool.random(using: &random))
        case 2: .number(.integer(Int128(Int64(bitPattern: random.next())) * Int128(number(1...1_000_000))))
        case 3: Value(Double(bitPattern: random.next()))
        case 4: .string(text())
        case 5: .bytes(list { UInt8.random(in: 0...255, using: &$0.random) })
        case 6: .handle(Handle(id: random.next(), type: text()))
        case 7: .array(list { $0.value(depth: depth - 1) })
        default: .object(members(depth: depth - 1))
        }
    }

    private mutating func members(depth: Int) -> [Value.Member] {
        let values = list { $0.value(depth: depth) }
        return values.enumerated().map { .init("\($0)" + text(), $1) }
    }

    private mutating func action() -> ActionName {
        ActionName(module: text(), action: text().replacing(".", with: "_"))
    }

    private mutating func text() -> String {
        let pieces = [
            "a", "Z", " ", "\"", "\\", "/", "\n", "\r\n", "\t", "\0", "\u{1B}", "\u{7F}", "é", "e\u{301}", "漢", "🙂",
            "\u{2028}", "\u{FFFE}", "</", ":", "..", "\u{202E}", String(repeating: "x", count: 60),
        ]
        return (0..<number(0...6)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }

    private mutating func worker() -> Int? { maybe { $0.number(0...3) } }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    private mutating func maybe<Part>(_ make: (inout RandomEvents) -> Part) -> Part? {
        Bool.random(using: &random) ? make(&self) : nil
    }

    private mutating func list<Part>(_ make: (inout RandomEvents) -> Part) -> [Part] {
        (0..<number(0...3)).map { _ in make(&self) }
    }
}

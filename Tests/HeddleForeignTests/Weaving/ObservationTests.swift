// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Synchronization
import Testing

@Suite("What hooks see")
struct ObservationTests {
    private let weaving: Fixture
    private let trace = Trace()

    init() throws { weaving = try Fixture("Weaving") }

    @Test("in C is the action with its types, the arguments, the position and the outcome")
    func inC() throws {
        let refuse = try weaving.action("refuse")
        let piece = try weaving.hook("hook_reports")
        try refuse.hook(before: [.closure { try? $0.setArgument(0, to: 6) }])
        try refuse.hook(before: [piece])
        try refuse.hook(after: [piece])
        let log = try trace.record { try refuse.call(5) }
        let start = "weaving.refuse/1 number int64_t:8->int64_t:8 given 5 has 6"
        #expect(
            log == "\(start) position 0 status 0 errno 0 - -(x)"
                + "\(start) position 2 status 2 errno 0 refused it will not do it")
    }

    @Test("in Swift is the same, and the outcome once there is one")
    func inSwift() throws {
        let touch = try weaving.action("touch_errno")
        let notes = Mutex<[String]>([])
        let note = HookPiece.closure { call in
            let outcome = call.outcome.map { "\($0)" } ?? "-"
            let text = "\(call.name) \(call.signature) \(call.savedErrno) \(outcome)"
            notes.withLock { $0.append(text) }
        }
        try touch.hook(before: [note], after: [note])
        try touch.call(5)
        let start = "weaving.touch_errno int touch_errno(int number)"
        #expect(notes.withLock { $0 } == ["\(start) 0 -", "\(start) 5 \(Outcome.returned(0))"])
    }

    // T24, FG-12
    @Test("an observer keeps a state from before to after, on each level of a recursion")
    func observers() throws {
        let power = try weaving.action("power")
        trace.publish(power)
        let log = Mutex<[UInt64]>([])
        let observer = HookPiece.observer(label: "o") { call, state in
            guard call.outcome != nil else {
                if case .number(.integer(let level))? = call.arguments.first { return UInt64(level) + 100 }
                return 0
            }
            log.withLock { $0.append(state) }
            return 0
        }
        try power.hook(before: [observer], after: [observer])
        _ = try trace.record { try power.call(2) }
        #expect(log.withLock { $0 } == [100, 101, 102])
    }

    @Test("two observers of one hook keep states of their own")
    func twoObservers() throws {
        let twice = try weaving.action("twice")
        let log = Mutex<[UInt64]>([])
        let pieces = (0..<2).map { number in
            var piece = HookPiece.observer(label: "o") { call, state in
                guard call.outcome != nil else { return UInt64(number) + 1 }
                log.withLock { $0.append(state) }
                return 0
            }
            piece.state = number
            return piece
        }
        try twice.hook(before: pieces, after: pieces)
        try twice.call(1)
        #expect(log.withLock { $0 } == [2, 1])
    }

    @Test("who was not entered does not leave, and finds no state of nobody")
    func unenteredPiece() throws {
        let twice = try weaving.action("twice")
        let log = Mutex<[String]>([])
        let pieces = ["outer", "inner"].enumerated().map { number, name in
            var piece = HookPiece.closure { call in
                log.withLock { $0.append(name) }
                if name == "outer" { call.fail(Failure(code: "no", message: "")) }
            }
            piece.state = number
            return piece
        }
        try twice.hook(before: pieces, after: pieces)
        #expect(try twice.call(1).failure?.suppressed.count == 1)
        #expect(log.withLock { $0 } == ["outer", "outer"])
    }

    @Test("an observer around the body sees both sides and lets it proceed once")
    func around() throws {
        let twice = try weaving.action("twice")
        let outcomes = Mutex<[Outcome?]>([])
        try twice.hook(instead: [
            .observer(label: "o") { call in
                let outcome = call.outcome
                outcomes.withLock { $0.append(outcome) }
                return 42
            } left: { call, state in
                let outcome = call.outcome
                outcomes.withLock { $0.append(state == 42 ? outcome : nil) }
            }
        ])
        let log = try trace.record { () throws in #expect(try twice.call(4).result == 8) }
        #expect(log == "(x)")
        #expect(outcomes.withLock { $0 } == [nil, .returned(8)])
    }

    @Test("out-parameters and the instance are not among the arguments")
    func givenOnly() throws {
        let numbers = try Fixture("Numbers")
        let divide = try numbers.action("divide")
        let seen = Seen()
        try divide.hook(before: [.closure { seen.note($0.arguments) }])
        try divide.call(7, 2)
        #expect(seen.values == [[7, 2]])
    }
}

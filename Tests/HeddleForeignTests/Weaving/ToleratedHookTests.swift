// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Synchronization
import Testing

// T31
@Suite("A hook whose failures are tolerated")
struct ToleratedHookTests {
    private let weaving: Fixture
    private let twice: Action
    private let trace = Trace()

    init() throws {
        weaving = try Fixture("Weaving")
        twice = try weaving.action("twice")
        trace.publish(twice)
    }

    private func add(
        _ before: [HookPiece], after: [HookPiece] = [], pausingAfter limit: Int? = nil
    ) throws -> (tolerance: FailureTolerance, notes: Trace) {
        let (id, notes) = (UInt64.random(in: 1000 ... .max), Trace())
        let tolerance = FailureTolerance(
            pausingAfter: limit, note: { failure, action in notes.write("\(failure.code) \(failure.hook ?? "") ") },
            pause: { [twice] count in
                notes.write("paused after \(count)")
                twice.pause(id)
            })
        try twice.add([
            ActionHook(name: nil, id: id, before: before, after: after, tolerance: tolerance, origin: "a test")
        ])
        return (tolerance, notes)
    }

    @Test("lets the call go on, with all other hooks, and notes each failure", arguments: ["C", "Swift"])
    func goesOn(language: String) throws {
        let failing: HookPiece =
            language == "C"
            ? try weaving.hook("hook_fails")
            : .closure { [trace] call in
                trace.write("!")
                call.fail(Failure(code: "hooked", message: ""))
            }
        try twice.hook(before: [weaving.hook("hook_a")], after: [weaving.hook("hook_a")])
        let (tolerance, notes) = try add([failing], after: [failing])
        try twice.hook(before: [weaving.hook("hook_b")])
        let log = try trace.record { () throws in #expect(try twice.call(4).result == 8) }
        #expect(log == "a!b(x)!a")
        let label = language == "C" ? "weaving.hook_fails" : "closure"
        #expect(notes.text == "hooked the before hook \(label) (a test) hooked the after hook \(label) (a test) ")
        #expect(tolerance.failures == 2)
    }

    @Test("is paused at the number of failures that it may have")
    func pauses() throws {
        let (tolerance, notes) = try add([weaving.hook("hook_fails")], pausingAfter: 2)
        #expect(try trace.record { () throws in for _ in 0..<3 { try twice.call(1) } } == "!(x)!(x)(x)")
        #expect(notes.text.hasSuffix("paused after 2"))
        #expect(tolerance.failures == 2)
    }

    @Test("tolerates an exception of C++")
    func exceptions() throws {
        let throwing = try Fixture("Throwing")
        let (tolerance, _) = try add([throwing.hook("hook_throws")])
        let log = try trace.record { () throws in #expect(try twice.call(4).result == 8) }
        #expect(log == "(x)")
        #expect(tolerance.failures == 1)
    }
}

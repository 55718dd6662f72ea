// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import Testing

@Suite("What looks for failures by form")
struct FormFailuresTests {
    private static let behaviour = Value.object([
        "steps": .array([
            .object(["call": .string("gen.text"), "save": .string("text")]),
            .object(["call": .string("gen.s64"), "save": .string("number")]),
            .object(["call": .string("gen.form"), "save": .object(["part": .string("result.corners[0].z")])]),
        ])
    ])

    private func found(_ events: Event..., arguments: Value...) -> Int {
        var failures = FormFailures(Self.behaviour)
        for event in events { failures.receive(event) { _ in arguments } }
        return failures.found.count
    }

    private func call(_ action: String, failing code: String? = nil) -> Event {
        let name = ActionName(module: "gen", action: action)
        let failure = code.map { Failure(code: $0, message: "a message") }
        return .call(
            CallEvent(index: 0, call: name, arguments: [], status: failure.map { .failed($0) } ?? .returned(nil)))
    }

    private func unmet(_ path: String, _ expected: Value, condition: String? = nil) -> Event {
        .expectation(
            ExpectationEvent(
                index: 0, path: path, isHeld: false, expected: expected, condition: condition, actual: .null,
                range: SourceText(name: "made.json", "\"result\": 1").whole))
    }

    @Test("finds arguments that could not have fitted, and no others")
    func arguments() {
        let failing = call("u8", failing: "argument")
        #expect(found(failing, arguments: .integer(300)) == 1)
        #expect(found(failing, arguments: .reference("text")) == 1)
        #expect(found(failing, arguments: .reference("number")) == 0)
        #expect(
            found(call("move", failing: "argument"), arguments: .object(["x": .reference("text")]), .integer(1)) == 1)
        #expect(found(call("u8"), arguments: .integer(300)) == 0)
    }

    @Test("finds actions and hooks that should have been looked for before, and no refusals")
    func failures() {
        for code in ["action", "misfit", "noResult"] { #expect(found(call("u8", failing: code)) == 1) }
        for code in ["refused", "EIO", "noAnswer", "limited"] { #expect(found(call("u8", failing: code)) == 0) }
        #expect(found(.diagnostic(Diagnostic(code: .hook(.shape), "a message"))) == 1)
        #expect(found(.diagnostic(Diagnostic(code: .aspect(.unfit), "a message"))) == 1)
        #expect(found(.diagnostic(Diagnostic(code: .run(.aspectExpectation), "a message"))) == 0)
        #expect(found(.diagnostic(Diagnostic(.notice, .document, code: .hook(.shape), "a message"))) == 0)
    }

    @Test("finds expectations that nothing could have met, and no others")
    func expectations() {
        #expect(found(call("u8"), unmet("result", .integer(300))) == 1)
        #expect(found(call("u8"), unmet("result", .integer(30))) == 0)
        #expect(found(call("u8"), unmet("result", .object(["gt": .integer(255)]), condition: "greater than 255")) == 1)
        #expect(found(call("u8"), unmet("result", .object(["gt": .integer(254)]), condition: "greater than 254")) == 0)
        #expect(found(call("form"), unmet("result.corners[2]", .null)) == 1)
        #expect(found(call("text"), unmet("result", .integer(1))) == 1)
        #expect(found(call("f32"), unmet("result", .number(.decimal("0.1")))) == 0)
        #expect(found(call("f32"), unmet("result", .number(.decimal("0.10000000001")))) == 1)
    }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Heddle
import HeddleReport
import Testing
import Workbench

/// Operands of steps are stored in a few words where they fit. A step that saves `errno` as well is stored in full.
@Suite("Stored steps")
struct StoredStepTests {
    private static let actions = [
        "add", "same_unsigned", "same_signed", "same_small", "same_double", "negate", "same_text", "sum_bytes",
        "nothing",
        "leave_errno", "look_up", "divide", "absent",
    ]
    private static let literals = [
        "0", "1", "-1", "127", "128", "-128", "-129", "3", "2147483647", "2147483648", "-2147483648", "-2147483649",
        "999999999999999999", "9007199254740993", "9223372036854775807", "9223372036854775808", "18446744073709551615",
        "-0", "-00.5", "1.5", "1.0", "1e2", "1e999", "0.1", "-0.25E-3", "true", "false", "null", "\"\"", "\"abc\"",
        "\"é𝄞\"", "\"a\\u0062\"", "\"a\\u0000b\"", "\"NaN\"", "\"18446744073709551615\"", "[]", "[1]", "{}",
        "{\"hex\":\"00ff\"}", "{\"bytes\":\"aGk=\"}", "{\"ref\":\"saved\"}",
        "\"\(String(repeating: "x", count: 300))\"",
    ]
    private static let expectations = [
        "", "", #","expect":{"result":$}"#, #","expect":{"result":$}"#, #","expect": { "result" : $ } "#,
        #","expect":{}"#, #","expect":{"errno":0}"#, #","expect":{"result":{"eq":$}}"#,
        #","expect":{"result":{"ne":$}}"#, #","expect":{"result":{"lt":$}}"#, #","expect":{"result":{"ge":$,"le":$}}"#,
        #","expect":{"result":{"gt":$,"ne":$,"lt":$}}"#, #","save":"result""#,
        #","expect":{"result":$,"errno":0}"#, #","expect":{"failure":{"code":"unsuccessful"}}"#,
        #","expect":{"result":{"near":[$,0.5]}}"#, #","expect":{"result":{"in":[$,$]}}"#,
        #","expect":{"errno":{"lt":5},"result":{"gt":$}}"#, #","expect":{"out.quotient":$,"out.rest":{"le":$}}"#,
    ]

    /// The messages of planning and running a step, without places, since the description moves them.
    private func story(_ step: String, on bench: Bench) -> [String] {
        do throws(any Error) {
            let plan = try bench.plan(step, rest: #", "policy": { "onFailure": "continue" }"#)
            let (ending, events) = bench.run(plan)
            let silent = EventStream(to: [])
            let silentEnding = Run(plan, on: bench.host, events: silent)()
            #expect(silentEnding == ending)
            #expect(silent.finish() == events.summary)
            bench.expectUnmet(of: plan, toldIn: events, ending)
            return ["\(ending)", "\(plan.steps.map { "\($0.call.map { "\($0.plannedArguments)" })" })"]
                + events.map(told)
        } catch let mistakes as Diagnostics {
            return mistakes.all.map { "\($0.code): \($0.message)" }
        } catch {
            return ["\(error)"]
        }
    }

    private func told(_ event: Event) -> String {
        switch event {
        case .call(var call):
            call.nanoseconds = 0
            return "\(call)"
        case .expectation(let expectation):
            return
                "\(expectation.path) \(expectation.isHeld) \(expectation.expected) \(expectation.actual.debugDescription)"
                + " at \(expectation.range.text)"
        default: return "\(event)"
        }
    }

    private func step(_ random: inout SeededGenerator) -> String {
        func pick(_ all: [String]) -> String { all.randomElement(using: &random) ?? "" }
        let action = pick(Self.actions)
        let count = action == "nothing" ? 0 : ["add", "sum_bytes", "divide"].contains(action) ? 2 : 1
        let given = Int.random(in: 0..<8, using: &random) == 0 ? count + 1 : count
        var with = (0..<given).map { _ in pick(Self.literals) }.joined(separator: pick([",", " , "]))
        if action == "sum_bytes", given == 2 { with = pick(["\"abc\"", "\"\"", "5"]) + "," + pick(Self.literals) }
        let parts = pick(Self.expectations).split(separator: "$", omittingEmptySubsequences: false)
        let expectation = parts.dropFirst().reduce(String(parts[0])) { $0 + pick(Self.literals) + $1 }
        return #""call":"probe.\#(action)","with":[\#(with)]\#(expectation)"#
    }

    @Test("Steps are right or wrong, and end, the same however they are stored", arguments: 0..<6)
    func agreement(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bench = try Bench("probe")
        for _ in 0..<250 {
            let step = step(&random)
            let saves = step.contains(#""save""#)
            let full =
                saves
                ? step.replacing(#""save":"result""#, with: #""save":{"result":"result","code":"errno"}"#)
                : step + #","save":{"code":"errno"}"#
            #expect(story("{\(step)}", on: bench) == story("{\(full)}", on: bench), "\(step)")
        }
    }

    @Test("Steps that save and refer are right or wrong, and end, the same however they are stored", arguments: 0..<6)
    func references(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bench = try Bench("probe")
        for _ in 0..<40 {
            let steps = (0..<6).map { link($0, &random) }
            let packed = story(steps.map { "{\($0)}" }.joined(separator: ","), on: bench)
            let mixed = steps.enumerated().map { number, step in
                // Of the same length, so that all places are the same.
                let full = step.replacing(
                    #""save":"s\#(number)"                        "#,
                    with: #""save":{"s\#(number)":"result","e\#(number)":"errno"}"#)
                return "{\(Bool.random(using: &random) ? full : step)}"
            }
            #expect(packed == story(mixed.joined(separator: ","), on: bench), "\(steps)")
        }
    }

    /// A step that may refer to those before it, some of which fail.
    private func link(_ number: Int, _ random: inout SeededGenerator) -> String {
        func pick(_ all: [String]) -> String { all.randomElement(using: &random) ?? "" }
        let action = pick(["add", "same_unsigned", "same_signed", "same_small", "same_double", "divide", "look_up"])
        let given = (0..<(["add", "divide"].contains(action) ? 2 : 1)).map { _ in
            if action == "look_up" { return pick([#""/""#, #""absent""#]) }
            let literal = pick(["0", "1", "-1", "5", "200", "2147483647", "0.5"])
            if number == 0 { return literal }
            return pick([literal, #"{"ref":"s\#(Int.random(in: 0..<number, using: &random))"}"#])
        }
        // Behind a name of its own there is room for an object.
        let save =
            action == "divide"
            ? #"{"s\#(number)":"out.quotient"}"# : #""s\#(number)"                        "#
        let expectation = pick(["", #","expect":{"result":1}"#, #","expect":{"result":{"lt":3,"ne":0}}"#])
        return #""call":"probe.\#(action)","with":[\#(given.joined(separator: ","))],"save":\#(save)\#(expectation)"#
    }

    @Test("Each step has its own arguments, although steps share the memory of one call")
    func sharing() throws {
        let bench = try Bench("probe")
        let steps = (0..<50).map {
            #"{"call":"probe.same_text","with":["text \#($0)"],"expect":{"result":"text \#($0)"}}"#
        }
        let numbers = (0..<50).map { #"{"call":"probe.add","with":[\#($0),1],"expect":{"result":\#($0 + 1)}}"# }
        let plan = try bench.plan(zip(steps, numbers).flatMap { [$0, $1] }.joined(separator: ",\n"))
        for _ in 0..<2 {
            let (ending, events) = bench.run(plan)
            #expect(ending == .held)
            #expect(events.summary?.expectationsHeld == 100)
        }
    }

    @Test("Steps meet the hooks of their action, and fail as others do")
    func hooks() throws {
        let bench = try Bench("probe")
        let plan = try bench.plan(
            #"{"call":"probe.add","with":[1,2],"expect":{"result":4}},{"call":"probe.add","with":[1,2]}"#,
            rest: #", "hooks": [{ "on": "probe.add", "instead": { "answer": { "result": 4 } } }]"#)
        #expect(bench.run(plan).ending == .held)
        #expect(plan.steps[0].call.map(\.hooks.count).success == 1)
        let wrong = try bench.plan(#"{"call":"probe.add","with":[1,2],"expect":{"result":5}}"#)
        #expect(bench.run(wrong).ending == .failed)
    }

    @Test("Arguments by name, out-parameters and errno are compared like a result")
    func parts() throws {
        let bench = try Bench("probe")
        let plan = try bench.plan(
            #"{"call":"probe.divide","with":{"b":2,"a":7},"expect":{"out.quotient":3,"out.rest":{"gt":0,"lt":2},"errno":0}}"#
                + #",{"call":"probe.divide","with":[7,2],"expect":{"out.quotient":4,"out.rest":1}}"#,
            rest: #", "policy": { "onFailure": "continue" }"#)
        let (ending, events) = bench.run(plan)
        #expect(ending == .failed)
        #expect(events.summary?.expectationsHeld == 4)
        #expect(events.summary?.expectationsFailed == 1)
        let silent = EventStream(to: [])
        #expect(Run(plan, on: bench.host, events: silent)() == .failed)
        #expect(silent.finish() == events.summary)
    }

    @Test(
        "A number at the edge of a tolerance is compared by the numbers as they are written",
        arguments: [
            ("[1.1,0.1]", Run.Ending.held), ("[1.1,0.0999999999999999999]", .failed), ("[0.9,0.1]", .held),
            ("[1.0000000000000002,0.0000000000000002]", .held),
            ("[1.0000000000000002,0.00000000000000019999]", .failed),
            // The expected number is rounded to a double first.
            ("[1.0000000000000000002,0.0000000000000000001]", .held),
        ])
    func edge(operand: String, ending: Run.Ending) throws {
        let bench = try Bench("probe")
        let plan = try bench.plan(#"{"call":"probe.same_double","with":[1],"expect":{"result":{"near":\#(operand)}}}"#)
        #expect(bench.run(plan).ending == ending)
        #expect(Run(plan, on: bench.host, events: EventStream(to: []))() == ending)
    }
}

extension Result {
    fileprivate var success: Success? { try? get() }
}

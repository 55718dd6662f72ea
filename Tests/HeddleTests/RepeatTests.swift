// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import Testing
import Workbench

@Suite("Steps that are repeated")
struct RepeatTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    /// `c.count` returns 1, 2, 3 and so on in each run. `divide` fails where its second argument is 0.
    private func plan(_ members: String) throws -> Plan {
        let text = """
            { "behaviour": 1, \(members), "modules": { "probe": { "library": "probe" }, "c": { "library": "counter" },
              "libc": { "library": "libc.so.6", "declarations": [
                "_Success_(return >= 'c') int fgetc(FILE *stream)", "_Free_(fclose) FILE *tmpfile(void)",
                "int fclose(_Post_ptr_invalid_ FILE *stream)", "int fputs(const char *text, FILE *stream)",
                "void rewind(FILE *stream)", "int isalpha(int c)", "int _Deleted(void)", "char *strdup(const char *text)" ] } } }
            """
        return try Plan.read(SourceText(name: "loop.json", text), on: bench.host, origin: .file(folder: "."))
    }

    private func run(_ members: String) throws -> (ending: Run.Ending, events: [Event]) {
        let plan = try plan(members)
        defer { plan.end() }
        return bench.runAllWays(plan)
    }

    /// The events of the steps, without the summary.
    private func story(_ steps: String, rest: String = "") throws -> [String] {
        try run(#""steps": [\#(steps)]\#(rest)"#).events.story.dropLast()
    }

    /// Which steps were called, by their indices.
    private func order(_ steps: String, rest: String = "") throws -> String {
        try run(#""steps": [\#(steps)]\#(rest)"#).events.calledSteps.map(String.init).joined()
    }

    private func mistakes(_ steps: String) -> [Diagnostic] {
        do {
            try plan(#""steps": [\#(steps)]"#).end()
            return []
        } catch {
            return (error as? Diagnostics)?.all ?? []
        }
    }

    private static let count = #"{ "call": "c.count" }"#

    private static func counting(until condition: String) -> String {
        #"{ "call": "c.count", "until": { "result": \#(condition) } }"#
    }

    private static func loop(_ steps: String, _ times: Int) -> String {
        #"{ "repeat": [\#(steps)], "times": \#(times) }"#
    }

    // MARK: Order

    @Test("run as often as the loop says, in their order, and the steps behind it once")
    func times() throws {
        let loop = Self.loop("\(Self.count), \(Self.count)", 3)
        #expect(try order("\(Self.count), \(loop), \(Self.count)") == "01212123")
    }

    @Test("begin each round with the arguments that were written, and tell these")
    func writtenArguments() throws {
        let text = """
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6",
                "declarations": ["int rand_r(_Inout_ unsigned int *seed)"] } },
              "steps": [{ "repeat": [{ "call": "c.rand_r", "with": [1], "save": "number" }], "times": 3 },
                { "call": "c.rand_r", "with": [1], "expect": { "result": { "ref": "number" } } }] }
            """
        let plan = try Plan.read(SourceText(name: "a.json", text), on: bench.host, origin: .file(folder: "."))
        defer { plan.end() }
        let events = bench.runAllWays(plan).events
        let calls = events.compactMap { event in if case .call(let call) = event { call } else { nil } }
        #expect(calls.map(\.arguments) == [[1], [1], [1], [1]])
        #expect(Set(calls.map(\.out)).count == 1 && calls[0].out != [.init("seed", 1)])
    }

    @Test("run in each round of the loops around theirs")
    func nested() throws {
        let inner = Self.loop(Self.count, 2)
        #expect(try order(Self.loop("\(inner), \(Self.count)", 2)) == "001001")
        #expect(try order(Self.loop("\(Self.count), \(inner)", 2)) == "011011")
        #expect(try order(Self.loop(inner, 3)) == "000000")
        #expect(try order("\(inner), \(inner)") == "0011")
    }

    @Test("end once the condition of one of them holds, whose round goes no further")
    func until() throws {
        let steps = "\(Self.loop("\(Self.counting(until: "3")), \(Self.count)", 9)), \(Self.count)"
        #expect(try order(steps) == "0102")
        #expect(
            try story(steps) == [
                "call 0 count returned 1", "call 1 count returned 2", "call 0 count returned 3",
                "call 2 count returned 4",
            ])
    }

    @Test("end the innermost loop around the step that ends it")
    func innermost() throws {
        let inner = Self.loop(Self.counting(until: #"{ "in": [2, 5] }"#), 9)
        #expect(try order(Self.loop("\(inner), \(Self.count)", 2)) == "001001")
        let twice = Self.loop(Self.count, 2)
        let outer = Self.loop("\(twice), \(Self.counting(until: "8")), \(twice)", 9)
        #expect(try order(outer) == "00122001")
    }

    @Test("end by conditions that all have to hold, of each kind")
    func conditions() throws {
        let both = #"{ "call": "c.count", "until": { "result": { "gt": 2 }, "errno": 0, "status": "returned" } }"#
        #expect(try order(Self.loop(both, 9)) == "000")
        let mixed = #"{ "call": "c.count", "expect": { "result": { "lt": 5 } }, "until": { "result": { "gt": 3 } } }"#
        #expect(try story(Self.loop(mixed, 9)).filter { $0 == "result held" }.count == 4)
        let text = #"{ "call": "probe.same_text", "with": ["weft"], "until": { "result": { "startsWith": "w" } } }"#
        #expect(try order(Self.loop(text, 9)) == "0")
    }

    @Test("have their hooks around each call of each round")
    func hooks() throws {
        let hooks = #", "hooks": [{ "on": "c.count", "before": { "count": {} }, "name": "seen" }]"#
        let told = try story(Self.loop(Self.count, 4), rest: hooks)
        #expect(told.contains("count of count"))
    }

    // MARK: Ends that are none

    @Test("are a mistake of the run where nothing ends them in time, and the steps behind them are not run")
    func unended() throws {
        let steps = "\(Self.loop(Self.counting(until: "9"), 3)), \(Self.count)"
        let (ending, events) = try run(#""steps": [\#(steps)]"#)
        #expect(ending == .failed)
        let found = events.compactMap { event -> Diagnostic? in
            if case .diagnostic(let diagnostic, _) = event { diagnostic } else { nil }
        }
        #expect(found.map(\.message) == [#"the loop was run 3 times, and no "until" in it has ended it"#])
        #expect(found.first?.range?.excerpt == "3")
        #expect(found.first?.notes.map { $0.range?.excerpt } == [#""result": 9"#])
        #expect(try order(steps) == "000")
        #expect(try order(steps, rest: #", "policy": { "onFailure": "continue" }"#) == "0001")
    }

    @Test("end where one of them that could end them fails, or is left out")
    func failed() throws {
        let wrong = #"{ "call": "c.count", "expect": { "result": 2 }, "until": { "result": 9 } }"#
        let goesOn = #", "policy": { "onFailure": "continue" }"#
        #expect(try order("\(Self.loop(wrong, 9)), \(Self.count)", rest: goesOn) == "01")
        let absent = #"{ "call": "libc._Deleted", "until": { "result": 1 } }"#
        let skips = #", "policy": { "missing": "skip" }"#
        #expect(try order("\(Self.loop("\(absent), \(Self.count)", 9)), \(Self.count)", rest: skips) == "02")
    }

    @Test("are told once to be left out")
    func skipped() throws {
        let absent = #"{ "call": "libc._Deleted" }"#
        let told = try story(Self.loop("\(absent), \(Self.count)", 3), rest: #", "policy": { "missing": "skip" }"#)
        #expect(told.filter { $0 == "call 0 _Deleted skipped" }.count == 1)
        #expect(told.filter { $0.hasPrefix("call 1") }.count == 3)
    }

    @Test("say in which round they fail")
    func round() throws {
        let wrong = #"{ "call": "c.count", "expect": { "result": { "lt": 5 } } }"#
        let events = try run(#""steps": [\#(Self.loop("\(Self.loop(wrong, 2))", 9))]"#).events
        let rounds = events.compactMap { event -> Int? in
            if case .expectation(let expectation) = event { expectation.circumstances?.round } else { nil }
        }
        #expect(rounds == [1])
        let failing = #"{ "call": "probe.divide", "with": [1, { "ref": "n" }] }"#
        let saving = #"{ "call": "c.count", "save": "n", "until": { "result": 9 } }"#
        let told = try run(#""steps": [\#(Self.loop("\(saving), \(failing), \(wrong)", 9))]"#).events
        let later = told.compactMap { event -> Int? in
            if case .expectation(let expectation) = event { expectation.circumstances?.round } else { nil }
        }
        #expect(later == [3])
    }

    @Test("go on after a failure where the policy goes on")
    func goingOn() throws {
        let wrong = #"{ "call": "c.count", "expect": { "result": 2 } }"#
        let goesOn = #", "policy": { "onFailure": "continue" }"#
        #expect(try order(Self.loop(wrong, 3), rest: goesOn) == "000")
        #expect(try order(Self.loop(wrong, 3)) == "0")
    }

    @Test("are called again until they return, where the loop waits for that")
    func retries() throws {
        let told = try story(
            #"""
            { "call": "libc.tmpfile", "save": "file" },
            { "call": "libc.fputs", "with": ["abcd", { "ref": "file" }] },
            { "call": "libc.rewind", "with": [{ "ref": "file" }] },
            { "repeat": [{ "call": "libc.fgetc", "with": [{ "ref": "file" }], "until": { "status": "returned" }, "save": "c" }],
              "times": 9 },
            { "call": "libc.isalpha", "with": [{ "ref": "c" }], "expect": { "result": { "ne": 0 } } },
            { "call": "libc.fclose", "with": [{ "ref": "file" }] }
            """#)
        #expect(
            told.filter { $0.hasPrefix("call 3") } == [
                "call 3 fgetc failed unsuccessful", "call 3 fgetc failed unsuccessful", "call 3 fgetc returned 99",
            ])
        #expect(told.contains("result held"))
    }

    // MARK: Saved values

    @Test("save anew in each round, and the steps behind them get the last value")
    func saves() throws {
        let saving = #"{ "call": "c.count", "save": "n" }"#
        let adding = #"{ "call": "probe.add", "with": [{ "ref": "n" }, 10] }"#
        #expect(
            try story("\(Self.loop("\(saving), \(adding)", 2)), \(adding)") == [
                "call 0 count returned 1", "call 1 add returned 11", "call 0 count returned 2",
                "call 1 add returned 12", "call 2 add returned 12",
            ])
        let parts = #"{ "call": "probe.divide", "with": [{ "ref": "n" }, 2], "save": { "half": "out.quotient" } }"#
        let using = #"{ "call": "probe.add", "with": [{ "ref": "half" }, 0] }"#
        let told = try story("\(Self.loop("\(saving), \(parts), \(using)", 4)), \(using)")
        #expect(told.filter { $0.contains(" add ") }.map { $0.suffix(1) } == ["0", "1", "1", "2", "2"])
    }

    @Test(
        "that a loop ends before save nothing, also if an earlier pass through the loop reached them",
        arguments: [#""n""#, #"{ "n": "result" }"#, #"{ "n": "errno" }"#])
    func unreached(save: String) throws {
        let saving = #"{ "call": "c.count", "save": \#(save) }"#
        let adding = #"{ "call": "probe.add", "with": [{ "ref": "n" }, 10] }"#
        let goesOn = #", "policy": { "onFailure": "continue" }"#
        let once = Self.loop("\(Self.counting(until: "1")), \(saving)", 2)
        #expect(try story("\(once), \(adding)", rest: goesOn).last == "call 2 add failed argument")
        // The inner loop is ended by 3 in its second round, and at once by 4: then nothing was saved in that pass.
        let inner = Self.loop("\(Self.counting(until: #"{ "in": [3, 4] }"#)), \(saving)", 9)
        let told = try story(Self.loop("\(inner), \(adding)", 2), rest: goesOn)
        #expect(told.filter { $0.contains(" add ") }.map { $0.contains("returned") } == [true, false])
    }

    @Test("are known to what runs in any case, also where the last step that was run stands before them")
    func savedForAlways() throws {
        let saving = #"{ "call": "c.count", "save": "n" }"#
        let always = #", "always": [{ "call": "probe.add", "with": [{ "ref": "n" }, 10] }]"#
        #expect(try order(Self.loop("\(Self.counting(until: "3")), \(saving)", 9), rest: always) == "0102")
        let failing = #"{ "call": "c.count", "expect": { "result": 1 } }"#
        let told = try story(Self.loop("\(failing), \(saving)", 9), rest: always)
        #expect(told.last == "call 2 add returned 12")
    }

    // MARK: Where loops stand

    @Test("may stand in setup and always, and in cases with tables")
    func scopes() throws {
        let plan = try plan(
            #"""
            "setup": [{ "repeat": [{ "call": "c.count", "save": "n" }], "times": 2 }],
            "always": [{ "repeat": [{ "call": "c.count" }, { "repeat": [{ "call": "c.count" }], "times": 2 }], "times": 2 }],
            "cases": [{ "name": "a", "each": [{ "stop": 4 }, { "stop": 5 }], "steps": [
              { "repeat": [{ "call": "c.count", "until": { "result": { "ref": "row.stop" } } }], "times": 9 },
              { "call": "probe.add", "with": [{ "ref": "n" }, 0], "expect": { "result": 2 } } ] }]
            """#)
        defer { plan.end() }
        let recorder = Recorder()
        for planned in plan.cases { _ = CaseRun(planned, on: bench.host, events: EventStream(to: [recorder]))() }
        let calls = recorder.events.calledSteps.map(String.init).joined()
        #expect(calls == "0011" + "2" + "344344" + "00111" + "2" + "344344")
        #expect(recorder.events.story.contains("passed a [1]") && recorder.events.story.contains("passed a [2]"))
    }

    @Test("walk through memory until there is no more")
    func memory() throws {
        let told = try run(
            #"""
            "steps": [{ "new": "int[4]", "save": "numbers" },
              { "repeat": [{ "call": "c.count", "save": "n" }, { "write": "numbers[0]", "value": { "ref": "n" } },
                { "read": "numbers[0]", "until": { "result": { "gt": 4 } } }], "times": 9 },
              { "read": "numbers[0]", "expect": { "result": 5 } }]
            """#)
        #expect(told.ending == .held)
    }

    @Test("stop between two of them when the run is interrupted")
    func interrupted() throws {
        let plan = try plan(#""steps": [\#(Self.loop(Self.loop(Self.count, 2_000_000_000), 2_000_000_000))]"#)
        defer { plan.end() }
        var asked = 0
        let (ending, events) = bench.run(plan) {
            asked += 1
            return asked > 10
        }
        #expect(ending == .interrupted)
        #expect(events.story.filter { $0.hasPrefix("call 0") }.count < 11)
    }

    // MARK: Mistakes

    @Test(
        "are refused with a reason",
        arguments: [
            (#"{ "repeat": [], "times": 2 }"#, ["\"repeat\" of a loop is [], expected at least one step"]),
            (#"{ "repeat": [{ "call": "c.count" }] }"#, ["a loop needs the key \"times\", found none"]),
            (
                #"{ "repeat": [{ "call": "c.count" }], "times": 0 }"#,
                ["\"times\" of a loop is 0, expected a whole number from 1 to 2147483647"]
            ),
            (#"{ "times": 2, "repeat": [{ "call": "c.cuont" }] }"#, ["the module c has no action \"cuont\""]),
            (#"{ "call": "c.count", "until": { "result": 1 } }"#, ["\"until\" ends a loop, and the step is in none"]),
            (
                #"{ "repeat": [{ "call": "c.count", "until": {} }], "times": 2 }"#,
                ["\"until\" of a step is {}, expected a condition such as {\"result\": 0}"]
            ),
            (
                #"{ "repeat": [{ "call": "c.count", "until": { "result": "one" } }], "times": 2 }"#,
                ["result of c.count is a number and can never be text \"one\""]
            ),
            (
                #"{ "repeat": [{ "call": "probe.same_text", "with": ["a"], "until": { "result": { "golden": "a" } } }], "times": 2 }"#,
                ["\"golden\" compares with a file, which only \"expect\" does"]
            ),
            (#"{ "repeat": null, "times": 2 }"#, ["\"repeat\" of a loop is null, expected a list of steps"]),
            (
                #"{ "repeat": [{ "call": "c.count" }], "call": "c.count", "times": 2 }"#,
                ["a loop has no key \"call\""]
            ),
            (#"{ "times": 2 }"#, ["a loop needs the key \"repeat\", found none"]),
            (
                #"{ "repeat": { "call": "c.count" }, "times": 2 }"#,
                ["\"repeat\" of a loop is an object, expected a list of steps"]
            ),
        ])
    func refused(step: String, expected: [String]) {
        #expect(mistakes(step).map(\.message) == expected)
    }

    @Test("in a loop that is wrong are looked at too, and those that are right are no mistake")
    func inWrongLoops() {
        let inner = Self.loop(Self.counting(until: "3"), 2)
        #expect(
            mistakes(#"{ "repeat": [\#(Self.count), \#(inner), { "call": "c" }], "tims": 2 }"#).count == 2)
        #expect(mistakes(#"{ "repeat": [\#(Self.count), \#(inner)], "times": "2" }"#).count == 1)
    }

    // MARK: Any loops

    /// Steps with loops and branches, as a person would write them down and as the same person would run them.
    private indirect enum Part {
        case count(until: Int?)
        case loop([Part], times: Int)
        /// The first ones are run where the number is a multiple.
        case branch(Int, [Part], [Part])

        static func random(_ depth: Int, _ generator: inout SeededGenerator) -> Part {
            if depth == 0 || Int.random(in: 0..<3, using: &generator) == 0 {
                // It ends its loop where the number is a multiple.
                return .count(until: Bool.random(using: &generator) ? Int.random(in: 2...5, using: &generator) : nil)
            }
            let parts = (0..<Int.random(in: 1...2, using: &generator)).map { _ in random(depth - 1, &generator) }
            if Int.random(in: 0..<5, using: &generator) < 2 {
                let others = (0..<Int.random(in: 0...2, using: &generator)).map { _ in random(depth - 1, &generator) }
                return .branch(Int.random(in: 2...3, using: &generator), parts, others)
            }
            return .loop(parts, times: Int.random(in: 1...3, using: &generator))
        }

        private static func multiples(_ divisor: Int) -> String {
            (1...350).map { "\($0 * divisor)" }.joined(separator: ",")
        }

        func text(isInLoop: Bool = false) -> String {
            switch self {
            case .count(let divisor?) where isInLoop:
                return #"{ "call": "c.count", "until": { "result": { "in": [\#(Self.multiples(divisor))] } } }"#
            case .count: return #"{ "call": "c.count" }"#
            case .loop(let parts, let times):
                let steps = parts.map { $0.text(isInLoop: true) }.joined(separator: ",")
                return #"{ "repeat": [\#(steps)], "times": \#(times) }"#
            case .branch(let divisor, let parts, let others):
                func text(_ parts: [Part]) -> String {
                    parts.map { $0.text(isInLoop: isInLoop) }.joined(separator: ",")
                }
                let (chosen, rest) = (text(parts), text(others))
                let condition = #"{ "result": { "in": [\#(Self.multiples(divisor))] } }"#
                return #"{ "call": "c.count", "if": \#(condition), "then": [\#(chosen)]"#
                    + (others.isEmpty ? " }" : #", "else": [\#(rest)] }"#)
            }
        }

        var steps: Int {
            switch self {
            case .count: 1
            case .loop(let parts, _): parts.map(\.steps).reduce(0, +)
            case .branch(_, let parts, let others): (parts + others).map(\.steps).reduce(1, +)
            }
        }

        /// True if it can end the loop around it.
        private var canEnd: Bool {
            switch self {
            case .count(let divisor): divisor != nil
            case .loop: false
            case .branch(_, let parts, let others): (parts + others).contains(where: \.canEnd)
            }
        }

        /// Returns true if the loop around it ends.
        func run(_ first: Int, isInLoop: Bool, _ number: inout Int, _ calls: inout [Int], _ unended: inout Int) -> Bool
        {
            switch self {
            case .count(let divisor):
                number += 1
                calls.append(first)
                return isInLoop && divisor.map { number.isMultiple(of: $0) } == true
            case .loop(let parts, let times):
                for _ in 0..<times {
                    var index = first
                    for part in parts {
                        if part.run(index, isInLoop: true, &number, &calls, &unended) { return false }
                        index += part.steps
                    }
                }
                if parts.contains(where: \.canEnd) { unended += 1 }
                return false
            case .branch(let divisor, let parts, let others):
                number += 1
                calls.append(first)
                let isChosen = number.isMultiple(of: divisor)
                var index = first + 1 + (isChosen ? 0 : parts.map(\.steps).reduce(0, +))
                for part in isChosen ? parts : others {
                    if part.run(index, isInLoop: isInLoop, &number, &calls, &unended) { return true }
                    index += part.steps
                }
                return false
            }
        }
    }

    @Test("run in the order of a model of nested loops and branches", arguments: 0..<80)
    func model(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let parts = (0..<3).map { _ in Part.random(3, &generator) }
        let steps = parts.map { $0.text() }.joined(separator: ",")
        let (_, events) = try run(#""steps": [\#(steps)], "policy": { "onFailure": "continue" }"#)
        var (number, calls, unended, first) = (0, [Int](), 0, 0)
        for part in parts {
            _ = part.run(first, isInLoop: false, &number, &calls, &unended)
            first += part.steps
        }
        #expect(events.calledSteps == calls)
        #expect(events.story.filter { $0 == "error loop.unended" }.count == unended)
    }
}

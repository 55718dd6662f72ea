// SPDX-License-Identifier: Apache-2.0

import Foundation
import Heddle
import Synchronization
import Testing

@Suite("A behaviour run in a task")
struct RunEventTests {
    private let host = ModuleHost()
    private let notes = Notes()

    init() throws {
        let notes = notes
        let note = ScriptedAction("int note(int n)") { arguments in
            guard case .number(let number)? = arguments.first, let number = number.integer else { return 0 }
            notes.add("\(number)")
            return .number(.integer(number))
        }
        try host.script("t", [note])
    }

    private func behaviour(_ numbers: [Int], always: [Int] = []) -> String {
        func steps(_ numbers: [Int]) -> String {
            numbers.map { #"{ "call": "t.note", "with": [\#($0)] }"# }.joined(separator: ", ")
        }
        return """
            { "behaviour": 1, "modules": { "t": { "library": "t" } },
              "steps": [\(steps(numbers))], "always": [\(steps(always))] }
            """
    }

    @Test("tells each event in order, and gives the result")
    func events() async throws {
        var seen: [String] = []
        let run = try await host.run(behaviour: behaviour([1, 2])) { event in
            seen.append(
                event.kind == .call
                    ? "\((event["call"] ?? .null).json) \((event["result"] ?? .null).json)" : event.kind.rawValue)
        }
        #expect(seen == [#""t.note" 1"#, #""t.note" 2"#, "summary"])
        #expect(run.ending == .held)
        #expect(try await host.run(behaviour: behaviour([3])).callsReturned == 1)
    }

    @Test("is a sequence of events, too, whose problems print as the command shows them")
    func sequence() async throws {
        let text = #"""
            { "behaviour": 1, "modules": { "t": { "library": "t" } },
              "steps": [{ "call": "t.note", "with": [1], "expect": { "result": 2 } }] }
            """#
        var problems: [String] = []
        var last: RunEvent?
        for try await event in host.events(ofBehaviour: text, named: "b.json") {
            problems += event.problem.map { ["\($0)"] } ?? []
            last = event
        }
        #expect(problems.count == 1)
        #expect(problems.first?.contains(" --> b.json:2:") == true)
        #expect(last?.json.hasPrefix(#"{"event":"summary","calls":1"#) == true)
    }

    @Test("runs on a thread that is none of the tasks': a call that blocks holds up no task")
    func ownThread() async throws {
        let gate = Gate()
        try host.script("g", [ScriptedAction("int wait(void)") { _ in gate.wait() }])
        let text = #"{ "behaviour": 1, "modules": { "g": { "library": "g" } }, "steps": [{ "call": "g.wait" }] }"#
        try await withThrowingTaskGroup { group in
            for _ in 0..<32 { group.addTask { try await host.run(behaviour: text).ending == .held } }
            while gate.waiting < 32 { await Task.yield() }
            gate.open()
            for try await isHeld in group { #expect(isHeld) }
        }
    }

    @Test("stops after the current call when its task is cancelled; always steps are made")
    func cancelled() async throws {
        let gate = Gate()
        let notes = notes
        try host.script("g", [ScriptedAction("int wait(void)") { _ in gate.wait() }])
        let text = """
            { "behaviour": 1, "modules": { "t": { "library": "t" }, "g": { "library": "g" } },
              "steps": [{ "call": "t.note", "with": [1] }, { "call": "g.wait" }, { "call": "t.note", "with": [2] }],
              "always": [{ "call": "t.note", "with": [9] }] }
            """
        for isSequence in [false, true] {
            let task = Task {
                if !isSequence { return try await host.run(behaviour: text).ending == .interrupted }
                var count = 0
                for try await event in host.events(ofBehaviour: text) where event.kind == .call { count += 1 }
                return count == 3
            }
            while gate.waiting < 1 { await Task.yield() }
            task.cancel()
            gate.open()
            #expect(try await task.value)
            #expect(notes.take() == ["1", "9"])
            gate.close()
        }
    }

    @Test("calls nothing where its task is cancelled before")
    func cancelledBefore() async throws {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await host.run(behaviour: behaviour([1], always: [9])).ending == .interrupted
        }
        task.cancel()
        #expect(try await task.value)
        #expect(notes.take() == [])
    }

    @Test("stops when the closure throws, and throws that error after the always steps")
    func throwing() async throws {
        struct Enough: Error {}
        await #expect(throws: Enough.self) {
            try await host.run(behaviour: behaviour(Array(1...2000), always: [9999])) { _ in throw Enough() }
        }
        let notes = notes.take()
        #expect(notes.last == "9999")
        #expect(notes.count < 2000)
    }

    @Test("stops when its loop is left early")
    func left() async throws {
        for try await event in host.events(ofBehaviour: behaviour(Array(1...5000), always: [9999])) {
            #expect(event["result"] == 1)
            break
        }
        while notes.last != "9999" { await Task.yield() }
        #expect(notes.take().count < 5000)
    }

    @Test("loses no event where it waits for a slow loop")
    func slow() async throws {
        var results: [Value] = []
        for try await event in host.events(ofBehaviour: behaviour(Array(0..<3000))) where event.kind == .call {
            if results.count.isMultiple(of: 500) { try await Task.sleep(for: .milliseconds(1)) }
            results.append(event["result"] ?? .null)
        }
        #expect(results == (0..<3000).map { .number(.integer(Int128($0))) })
    }

    @Test("takes its events in the actor that asks")
    @MainActor
    func isolated() async throws {
        try await host.run(behaviour: behaviour([1])) { _ in MainActor.assertIsolated() }
    }

    @Test("throws every mistake of a behaviour, as one error that prints as heddle check does")
    func mistakes() async throws {
        let wrong = #"{ "behaviour": 1, "steps": [{ "call": "t.note", "with": ["4"] }, { "call": "t.nota" }] }"#
        let mistakes = await #expect(throws: Diagnostics.self) { try await host.run(behaviour: wrong, named: "b.json") }
        #expect(mistakes.map { "\($0)" }?.hasSuffix("\n\(mistakes?.all.count ?? 0) errors") == true)
        #expect(mistakes.map { "\($0)" }?.contains(" --> b.json:1:") == true)
        await #expect(throws: Diagnostics.self) { for try await _ in host.events(ofBehaviour: wrong) {} }
        await #expect(throws: Diagnostics.self) { try await host.run("none.json") }
    }
}

/// What actions were called with.
private final class Notes: Sendable {
    private let kept = Mutex<[String]>([])

    var last: String? { kept.withLock { $0.last } }
    func add(_ note: String) { kept.withLock { $0.append(note) } }

    /// Takes the notes out.
    func take() -> [String] {
        kept.withLock { kept in
            defer { kept = [] }
            return kept
        }
    }
}

/// Where calls wait until it opens.
private final class Gate: Sendable {
    private let state = Mutex((waiting: 0, isOpen: false))

    var waiting: Int { state.withLock { $0.waiting } }
    func open() { state.withLock { $0.isOpen = true } }
    func close() { state.withLock { $0 = (0, false) } }

    func wait() -> Value {
        state.withLock { $0.waiting += 1 }
        while !state.withLock({ $0.isOpen }) { Thread.sleep(forTimeInterval: 0.0005) }
        return 0
    }
}

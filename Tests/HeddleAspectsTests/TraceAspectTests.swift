// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import HeddleDeclarations
import Synchronization
import Testing

/// The events that aspects emit.
final class EmittedEvents: Sendable {
    private let events = Mutex<[(name: String, value: Value)]>([])
    private let thread = Atomic<UInt64>(1)

    /// Services that keep events, on a thread of the number that is set.
    var services: AspectServices {
        AspectServices(
            emit: { name, value in self.events.withLock { $0.append((name, value)) } },
            thread: { self.thread.load(ordering: .relaxed) })
    }

    var lines: [String] { events.withLock { $0 }.map { "\($0.name) \($0.value.json)" } }

    func setThread(_ number: UInt64) { thread.store(number, ordering: .relaxed) }
}

@Suite("trace")
struct TraceAspectTests {
    private let clock = FakeClock()
    private let events = EmittedEvents()
    private let aspect: any Observer

    init() throws {
        clock.set(100)
        aspect = try AspectCatalog(clock: clock, services: events.services).observer("trace")
    }

    private func begin(_ action: String, at time: UInt64) -> UInt64 {
        clock.set(time)
        return aspect.entered(FakeCall(action))
    }

    private func end(_ span: UInt64, _ action: String, at time: UInt64, _ outcome: Outcome = returnedNothing) {
        clock.set(time)
        aspect.left(FakeCall(action, outcome: outcome), since: span)
    }

    @Test("tells of each call when it ends, with the call around it")
    func tree() {
        let outer = begin("a", at: 110)
        let first = begin("b", at: 120)
        end(first, "b", at: 125)
        let second = begin("c", at: 130)
        end(second, "c", at: 140, failed)
        end(outer, "a", at: 150)
        #expect(
            events.lines == [
                #"span {"span":2,"parent":1,"action":"z.b","thread":1,"startNs":20,"ns":5,"status":"returned"}"#,
                #"span {"span":3,"parent":1,"action":"z.c","thread":1,"startNs":30,"ns":10,"status":"failed"}"#,
                #"span {"span":1,"action":"z.a","thread":1,"startNs":10,"ns":40,"status":"returned"}"#,
            ])
        #expect(
            aspect.findings().map { numbers($0.facts) } == [
                ["spans": 1, "roots": 1, "deepest": 1], ["spans": 1, "roots": 0, "deepest": 2],
                ["spans": 1, "roots": 0, "deepest": 2],
            ])
    }

    @Test("keeps the trees of threads apart")
    func threads() {
        let one = begin("a", at: 100)
        events.setThread(2)
        let two = begin("b", at: 100)
        events.setThread(1)
        end(one, "a", at: 100)
        events.setThread(2)
        end(two, "b", at: 100)
        #expect(events.lines.allSatisfy { !$0.contains("parent") })
        #expect(events.lines[1].contains(#""thread":2"#))
    }

    @Test("an end without its beginning, and a beginning without its end, confuse nobody")
    func odd() {
        end(99, "a", at: 100)
        #expect(events.lines.isEmpty)
        let outer = begin("a", at: 100)
        _ = begin("b", at: 100)
        end(outer, "a", at: 110)
        let next = begin("c", at: 120)
        end(next, "c", at: 120)
        #expect(events.lines.count == 2)
        #expect(!events.lines[1].contains("parent"))
    }

    @Test("every span has its own number under threads")
    func manyThreads() async throws {
        let aspect = aspect
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<200 {
                        aspect.left(FakeCall(outcome: returnedNothing), since: aspect.entered(FakeCall()))
                    }
                }
            }
        }
        #expect(numbers(aspect.findings()[0].facts)["spans"] == 1600)
    }
}

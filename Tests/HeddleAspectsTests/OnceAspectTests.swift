// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import HeddleDeclarations
import Synchronization
import Testing

@Suite("once")
struct OnceAspectTests {
    private let catalog = AspectCatalog()

    @Test("runs the body for the first call, and answers all others with what that returned")
    func once() throws {
        let aspect = try catalog.interceptor("once")
        let body = FakeBody(.returned(7), .returned(8))
        for number in [1, 2, 3] as [Value] {
            #expect(FakeInterception.run(FakeTarget(), [number, 0], through: aspect, body: body.run) == .returned(7))
        }
        #expect(body.calls == [[1, 0]])
        #expect(numbers(aspect.facts()) == ["ran": 1, "answered": 2])
    }

    @Test("does not count a call that fails")
    func failures() throws {
        let aspect = try catalog.interceptor("once")
        let body = FakeBody(failed, failed, .returned(7), .returned(8))
        let outcomes = (0..<5).map { _ in FakeInterception.run(through: aspect, body: body.run) }
        #expect(outcomes == [failed, failed, .returned(7), .returned(7), .returned(7)])
    }

    @Test("fails a call that comes while the first still runs, and waits for nobody")
    func running() throws {
        let aspect = try catalog.interceptor("once")
        let inner = Mutex<Outcome?>(nil)
        let outer = FakeInterception.run(through: aspect) { _ in
            inner.withLock { $0 = FakeInterception.run(through: aspect) }
            return .returned(7)
        }
        #expect(outer == .returned(7))
        guard case .failed(let failure)? = inner.withLock({ $0 }) else {
            Issue.record("it ran twice")
            return
        }
        #expect(failure.code == "stillRunning")
    }

    @Test("runs once under threads")
    func threads() async throws {
        let aspect = try catalog.interceptor("once")
        let body = FakeBody(.returned(7))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<100 { _ = FakeInterception.run(through: aspect, body: body.run) } }
            }
        }
        #expect(body.calls.count == 1)
    }

    @Test("does for void actions, and not for those whose calls do more than return")
    func fit() throws {
        let target = FakeTarget("void f(void)")
        let aspect = try catalog.interceptor("once", nil, around: target)
        let body = FakeBody(.returned(nil))
        for _ in 0..<2 { #expect(FakeInterception.run(target, [], through: aspect, body: body.run) == .returned(nil)) }
        #expect(body.calls.count == 1)
        var writing = FakeTarget()
        writing.affectsArguments = true
        #expect(catalog.mistake("once", nil, around: writing)?.contains("it writes to its arguments") == true)
    }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleServices
import Synchronization
import Testing

@Suite("Aspects of a service that wait")
struct ServiceTimeTests {
    private let clock = TestClock()

    private func sleeping(_ duration: Duration, on clock: TestClock) -> AnyService<Int, Int> {
        AnyService("test.sleep") { number in
            try await clock.sleep(for: duration)
            return number
        }
    }

    @Test("delayed waits before each call")
    func delayed() async throws {
        let delayed = Asked<Int, Int>(.success(7)).delayed(by: .milliseconds(20), clock: clock)
        for _ in 0..<2 { #expect(try await delayed(1) == 7) }
        #expect(clock.naps == [.milliseconds(20), .milliseconds(20)])
    }

    @Test("numbers out of range are moved into it, and NaN to its lower end")
    func clamped() async throws {
        let failure = Failure(code: "down", message: "")
        for factor in [-5, .nan, .infinity] {
            let retried = try Asked<Int, Int>(.failure(failure)).idempotent().retried(
                attempts: 3, backoff: .milliseconds(1), factor: factor, longest: .milliseconds(2), jitter: .infinity,
                clock: clock)
            await #expect(throws: Failure.self) { try await retried(1) }
        }
        #expect(clock.naps.count == 6)
        let timed = Asked<Int, Int>(.success(7)).timed(quantiles: [.nan, 2], clock: clock)
        _ = try await timed(1)
        #expect(Set(["p0Ns", "p100Ns"]).isSubset(of: timed.findings.first?.facts.map(\.name) ?? []))
    }

    @Test("every clock will do: one without a known type, and one with durations of its own")
    func clocks() async throws {
        let known: any Clock<Duration> = clock
        let frames = FrameClock()
        let scaled = ScaledClock(frames, second: Frames(count: 60))
        for any in [known, scaled] as [any Clock<Duration>] {
            let service = try Asked<Int, Int>(.failure(failure("offline")), .success(7))
                .delayed(by: .milliseconds(500), clock: any)
                .retried(backoff: .seconds(2), force: true, clock: any)
                .timeLimited(to: .seconds(3600), clock: ContinuousClock())
                .limited(to: 5, per: .seconds(1), clock: any)
                .cached(timeToLive: .seconds(10), clock: any)
                .timed(clock: any)
            for _ in 0..<2 { #expect(try await service(1) == 7) }
            #expect(service.findings[0]["totalNs"] == 3_000_000_000)
            #expect(service.findings[1]["hits"] == 1)
        }
        #expect(clock.naps == [.milliseconds(500), .seconds(2), .milliseconds(500)])
        #expect(frames.naps == [30, 120, 30])
        #expect(scaled.minimumResolution == .seconds(1.0 / 60))
    }

    @Test("delayed by chance waits longer or shorter, the same in each run of a seed")
    func jitter() async throws {
        var all: [[Duration]] = []
        for seed in [1, 1, 2] as [UInt64] {
            let clock = TestClock()
            let delayed = Asked<Int, Int>(.success(7)).delayed(
                by: .milliseconds(20), jitter: 0.5, seed: seed, clock: clock)
            for _ in 0..<10 { _ = try await delayed(1) }
            all.append(clock.naps)
        }
        #expect(all[0] == all[1])
        #expect(all[0] != all[2])
        #expect(all[0].allSatisfy { (.milliseconds(10)...(.milliseconds(30))).contains($0) })
    }

    @Test("a duration of any length is no mistake", arguments: [Duration.seconds(-1), .zero, .seconds(Int64.max)])
    func lengths(duration: Duration) async throws {
        let delayed = Asked<Int, Int>(.success(7)).delayed(by: duration, jitter: 1, clock: clock)
        #expect(try await delayed(1) == 7)
    }

    @Test("retried asks again until there is an answer, with longer and longer pauses")
    func retried() async throws {
        let offline = Result<Int, any Error>.failure(failure("offline"))
        let asked = Asked<Int, Int>(offline, offline, offline, offline, .success(7))
        let retried = try asked.retried(
            attempts: 5, backoff: .milliseconds(10), factor: 3, longest: .milliseconds(40), force: true, clock: clock)
        #expect(try await retried(1) == 7)
        #expect(clock.naps == [.milliseconds(10), .milliseconds(30), .milliseconds(40), .milliseconds(40)])
        #expect(retried.findings[0]["recovered"] == 1)
    }

    @Test("retried gives up after its attempts, and at once after a failure that does not pass")
    func givingUp() async throws {
        let asked = Asked<Int, Int>(.failure(failure("offline")), .failure(failure("denied")))
        let retried = try asked.retried(attempts: 9, force: true) { ($0 as? Failure)?.code == "offline" }
        #expect(await failureCode { try await retried(1) } == "denied")
        #expect(asked.inputs.count == 2)
        #expect(await failureCode { try await asked.retried(attempts: 3, force: true)(1) } == "denied")
        #expect(asked.inputs.count == 5)
        #expect(retried.findings[0]["gaveUp"] == 1)
    }

    @Test("a task that is cancelled while it waits ends at once, and asks no more")
    func cancelledWait() async throws {
        let clock = TestClock(isManual: true)
        let asked = Asked<Int, Int>(.failure(failure("offline")))
        let services: [any Service<Int, Int>] = [
            asked.delayed(by: .seconds(1), clock: clock),
            try asked.retried(backoff: .seconds(1), force: true, clock: clock),
        ]
        for service in services {
            let task = Task { try await service(1) }
            await clock.sleepers(1)
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(asked.inputs.count == 1)
    }

    @Test("a task that was cancelled is not tried again, even without a pause")
    func cancelledRetry() async throws {
        let asked = Mutex(0)
        let service = try AnyService("test.cancelled") { (_: Int) -> Int in
            asked.withLock { $0 += 1 }
            while !Task.isCancelled { await Task.yield() }
            throw failure("offline")
        }.retried(attempts: 5, force: true)
        let task = Task { try await service(1) }
        while asked.withLock({ $0 }) == 0 { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(asked.withLock { $0 } == 1)
    }

    @Test("timeLimited leaves alone what ends in time")
    func inTime() async throws {
        let clock = TestClock(isManual: true)
        let limited = sleeping(.milliseconds(20), on: clock).timeLimited(to: .milliseconds(20.5), clock: clock)
        let task = Task { try await limited(7) }
        await clock.sleepers(2)
        clock.advance(by: .milliseconds(20))
        #expect(try await task.value == 7)
        #expect(limited.findings[0]["inTime"] == 1)
    }

    @Test("timeLimited cancels what takes longer")
    func cutShort() async throws {
        let clock = TestClock(isManual: true)
        let limited = sleeping(.seconds(1), on: clock).timeLimited(to: .milliseconds(20), clock: clock)
        let task = Task { await ending { try await limited(7) } }
        await clock.sleepers(2)
        clock.advance(by: .milliseconds(20))
        #expect(
            await task.value
                == .failure(
                    Failure(code: "timedOut", message: "it was cancelled at its limit of 20 ms")))
        #expect(limited.findings[0]["late"] == 1)
    }

    @Test("timeLimited waits for what cannot be cancelled, and its answer does not count")
    func notCutShort() async throws {
        let clock = TestClock(isManual: true)
        let stubborn = AnyService("test.stubborn") { (number: Int) in
            clock.advance(by: .milliseconds(30))
            return number
        }
        let limited = stubborn.timeLimited(to: .milliseconds(20), clock: clock)
        #expect(
            await ending { try await limited(7) }
                == .failure(
                    Failure(
                        code: "timedOut", message: "it took 30 ms, its limit is 20 ms; it ran to its end"
                    )))
    }

    @Test("timeLimited leaves a call that failed its own failure, and one that was cancelled from outside too")
    func ownFailure() async throws {
        let clock = TestClock(isManual: true)
        let limited = Asked<Int, Int>(.failure(failure("offline"))).timeLimited(to: .seconds(1), clock: clock)
        #expect(await failureCode { try await limited(1) } == "offline")
        let sleeping = sleeping(.seconds(1), on: clock).timeLimited(to: .seconds(2), clock: clock)
        let task = Task { try await sleeping(1) }
        await clock.sleepers(2)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("each attempt has a time limit of its own, or all of them one")
    func attempts() async throws {
        let clock = TestClock(isManual: true)
        let slow = sleeping(.seconds(1), on: clock)
        let each = try slow.timeLimited(to: .milliseconds(20), clock: clock).retried(attempts: 2, force: true)
        let task = Task { await failureCode { try await each(7) } }
        for _ in 0..<2 {
            await clock.sleepers(2)
            clock.advance(by: .milliseconds(20))
        }
        #expect(await task.value == "timedOut")
        #expect(each.findings[1]["late"] == 2)
        let all = try slow.retried(attempts: 2, force: true).timeLimited(to: .milliseconds(20), clock: clock)
        let other = Task { await failureCode { try await all(7) } }
        await clock.sleepers(2)
        clock.advance(by: .milliseconds(20))
        #expect(await other.value == "timedOut")
        #expect(all.findings[1]["retries"] == 0)
    }

    @Test("an action of a module is waited for")
    func native() async throws {
        let host = try ModuleHost.ofProbes()
        let waiting = try host.service("probe.wait_ms", taking: UInt32.self)
            .timeLimited(to: .milliseconds(1))
        #expect(await failureCode { try await waiting(30) } == "timedOut")
    }
}

/// A duration that is no `Duration`.
private struct Frames: DurationProtocol {
    var count: Int

    static var zero: Frames { Frames(count: 0) }
    static func + (left: Frames, right: Frames) -> Frames { Frames(count: left.count + right.count) }
    static func - (left: Frames, right: Frames) -> Frames { Frames(count: left.count - right.count) }
    static func / (frames: Frames, divisor: Int) -> Frames { Frames(count: frames.count / divisor) }
    static func * (frames: Frames, factor: Int) -> Frames { Frames(count: frames.count * factor) }
    static func / (left: Frames, right: Frames) -> Double { Double(left.count) / Double(right.count) }
    static func < (left: Frames, right: Frames) -> Bool { left.count < right.count }
}

/// A clock that counts in frames, and on which sleeping takes no time.
private final class FrameClock: Clock {
    struct Instant: InstantProtocol {
        var frame: Int

        func advanced(by duration: Frames) -> Instant { Instant(frame: frame + duration.count) }
        func duration(to other: Instant) -> Frames { Frames(count: other.frame - frame) }
        static func < (left: Instant, right: Instant) -> Bool { left.frame < right.frame }
    }

    private let state = Mutex((now: 0, naps: [Int]()))

    var now: Instant { Instant(frame: state.withLock { $0.now }) }
    var minimumResolution: Frames { Frames(count: 1) }
    var naps: [Int] { state.withLock { $0.naps } }

    func sleep(until deadline: Instant, tolerance: Frames?) async throws {
        state.withLock { state in
            state.naps.append(deadline.frame - state.now)
            state.now = max(state.now, deadline.frame)
        }
    }
}

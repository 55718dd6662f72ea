// SPDX-License-Identifier: Apache-2.0

import Foundation
import Heddle
import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import InMemoryLogging
import Logging
import Synchronization
import Testing
import Workbench

@Suite("The main thread of a host")
struct MainThreadTests {
    private static let source = """
        #define _GNU_SOURCE
        #include <heddle/module.h>
        #include <pthread.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>
        HEDDLE_MODULE("busy", "1.0.0")
        HEDDLE_NEEDS("heddle.main")
        HEDDLE_NEEDS_FIELD(service)
        HEDDLE_ACTION(bool, here, void)
        HEDDLE_ACTION(bool, elsewhere, void)
        HEDDLE_ACTION(void, say, const char *text)
        HEDDLE_ACTION(bool, later, const char *text)
        HEDDLE_ACTION(bool, later_from_elsewhere, const char *text)
        HEDDLE_ACTION(int32_t, emitted, void)
        HEDDLE_ACTION(void, flood, int32_t each)
        HEDDLE_ACTION(int32_t, flooded, void)
        HEDDLE_ACTION(bool, nothing, void)
        HEDDLE_ACTION(bool, fail_later, void)
        HEDDLE_ACTION(bool, again_later, void)
        HEDDLE_ACTION(uint64_t, tick, uint64_t nanoseconds, int32_t times)
        HEDDLE_ACTION(bool, stop, uint64_t timer)
        HEDDLE_ACTION(void, pause_for, uint32_t microseconds)
        HEDDLE_ACTION(uint64_t, tick_slowly, void)
        HEDDLE_ACTION(bool, stop_slow, uint64_t timer)
        HEDDLE_ACTION(bool, ran_behind_stop, void)
        #define MAIN HEDDLE_SERVICE(heddle_main, "heddle.main")

        static _Atomic bool is_ticking, is_stopped, has_run_behind_stop;
        static void tick_slow(void *context) {
            (void)context;
            is_ticking = true;
            for (int i = 0; i < 200; i++) { usleep(1000); if (is_stopped) has_run_behind_stop = true; }
        }
        uint64_t tick_slowly(void) { return MAIN->start_timer(1, tick_slow, NULL); }
        bool stop_slow(uint64_t timer) {
            while (!is_ticking) usleep(100);
            bool is_known = MAIN->stop_timer(timer);
            is_stopped = true;
            return is_known;
        }
        bool ran_behind_stop(void) { return has_run_behind_stop; }

        static int32_t count;
        static void emit(void *text) {
            count++;
            heddle->emit(MAIN->is_main() ? text : "another thread", "null");
            free(text);
        }
        bool here(void) { return MAIN->is_main(); }
        static void *ask(void *answer) { *(bool *)answer = MAIN->is_main(); return NULL; }
        static void apart(void *(*function)(void *), void *argument) {
            pthread_t thread;
            pthread_create(&thread, NULL, function, argument);
            pthread_join(thread, NULL);
        }
        int32_t emitted(void) { return count; }
        bool elsewhere(void) { bool is_main = true; apart(ask, &is_main); return is_main; }
        void say(const char *text) { heddle->emit(text, "null"); }
        bool later(const char *text) { return MAIN->run(emit, strdup(text)); }
        static void *give(void *text) { MAIN->run(emit, text); return NULL; }
        bool later_from_elsewhere(const char *text) { apart(give, strdup(text)); return true; }
        bool nothing(void) { return MAIN->run(NULL, NULL) || MAIN->start_timer(0, NULL, NULL) || MAIN->stop_timer(0); }
        static void fail(void *context) { (void)context; heddle->fail("broken", "it did not work"); }
        bool fail_later(void) { return MAIN->run(fail, NULL); }
        static void again(void *context) { heddle->emit("again", "null"); MAIN->run(again, context); }
        bool again_later(void) { return MAIN->run(again, NULL); }

        static _Atomic int32_t floods;
        static void count_flood(void *context) { (void)context; floods++; }
        static void *flood_from_here(void *each) {
            for (int32_t n = 0; n < *(int32_t *)each; n++) {
                MAIN->run(count_flood, NULL);
                MAIN->stop_timer(MAIN->start_timer(3600000000000, count_flood, NULL));
            }
            return NULL;
        }
        void flood(int32_t each) {
            pthread_t threads[8];
            for (int n = 0; n < 8; n++) pthread_create(&threads[n], NULL, flood_from_here, &each);
            for (int n = 0; n < 8; n++) pthread_join(threads[n], NULL);
        }
        int32_t flooded(void) { return floods; }

        struct ticking { uint64_t timer; int32_t left; };
        static void turn(void *context) {
            struct ticking *ticking = context;
            heddle->emit("t", "null");
            if (--ticking->left > 0) return;
            MAIN->stop_timer(ticking->timer);
            free(ticking);
        }
        uint64_t tick(uint64_t nanoseconds, int32_t times) {
            struct ticking *ticking = calloc(1, sizeof *ticking);
            ticking->left = times;
            return ticking->timer = MAIN->start_timer(nanoseconds, turn, ticking);
        }
        bool stop(uint64_t timer) { return MAIN->stop_timer(timer); }
        void pause_for(uint32_t microseconds) { usleep(microseconds); }
        """
    private let folder: ScratchFolder
    private let host: ModuleHost
    private let log = InMemoryLogHandler()

    init() throws {
        folder = try ScratchFolder()
        // Equal files would be one library, with the static data and the host of all tests that run now.
        let own = Self.source + "\nHEDDLE_EXPORT const char own_file[] = \"\(folder.path)\";\n"
        try BuiltModules.compile(own, to: "busy.so", flags: ["-fvisibility=hidden"], in: folder)
        let log = log
        host = ModuleHost(modulePath: [folder.path], logger: Logger(label: "test") { _ in log })
    }

    /// Runs steps; returns the events of the module in their order, and the diagnostics.
    private func run(_ steps: String) throws -> (emitted: String, told: [Diagnostic]) {
        let text = #"{ "behaviour": 1, "modules": { "busy": { "library": "busy" } }, "steps": [\#(steps)] }"#
        let recorder = Recorder()
        let plan = try Plan.read(SourceText(name: "main.json", text), on: host, origin: .file(folder: "."))
        let ending = Run(plan, on: host, events: EventStream(to: [recorder]))()
        #expect(ending == .held)
        let emitted = recorder.events.compactMap { if case .emitted(let event) = $0 { event.name } else { nil } }
        let told = recorder.events.compactMap {
            if case .diagnostic(let diagnostic, _) = $0 { diagnostic } else { nil }
        }
        return (emitted.joined(), told)
    }

    @Test("is the one that makes the calls of a behaviour, and no other one")
    func isMain() throws {
        _ = try run(
            #"{ "call": "busy.here", "expect": { "result": true } }, { "call": "busy.elsewhere", "expect": { "result": false } }"#
        )
    }

    @Test("runs functions before the next step, in their order, whatever thread they come from, and behind the last")
    func order() throws {
        let run = try run(
            #"""
            { "call": "busy.later", "with": ["a"] }, { "call": "busy.say", "with": ["-"] },
            { "call": "busy.later", "with": ["b"] }, { "call": "busy.later_from_elsewhere", "with": ["c"] },
            { "call": "busy.say", "with": ["-"] }, { "call": "busy.later_from_elsewhere", "with": ["d"] }
            """#)
        #expect(run.emitted == "a-bc-d")
        #expect(run.told.isEmpty)
    }

    @Test("runs a timer until it is stopped, and makes up once for the turns that it missed")
    func timers() throws {
        let run = try run(
            #"""
            { "call": "busy.tick", "with": [1000000, 2] }, { "call": "busy.pause_for", "with": [30000] },
            { "call": "busy.say", "with": ["-"] }, { "call": "busy.pause_for", "with": [30000] },
            { "call": "busy.say", "with": ["-"] }, { "call": "busy.pause_for", "with": [30000] }
            """#)
        #expect(run.emitted == "t-t-")
        #expect(run.told.isEmpty)
    }

    @Test("never runs a timer that was stopped, and stops none of another number")
    func stopped() throws {
        let run = try run(
            #"""
            { "call": "busy.tick", "with": [200000000, 9], "save": "timer" },
            { "call": "busy.stop", "with": [{ "ref": "timer" }], "expect": { "result": true } },
            { "call": "busy.stop", "with": [{ "ref": "timer" }], "expect": { "result": false } },
            { "call": "busy.stop", "with": [123456], "expect": { "result": false } },
            { "call": "busy.nothing", "expect": { "result": false } },
            { "call": "busy.pause_for", "with": [300000] }, { "call": "busy.say", "with": ["-"] }
            """#)
        #expect(run.emitted == "-")
    }

    @Test("has a thread that stops a timer wait for its turn to end")
    func stoppedElsewhere() throws {
        try host.module("busy")
        let timer: UInt64 = try host.call("busy.tick_slowly")
        let isKnown = Mutex(false)
        let ends = DispatchGroup()
        ends.enter()
        Thread.detachNewThread { [host] in
            isKnown.withLock { $0 = (try? host.call("busy.stop_slow", timer)) == true }
            ends.leave()
        }
        host.runMainThreadWork()
        ends.wait()
        #expect(isKnown.withLock { $0 })
        #expect(try host.call("busy.ran_behind_stop") == false)
    }

    @Test("logs a function that fails, which is no failure of the step before or behind it")
    func failure() throws {
        _ = try run(#"{ "call": "busy.fail_later" }, { "call": "busy.say", "with": ["-"] }"#)
        #expect(log.entries.map(\.level) == [.error])
        #expect(
            log.entries.first?.message
                == "a function that it handed to the main thread failed: broken: it did not work")
    }

    @Test("drops what a behaviour leaves, with a warning")
    func left() throws {
        let run = try run(#"{ "call": "busy.tick", "with": [3600000000000, 1] }, { "call": "busy.again_later" }"#)
        #expect(run.emitted == "again")
        #expect(run.told.map(\.code) == [.run(.leftOnMainThread)])
        #expect(
            run.told.first?.message
                == "the module busy left 1 timer running and 1 function that had yet to run on the main thread, which are dropped"
        )
        #expect(try self.run(#"{ "call": "busy.say", "with": ["-"] }"#).emitted == "-")
    }

    @Test("is the thread of the program that says so, and is told when there is something to run")
    func program() throws {
        let notified = Mutex(0)
        try host.module("busy")
        host.onMainThreadWork { notified.withLock { $0 += 1 } }
        #expect(host.runMainThreadWork() == nil)
        let before: Int = try host.call("busy.emitted")
        #expect(try host.call("busy.here") == true)
        #expect(try host.call("busy.later", "a") == true)
        #expect(notified.withLock(\.self) == 1)
        #expect(try host.call("busy.emitted") == before)
        #expect(host.runMainThreadWork() == nil)
        #expect(try host.call("busy.emitted") == before + 1)
        let timer: UInt64 = try host.call("busy.tick", 3_600_000_000_000, 1)
        let next = try #require(host.runMainThreadWork())
        #expect(next > .seconds(3000) && next <= .seconds(3600))
        #expect(try host.call("busy.stop", timer) == true)
        #expect(host.runMainThreadWork() == nil)
    }

    @Test("takes functions from eight threads at once and runs each of them once, while hooks come and go")
    func flood() throws {
        try host.module("busy")
        host.runMainThreadWork()
        let (host, flood) = (host, Flood())
        Thread.detachNewThread { flood.end(with: Result { try host.call("busy.flood", 500) }) }
        var hooked = 0
        while flood.result == nil {
            let token = try host.hook("busy.*", .before) { _ in }
            host.runMainThreadWork()
            token.remove()
            hooked += 1
        }
        try flood.result?.get()
        host.runMainThreadWork()
        let ran: Int = try host.call("busy.flooded")
        #expect(ran == 8 * 500, "\(log.entries.map(\.message).first ?? "")")
        #expect(hooked > 0 && host.runMainThreadWork() == nil)
    }

    @Test("stays the program's where a behaviour runs on another one, whose functions then wait for the program")
    func apart() async throws {
        host.runMainThreadWork()
        let host = host
        let behaviour = #"""
            { "behaviour": 1, "modules": { "busy": { "library": "busy" } }, "steps": [
              { "call": "busy.here", "expect": { "result": false } }, { "call": "busy.later", "with": ["a"] } ] }
            """#
        let run = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try host.run(behaviour: behaviour) }) }
        }
        #expect(run.ending == .held)
        #expect(run.diagnostics.map(\.code) == [.run(.leftOnMainThread)])
    }
}

/// A call on another thread.
private final class Flood: Sendable {
    private let ended = Mutex<Result<Void, any Error>?>(nil)

    var result: Result<Void, any Error>? { ended.withLock { $0 } }

    func end(with result: Result<Void, any Error>) { ended.withLock { $0 = result } }
}

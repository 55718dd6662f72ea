// SPDX-License-Identifier: Apache-2.0

import Foundation
import Heddle
import HeddleDeclarations
import HeddleDiagnostics
import Synchronization
import Testing
import Workbench

@Suite("The state of a module that is reloaded")
struct MovedStateTests {
    @Test("moves to the new build where the module hands it on, and else begins anew")
    func moves() throws {
        for (handsOn, expected) in [(true, 13), (false, 10)] as [(Bool, Int64)] {
            let bench = try ReloadBench(ReloadBench.counter(step: 1, state: handsOn))
            for _ in 0..<3 { try bench.host.call("m.add") }
            try bench.build(ReloadBench.counter(step: 10, state: handsOn))
            #expect(try bench.host.reload("m"))
            #expect(try bench.host.call("m.add") == expected)
            #expect(bench.log == ["the end of 1"])
        }
    }

    @Test("of a module without instances moves as well")
    func statics() throws {
        func source(_ step: Int) -> String {
            """
            HEDDLE_MODULE("m", "1.0")
            HEDDLE_ACTION(int32_t, add, void)
            static int32_t total;
            int32_t add(void) { return total += \(step); }
            static bool save(void *none, heddle_write write, void *stream) {
                const char *bytes = (const char *)&total;
                for (size_t index = 0; index < sizeof total; index++) write(stream, bytes + index, 1);
                write(stream, bytes, 0);
                return none == NULL;
            }
            static bool load(void *none, const void *bytes, size_t count) {
                memcpy(&total, bytes, count);
                return none == NULL;
            }
            HEDDLE_OFFERS("heddle.state", heddle_state, totals)
            const heddle_state totals = {sizeof(heddle_state), save, load};
            """
        }
        let bench = try ReloadBench(source(1))
        #expect(try bench.host.call("m.add") == 1)
        try bench.build(source(5))
        #expect(try bench.host.reload("m"))
        #expect(try bench.host.call("m.add") == 6)
    }

    private static func failing(_ create: String, _ save: String, _ load: String, offers: Bool = true) -> String {
        """
        HEDDLE_MODULE("m", "1.0")
        HEDDLE_INSTANCE(counter, counter_create, counter_destroy)
        HEDDLE_ACTION(int64_t, add, _Self_ counter *self)
        struct counter { int64_t count; };
        counter *counter_create(const heddle_config *config) { (void)config; \(create) return calloc(1, sizeof(counter)); }
        void counter_destroy(counter *self) { free(self); }
        int64_t add(counter *self) { return self->count += 100; }
        static bool save(void *instance, heddle_write write, void *stream) {
            (void)instance; (void)write; (void)stream; \(save)
        }
        static bool load(void *instance, const void *bytes, size_t count) {
            (void)instance; (void)bytes; (void)count; \(load)
        }
        \(offers ? "HEDDLE_OFFERS(\"heddle.state\", heddle_state, counter_state)" : "extern const heddle_state counter_state;")
        const heddle_state counter_state = {sizeof(heddle_state), save, load};
        """
    }

    @Test(
        "stays where it was if the new build fails at any point, and the old build goes on",
        arguments: [
            (
                failing("heddle->fail(\"full\", \"no room\"); return NULL;", "return true;", "return true;"),
                "the module m did not make its instance: full: no room"
            ),
            (
                failing("", "return true;", "heddle->fail(\"state.version\", \"version 7 is unknown\"); return false;"),
                "the module m is not reloaded: its state did not move: state.version: version 7 is unknown"
            ),
            (
                failing("", "return true;", "return false;"),
                "the module m is not reloaded: its state did not move: failed: load returned false and gave no reason"
            ),
            (
                failing("", "return true;", "return true;", offers: false),
                "the module m is not reloaded: its new build does not offer heddle.state, so that the state would be lost"
            ),
        ])
    func failures(source: String, words: String) throws {
        let bench = try ReloadBench(ReloadBench.counter(step: 1))
        try bench.host.call("m.add")
        try bench.build(source)
        #expect(bench.refusal() == words)
        #expect(try bench.host.call("m.add") == 2)
        #expect(bench.log.isEmpty)
        try bench.build(ReloadBench.counter(step: 10))
        #expect(try bench.host.reload("m"))
        #expect(try bench.host.call("m.add") == 12)
    }

    @Test("stays where it was if the present build does not save it, or the file is no library")
    func unsaved() throws {
        let bench = try ReloadBench(
            Self.failing("", "heddle->fail(\"busy\", \"not now\"); return true;", "return true;"))
        try bench.host.call("m.add")
        try bench.build(ReloadBench.counter(step: 1))
        #expect(bench.refusal() == "the module m is not reloaded: its state did not move: busy: not now")
        #expect(try bench.host.call("m.add") == 200)
        try bench.folder.write("m.so", "half a library")
        #expect(
            bench.refusal()?.contains("it is not an ELF library; it begins with") == true, "\(bench.refusal() ?? "")")
        try FileManager.default.removeItem(atPath: "\(bench.folder.path)/m.so")
        #expect(bench.refusal()?.hasPrefix("there is no module \"m\"") == true, "\(bench.refusal() ?? "")")
        #expect(try bench.host.call("m.add") == 300)
    }

    @Test("does not move while a call runs, which ends in the old build; others wait, and none is lost")
    func waiting() throws {
        let hold = """
            HEDDLE_ACTION(int64_t, hold, _Self_ counter *self)
            int64_t hold(counter *self) {
                heddle_action *gate = heddle->find("gate.hold", "void hold(void)");
                heddle_action *add = heddle->find("m.add", "int64_t add(counter *self)");
                heddle->call(gate, NULL, NULL);
                int64_t result = -1;
                void *arguments[] = {&self};
                heddle->call(add, arguments, &result);
                return result;
            }
            """
        let bench = try ReloadBench(ReloadBench.counter(step: 1, extra: hold))
        let (isInside, mayLeave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        try bench.host.script(
            "gate",
            [
                ScriptedAction("void hold(void)") { _ in
                    isInside.signal()
                    mayLeave.wait()
                    return nil
                }
            ])
        try bench.host.module("gate")
        let held = Mutex<Int64>(0)
        let ends = DispatchGroup()
        Thread.detachNewThread(in: ends) { try? held.withLock { $0 = try bench.host.call("m.hold") } }
        isInside.wait()
        try bench.build(ReloadBench.counter(step: 10, extra: hold))
        #expect(
            bench.refusal(within: .milliseconds(50))
                == "the module m is not reloaded: calls of it have run for longer than 0.05 seconds")
        // The next attempt waits for that call; this one waits for the attempt, and is made in the new build.
        let isReloaded = Mutex(false)
        Thread.detachNewThread(in: ends) { isReloaded.withLock { $0 = bench.refusal() == nil } }
        usleep(100_000)
        let later = Mutex<Int64>(0)
        Thread.detachNewThread(in: ends) { try? later.withLock { $0 = try bench.host.call("m.add") } }
        usleep(20_000)
        mayLeave.signal()
        ends.wait()
        // A call that the held one makes goes through the closed gate.
        #expect(held.withLock { $0 }.isOneOf(1, 2))
        #expect(isReloaded.withLock { $0 })
        // It ran before the attempt began, if that took its time, or else behind it.
        let last = later.withLock { $0 }
        #expect(last.isOneOf(1, 2, 11))
        #expect(try bench.host.call("m.count") == (last == 11 ? 11 : Int64(2)))
    }

    @Test("cannot move on the way of a call of the module itself, which it would have to wait for")
    func inside() throws {
        let source = """
            HEDDLE_ACTION(int64_t, again, _Self_ counter *self)
            int64_t again(counter *self) {
                (void)self;
                heddle->call(heddle->find("gate.reload", "void reload(void)"), NULL, NULL);
                return self->count;
            }
            """
        let bench = try ReloadBench(ReloadBench.counter(step: 1, extra: source))
        let words = Mutex<String?>(nil)
        try bench.host.script(
            "gate",
            [
                ScriptedAction("void reload(void)") { _ in
                    words.withLock { $0 = bench.refusal() }
                    return nil
                }
            ])
        try bench.host.module("gate")
        try bench.build(ReloadBench.counter(step: 10, extra: source))
        try bench.host.call("m.again")
        #expect(
            words.withLock { $0 }
                == "the module m is not reloaded: a call of it asks for that, for whose end its state would have to wait"
        )
        #expect(try bench.host.reload("m"))
    }

    /// The environment can ask for more, or for less: under the thread sanitizer each reload takes ten times as long.
    private static let reloads = ProcessInfo.processInfo.environment["HEDDLE_RELOADS"].flatMap(Int.init) ?? 2000

    @Test("can be saved by a call of the module itself, and by one of another thread that is waited for in vain")
    func callingSave() throws {
        func source(_ step: Int) -> String {
            """
            #include <pthread.h>
            \(ReloadBench.counter(step: step, state: false))
            static bool is_threaded;
            HEDDLE_ACTION(void, be_threaded, void)
            void be_threaded(void) { is_threaded = true; }
            static void *ask(void *self) {
                int64_t *result = malloc(sizeof *result), zero = -1;
                *result = zero;
                void *arguments[] = {&self};
                heddle->call(heddle->find("m.count", "int64_t count(counter *self)"), arguments, result);
                return result;
            }
            static bool save(void *instance, heddle_write write, void *stream) {
                void *result = NULL;
                if (is_threaded) {
                    pthread_t thread;
                    pthread_create(&thread, NULL, ask, instance);
                    pthread_join(thread, &result);
                } else {
                    result = ask(instance);
                }
                write(stream, result, sizeof(int64_t));
                free(result);
                return true;
            }
            static bool load(void *instance, const void *bytes, size_t count) {
                memcpy(&((counter *)instance)->count, bytes, count);
                return true;
            }
            HEDDLE_OFFERS("heddle.state", heddle_state, counter_state)
            const heddle_state counter_state = {sizeof(heddle_state), save, load};
            """
        }
        let bench = try ReloadBench(source(1))
        #expect(try bench.host.call("m.add") == 1)
        try bench.build(source(10))
        #expect(try bench.host.reload("m"))
        #expect(try bench.host.call("m.count") == 1)
        // The call of the thread fails when the time of the reload is over.
        try bench.host.call("m.be_threaded")
        try bench.build(source(100))
        #expect(try bench.host.reload("m", within: .milliseconds(100)))
        #expect(try bench.host.call("m.count") == -1)
    }

    @Test("is whole after many reloads, while four threads call the module")
    func load() throws {
        let bench = try ReloadBench(ReloadBench.counter(step: 3))
        let builds = try (0..<4).map { number in
            try bench.build(ReloadBench.counter(step: 3, extra: "const char build_\(number)[] = \"\(number)\";"))
            return try Data(contentsOf: URL(fileURLWithPath: "\(bench.folder.path)/m.so"))
        }
        let isOver = Atomic(false)
        let made = Mutex<(calls: Int64, failed: [Failure])>((0, []))
        let ends = DispatchGroup()
        for thread in 0..<4 {
            Thread.detachNewThread(in: ends) {
                guard let prepared = try? bench.host.prepare("m.add") else { return }
                var calls: Int64 = 0
                var failed: [Failure] = []
                while !isOver.load(ordering: .relaxed) {
                    calls += 1
                    if thread % 2 == 0 {
                        if !prepared.invoke() { failed += [prepared.failure].compactMap(\.self) }
                    } else {
                        do { try bench.host.call("m.add") } catch { failed += [error as? Failure].compactMap(\.self) }
                    }
                    // Without a pause the threads would mostly wait for each other's turns on the processors.
                    usleep(10)
                }
                made.withLock { $0 = ($0.calls + calls, $0.failed + failed) }
            }
        }
        for number in 0..<Self.reloads {
            try builds[number % builds.count].write(
                to: URL(fileURLWithPath: "\(bench.folder.path)/m.so"), options: .atomic)
            #expect(try bench.host.reload("m"))
        }
        isOver.store(true, ordering: .relaxed)
        ends.wait()
        let (calls, failed) = made.withLock { $0 }
        #expect(failed.isEmpty)
        #expect(calls > 0)
        #expect(try bench.host.call("m.count") == calls * 3)
        // Each build has destroyed its instance but the last one.
        #expect(bench.log.count { $0 == "the end of 3" } == Self.reloads)
    }
}

extension Int64 {
    fileprivate func isOneOf(_ numbers: Int64...) -> Bool { numbers.contains(self) }
}

extension Thread {
    fileprivate static func detachNewThread(in group: DispatchGroup, _ body: @escaping @Sendable () -> Void) {
        group.enter()
        detachNewThread {
            body()
            group.leave()
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Heddle
import HeddleDeclarations
import HeddleReport
import Synchronization
import Testing
import Workbench

@Suite("Threads of a module")
struct ModuleThreadTests {
    private static let source = """
        #include <heddle/module.h>
        #include <pthread.h>
        HEDDLE_MODULE("crowd", "1.0.0")
        HEDDLE_ACTION(int32_t, add, int32_t a, int32_t b)
        HEDDLE_ACTION(int32_t, call_from_eight, int32_t each)
        int32_t add(int32_t a, int32_t b) { return a + b; }

        static heddle_action *found;
        static _Atomic int32_t right;
        static void *call_from_here(void *each) {
            for (int32_t n = 0; n < *(int32_t *)each; n++) {
                int64_t memory = 0;
                void *arguments[] = {&n, each};
                if (heddle->find("crowd.add", "int32_t add(int32_t, int32_t)") != found) continue;
                if (heddle->call(found, arguments, &memory) && (int32_t)memory == n + *(int32_t *)each) right++;
                heddle->emit("called", "null");
            }
            return NULL;
        }
        int32_t call_from_eight(int32_t each) {
            found = heddle->find("crowd.add", "int32_t add(int32_t, int32_t)");
            pthread_t threads[8];
            for (int n = 0; n < 8; n++) pthread_create(&threads[n], NULL, call_from_here, &each);
            for (int n = 0; n < 8; n++) pthread_join(threads[n], NULL);
            return right;
        }
        """

    /// What hooks have seen, and how the call has ended.
    private final class Seen: Sendable {
        /// Calls that the hook that stays was around, and those that hooks that went have entered and not left.
        let calls = Atomic(0), open = Atomic(0), isOver = Atomic(false)
        let right = Mutex<Result<Int32, any Error>?>(nil)
    }

    @Test("call the host from eight at once, and each call has whole hooks, while these come and go")
    func eight() throws {
        let folder = try ScratchFolder()
        try BuiltModules.compile(Self.source, to: "crowd.so", flags: ["-fvisibility=hidden", "-pthread"], in: folder)
        let host = ModuleHost(modulePath: [folder.path])
        try host.module("crowd")
        let seen = Seen()
        try host.hook("crowd.add", .before) { _ in seen.calls.add(1, ordering: .relaxed) }
        Thread.detachNewThread {
            let result = Result { try host.call("crowd.call_from_eight", 500) as Int32 }
            seen.right.withLock { $0 = result }
            seen.isOver.store(true, ordering: .releasing)
        }
        var rounds = 0
        while !seen.isOver.load(ordering: .acquiring) {
            let token = try host.hook(
                CallHook(on: "crowd.*").before { _ in seen.open.add(1, ordering: .relaxed) }
                    .after { _ in seen.open.subtract(1, ordering: .relaxed) })
            token.remove()
            rounds += 1
        }
        #expect(try seen.right.withLock { try $0?.get() } == 8 * 500)
        #expect(seen.calls.load(ordering: .relaxed) == 8 * 500, "the hook that stays is around each call")
        #expect(seen.open.load(ordering: .relaxed) == 0, "each before of a hook that went has its after")
        #expect(rounds > 0)
    }

    private static let herald = """
        #include <heddle/module.h>
        #include <pthread.h>
        HEDDLE_MODULE("herald", "1.0.0")
        HEDDLE_ACTION(void, announce, void)

        static void *announce_from_here(void *nothing) {
            heddle->emit("announced", "[1]");
            return nothing;
        }
        void announce(void) {
            pthread_t thread;
            pthread_create(&thread, NULL, announce_from_here, NULL);
            pthread_join(thread, NULL);
        }
        """

    @Test("emit events to their own host while another host is the one that has served last")
    func events() throws {
        let folder = try ScratchFolder()
        try BuiltModules.compile(Self.herald, to: "herald.so", flags: ["-fvisibility=hidden", "-pthread"], in: folder)
        let (host, other) = (ModuleHost(modulePath: [folder.path]), try Bench("probe"))
        try host.module("herald")
        try host.hook("herald.announce", .before) { _ in _ = try? other.call("add", 1, 2) }
        let text = """
            { "behaviour": 1, "modules": { "herald": { "library": "herald" } }, "steps": [{ "call": "herald.announce" }] }
            """
        let plan = try Plan.read(SourceText(name: "main.json", text), on: host, origin: .file(folder: "."))
        let recorder = Recorder()
        let stream = EventStream(to: [recorder])
        #expect(Run(plan, on: host, events: stream)() == .held)
        stream.finish()
        #expect(recorder.events.story == ["emitted announced [1]", "call 0 announce returned nothing", "summary"])
    }
}

// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("A module that emits very many events")
struct EventCountTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        try BuiltModules.compile(
            """
            #include <heddle/module.h>
            #include <limits.h>
            #include <pthread.h>
            HEDDLE_MODULE("talking", "1.0.0")
            HEDDLE_ACTION(void, emit, int32_t count)
            HEDDLE_ACTION(void, emit_on_thread, int32_t count)
            void emit(int32_t count) { for (int32_t n = 0; n < count; n++) heddle->emit("said", "1"); }
            static void *run(void *count) { emit((int32_t)(intptr_t)count); return NULL; }
            void emit_on_thread(int32_t count) {
                pthread_t thread;
                pthread_attr_t small;
                pthread_attr_init(&small);
                pthread_attr_setstacksize(&small, 64 * 1024);
                pthread_create(&thread, &small, run, (void *)(intptr_t)count);
                pthread_join(thread, NULL);
            }
            """, to: "talking.so", flags: ["-D_GNU_SOURCE", "-fvisibility=hidden", "-pthread"], in: bench.folder)
    }

    @Test("ends its run in order", arguments: [("emit", 100_000), ("emit_on_thread", 2_000)])
    func emitted(action: String, count: Int) throws {
        let run = try bench.heddle(
            "run",
            behaviour: """
                { "behaviour": 1, "modules": { "m": { "library": "./talking.so" } },
                  "steps": [{ "call": "m.\(action)", "with": [\(count)] }] }
                """)
        #expect(run.status == 0, "\(run.errors.suffix(500))")
    }
}

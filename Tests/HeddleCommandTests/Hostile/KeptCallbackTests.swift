// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("A callback that a library keeps and calls very often")
struct KeptCallbackTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        try BuiltModules.compile(
            """
            #define _GNU_SOURCE
            #include <malloc.h>
            static int (*kept)(int);
            void keep(int (*act)(int)) { kept = act; kept(1); }
            long growth(int times) {
                kept(2);
                unsigned long before = mallinfo2().uordblks;
                for (int n = 0; n < times; n++) kept(n);
                return (long)(mallinfo2().uordblks - before);
            }
            """, to: "keeping.so", in: bench.folder)
    }

    @Test("takes no memory for calls that nobody is shown", arguments: ["forever", "released"])
    func growth(lifetime: String) throws {
        let run = try bench.heddle(
            "run",
            behaviour: """
                { "behaviour": 1, "modules": { "m": { "library": "./keeping.so", "declarations": [
                  "void keep(_Retained_ int (*act)(int))", "long growth(int times)"] } },
                  "steps": [
                    { "call": "m.keep", "with": [{ "callback": { "returns": 1, "lifetime": "\(lifetime)" } }],
                      "expect": { "out.act": [[1]] } },
                    { "call": "m.growth", "with": [50000], "expect": { "result": { "lt": 100000 } } }
                  ] }
                """)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
    }
}

// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("What differs from one machine to another needs no declarations")
struct SystemLayoutTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    @Test("since each machine has its layouts and constants")
    func layouts() throws {
        let mistakes = try bench.mistakes(
            """
            { "call": "c.stat", "with": ["/usr/include"], "expect": { "out.status.st_nlink": { "gt": 1 } } },
            { "new": "pthread_mutex_t", "save": "mutex" },
            { "call": "c.pthread_mutex_init", "with": [{ "ref": "mutex" }, null] },
            { "call": "c.pthread_mutex_lock", "with": [{ "ref": "mutex" }], "expect": { "result": 0 } },
            { "call": "c.pthread_mutex_trylock", "with": [{ "ref": "mutex" }],
              "expect": { "result": "EBUSY" } },
            { "new": "pthread_cond_t", "save": "condition" },
            { "call": "c.pthread_cond_timedwait",
              "with": [{ "ref": "condition" }, { "ref": "mutex" }, { "tv_sec": 1 }],
              "expect": { "result": "ETIMEDOUT" } },
            { "call": "c.pthread_mutex_unlock", "with": [{ "ref": "mutex" }], "expect": { "result": 0 } },
            { "new": "pthread_attr_t", "save": "attributes" },
            { "call": "c.pthread_attr_init", "with": [{ "ref": "attributes" }] },
            { "call": "c.pthread_attr_setstacksize", "with": [{ "ref": "attributes" }, 1048576] },
            { "call": "c.pthread_create",
              "with": [{ "ref": "attributes" }, { "callback": { "answers": [null], "lifetime": "once" } }, null],
              "save": { "thread": "out.thread" } },
            { "call": "c.pthread_join", "with": [{ "ref": "thread" }], "expect": { "result": 0 } },
            { "call": "c.epoll_create1", "with": [0], "save": "set" },
            { "call": "c.eventfd", "with": [1, 0], "save": "event" },
            { "call": "c.epoll_ctl",
              "with": [{ "ref": "set" }, "EPOLL_CTL_ADD", { "ref": "event" }, { "events": "EPOLLIN", "data": { "u64": 77 } }],
              "expect": { "result": 0 } },
            { "call": "c.epoll_wait", "with": [{ "ref": "set" }, 4, 0],
              "expect": { "result": 1, "out.events[0].data.u64": 77 } },
            { "call": "c.sigaction",
              "with": ["SIGUSR1", { "__sigaction_handler": { "sa_handler": { "callback": { "lifetime": "forever" } } } }] },
            { "call": "c.raise", "with": ["SIGUSR1"] },
            { "call": "c.open", "with": ["/usr/include", "O_RDONLY|O_DIRECTORY"],
              "expect": { "result": { "gt": 2 } } },
            { "call": "m.fesetround", "with": ["FE_UPWARD"], "expect": { "result": 0 } },
            { "call": "m.fegetround", "expect": { "result": "FE_UPWARD" } },
            { "call": "m.fesetround", "with": ["FE_TONEAREST"] },
            { "call": "m.fegetenv", "expect": { "result": 0 } }
            """)
        #expect(mistakes == "")
    }
}

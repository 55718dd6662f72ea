// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("Processes and threads of the system need no declarations")
struct SystemProcessTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    @Test("as children")
    func children() throws {
        let mistakes = try bench.mistakes(
            """
            { "new": "posix_spawn_file_actions_t", "save": "actions" },
            { "call": "c.posix_spawn_file_actions_init", "with": [{ "ref": "actions" }] },
            { "call": "c.pipe", "save": { "ends": "out.files" } },
            { "call": "c.posix_spawn_file_actions_adddup2",
              "with": [{ "ref": "actions" }, { "ref": "ends[1]" }, 1] },
            { "call": "c.posix_spawn",
              "with": ["/bin/sh", { "ref": "actions" }, null, ["sh", "-c", "echo $LOOM; exit 3"], ["LOOM=weft"]],
              "save": { "process": "out.process" }, "expect": { "result": 0 } },
            { "call": "c.waitpid", "with": [{ "ref": "process" }, 0], "expect": { "out.status": 768 } },
            { "call": "c.read", "with": { "file": { "ref": "ends[0]" }, "size": 10 },
              "expect": { "out.buffer": { "hex": "776566740a" } } },
            { "call": "c.posix_spawn_file_actions_destroy", "with": [{ "ref": "actions" }] },
            { "call": "c.posix_spawnp", "with": ["true", null, null, ["true"], []],
              "save": { "other": "out.process" } },
            { "call": "c.waitid", "with": ["P_PID", { "ref": "other" }, "WEXITED"],
              "expect": { "out.info.si_code": "CLD_EXITED", "out.info._sifields._sigchld.si_status": 0 } },
            { "call": "c.getrlimit", "with": ["RLIMIT_NOFILE"],
              "expect": { "out.limits.rlim_cur": { "gt": 2 } } },
            { "call": "c.prlimit", "with": [0, "RLIMIT_NPROC", null], "expect": { "result": 0 } },
            { "call": "c.getrusage", "with": ["RUSAGE_SELF"], "expect": { "out.usage.ru_maxrss": { "gt": 0 } } },
            { "call": "c.getpriority", "with": ["PRIO_PROCESS", 0], "expect": { "result": { "ge": -20 } } },
            { "call": "c.sched_get_priority_max", "with": ["SCHED_FIFO"], "expect": { "result": 99 } },
            { "call": "c.getauxval", "with": ["AT_PAGESZ"], "expect": { "result": { "ge": 4096 } } },
            { "call": "c.sysconf", "with": ["_SC_THREADS"], "expect": { "result": 200809 } },
            { "call": "c.getpwuid_r", "with": [0, 4096],
              "expect": { "out.user.pw_name": "root", "out.found->pw_uid": 0 } },
            { "call": "c.getpwnam_r", "with": ["nobody-of-this-name", 4096], "expect": { "out.found": null } },
            { "call": "c.getgrouplist", "with": ["root", 0, 10], "expect": { "out.groups[0]": 0 } },
            { "call": "c.setmntent", "with": ["/proc/self/mounts", "r"], "save": "mounts" },
            { "call": "c.getmntent", "with": [{ "ref": "mounts" }],
              "expect": { "result.mnt_dir": { "matches": "^/" } } },
            { "call": "c.endmntent", "with": [{ "ref": "mounts" }] }
            """)
        #expect(mistakes == "")
    }

    @Test("that get signals")
    func signals() throws {
        let mistakes = try bench.mistakes(
            """
            { "call": "c.signal", "with": ["SIGUSR1",
                { "callback": { "returns": null, "lifetime": "forever" } }] },
            { "call": "c.raise", "with": ["SIGUSR1"], "expect": { "result": 0 } },
            { "call": "c.signal", "with": ["SIGUSR1", null], "expect": { "result": { "ne": null } } },
            { "new": "sigset_t", "save": "some" },
            { "call": "c.sigemptyset", "with": { "signals": { "ref": "some" } } },
            { "call": "c.sigaddset", "with": [{ "ref": "some" }, "SIGUSR2"] },
            { "call": "c.sigismember", "with": [{ "ref": "some" }, "SIGUSR2"], "expect": { "result": 1 } },
            { "call": "c.sigprocmask", "with": ["SIG_BLOCK", { "ref": "some" }],
              "save": { "before": "out.before" } },
            { "call": "c.raise", "with": ["SIGUSR2"], "expect": { "result": 0 } },
            { "call": "c.sigtimedwait", "with": [{ "ref": "some" }, { "tv_sec": 5 }],
              "expect": { "result": "SIGUSR2", "out.info.si_signo": "SIGUSR2" } },
            { "call": "c.sigprocmask", "with": ["SIG_SETMASK", { "ref": "before" }] }
            """)
        #expect(mistakes == "")
    }

    @Test("that wait for events and times")
    func events() throws {
        let mistakes = try bench.mistakes(
            """
            { "call": "c.eventfd", "with": [3, "EFD_CLOEXEC"], "save": "event" },
            { "call": "c.eventfd_write", "with": [{ "ref": "event" }, 4], "expect": { "result": 0 } },
            { "call": "c.ppoll",
              "with": [[{ "fd": { "ref": "event" }, "events": "POLLIN" }], 1, { "tv_sec": 1 }, null],
              "expect": { "result": 1, "out.files[0].revents": "POLLIN" } },
            { "call": "c.eventfd_read", "with": [{ "ref": "event" }], "expect": { "out.value": 7 } },
            { "call": "c.pipe", "save": { "ends": "out.files" } },
            { "call": "c.dup2", "with": [{ "ref": "ends[0]" }, 60] },
            { "call": "c.write", "with": { "file": { "ref": "ends[1]" }, "bytes": "x" } },
            { "call": "c.select", "with": [61, { "fds_bits": [1152921504606846976] }, null, null, { "tv_sec": 1 }],
              "expect": { "result": 1, "out.reads.fds_bits[0]": 1152921504606846976 } },
            { "call": "c.timerfd_create", "with": ["CLOCK_MONOTONIC", "TFD_CLOEXEC"], "save": "timer" },
            { "call": "c.timerfd_settime",
              "with": [{ "ref": "timer" }, 0, { "it_value": { "tv_nsec": 1000000 } }],
              "expect": { "result": 0 } },
            { "call": "c.read", "with": { "file": { "ref": "timer" }, "size": 8 }, "expect": { "result": 8 } },
            { "call": "c.clock_nanosleep", "with": ["CLOCK_MONOTONIC", 0, { "tv_nsec": 1000000 }],
              "expect": { "result": 0 } },
            { "new": "struct sigevent", "value": { "sigev_notify": "SIGEV_NONE" }, "save": "silent" },
            { "call": "c.timer_create", "with": ["CLOCK_REALTIME", { "ref": "silent" }],
              "save": { "own": "out.timer" } },
            { "call": "c.timer_settime", "with": [{ "ref": "own" }, 0, { "it_value": { "tv_sec": 50 } }],
              "expect": { "result": 0 } },
            { "call": "c.timer_gettime", "with": [{ "ref": "own" }],
              "expect": { "out.value.it_value.tv_sec": { "gt": 40, "le": 50 } } },
            { "call": "c.timer_delete", "with": [{ "ref": "own" }] },
            { "call": "c.inotify_init1", "with": ["IN_NONBLOCK"], "save": "watching" },
            { "call": "c.inotify_add_watch",
              "with": [{ "ref": "watching" }, "/usr/include", "IN_CREATE|IN_DELETE"],
              "expect": { "result": 1 } },
            { "call": "c.epoll_create1", "with": ["EPOLL_CLOEXEC"], "expect": { "result": { "gt": 2 } } },
            { "call": "c.times", "expect": { "out.times.tms_cutime": { "ge": 0 } } }
            """)
        #expect(mistakes == "")
    }

    @Test("as threads")
    func threads() throws {
        let mistakes = try bench.mistakes(
            """
            { "new": "int", "value": 7, "save": "seven" },
            { "call": "c.pthread_create", "with": [null,
                { "callback": { "answers": [null], "lifetime": "once" } }, { "ref": "seven" }],
              "save": { "thread": "out.thread" }, "expect": { "result": 0 } },
            { "call": "c.pthread_join", "with": [{ "ref": "thread" }],
              "expect": { "result": 0, "out.result": null } },
            { "call": "c.pthread_self", "save": "own" },
            { "call": "c.pthread_equal", "with": [{ "ref": "own" }, { "ref": "own" }],
              "expect": { "result": { "ne": 0 } } },
            { "call": "c.pthread_key_create", "with": [null], "save": { "key": "out.key" } },
            { "call": "c.pthread_setspecific", "with": [{ "ref": "key" }, { "ref": "seven" }],
              "expect": { "result": 0 } },
            { "call": "c.pthread_getspecific", "with": [{ "ref": "key" }],
              "expect": { "result": { "ne": null } } },
            { "call": "c.pthread_key_delete", "with": [{ "ref": "key" }], "expect": { "result": 0 } },
            { "new": "int", "save": "once" },
            { "call": "c.pthread_once", "with": [{ "ref": "once" }, { "callback": { "records": true } }],
              "expect": { "out.start": { "length": 1 } } },
            { "call": "c.pthread_once", "with": [{ "ref": "once" }, { "callback": { "records": true } }],
              "expect": { "out.start": { "length": 0 } } },
            { "new": "int", "save": "lock" },
            { "call": "c.pthread_spin_init", "with": [{ "ref": "lock" }, 0] },
            { "call": "c.pthread_spin_lock", "with": [{ "ref": "lock" }] },
            { "call": "c.pthread_spin_trylock", "with": [{ "ref": "lock" }], "expect": { "result": "EBUSY" } },
            { "call": "c.pthread_spin_unlock", "with": [{ "ref": "lock" }] },
            { "new": "sem_t", "save": "semaphore" },
            { "call": "c.sem_init", "with": [{ "ref": "semaphore" }, 0, 1] },
            { "call": "c.sem_wait", "with": [{ "ref": "semaphore" }], "expect": { "result": 0 } },
            { "call": "c.sem_timedwait", "with": [{ "ref": "semaphore" }, { "tv_sec": 1 }],
              "expect": { "result": -1, "errno": "ETIMEDOUT" } },
            { "call": "c.sem_post", "with": [{ "ref": "semaphore" }], "expect": { "result": 0 } },
            { "call": "c.sched_getparam", "with": [0], "expect": { "out.parameters.sched_priority": 0 } }
            """)
        #expect(mistakes == "")
    }

    @Test("that share queues and semaphores")
    func sharing() throws {
        let mistakes = try bench.mistakes(
            """
            { "call": "c.msgget", "with": ["IPC_PRIVATE", 384], "save": "queue" },
            { "call": "c.msgsnd",
              "with": { "queue": { "ref": "queue" }, "message": { "hex": "050000000000000077656674" }, "size": 4, "flags": 0 },
              "expect": { "result": 0 } },
            { "call": "c.msgrcv", "with": [{ "ref": "queue" }, 10, 0, 0],
              "expect": { "result": 4, "out.message": { "hex": "050000000000000077656674" } } },
            { "call": "c.msgctl", "with": [{ "ref": "queue" }, "IPC_RMID", null], "expect": { "result": 0 } },
            { "call": "c.semget", "with": ["IPC_PRIVATE", 1, 384], "save": "set" },
            { "call": "c.semop", "with": [{ "ref": "set" }, [{ "sem_op": 2 }], 1], "expect": { "result": 0 } },
            { "call": "c.semctl", "with": [{ "ref": "set" }, 0, "GETVAL"], "expect": { "result": 2 } },
            { "call": "c.semctl", "with": [{ "ref": "set" }, 0, "IPC_RMID"], "expect": { "result": 0 } },
            { "call": "c.memfd_create", "with": ["cloth", 0], "save": "file" },
            { "new": "char[4]", "value": "weft", "save": "bytes" },
            { "new": "struct aiocb", "save": "request" },
            { "write": "request->aio_fildes", "value": { "ref": "file" } },
            { "write": "request->aio_buf", "value": { "ref": "bytes" } },
            { "write": "request->aio_nbytes", "value": 4 },
            { "write": "request->aio_sigevent.sigev_notify", "value": "SIGEV_NONE" },
            { "call": "c.aio_write", "with": [{ "ref": "request" }], "expect": { "result": 0 } },
            { "call": "c.aio_suspend", "with": [[{ "ref": "request" }], 1, null], "expect": { "result": 0 } },
            { "call": "c.aio_return", "with": [{ "ref": "request" }], "expect": { "result": 4 } }
            """)
        #expect(mistakes == "")
    }
}

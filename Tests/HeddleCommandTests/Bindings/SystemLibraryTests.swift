// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("The C library needs no declarations")
struct SystemLibraryTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    @Test("from the shell, and a misspelt name gets its suggestion")
    func shell() throws {
        let cos = try bench.heddle("call", "libm.so.6", "cos", "0")
        #expect(cos.status == 0 && cos.output == "1\n")
        let unknown = try bench.heddle("call", "libm.so.6", "coss", "0")
        #expect(unknown.status == 4 && unknown.errors.contains("did you mean \"cos\"?"))
    }

    @Test("in behaviours, with the annotations that calls need")
    func behaviours() throws {
        let run = try bench.heddle(
            "run",
            behaviour: """
                { "behaviour": 1, "modules": { "c": { "library": "libc.so.6" }, "m": { "library": "libm.so.6" } },
                  "hooks": [{ "on": "m.hypot", "after": ["count"] }],
                  "steps": [
                    { "call": "m.hypot", "with": [3, 4], "expect": { "result": 5 } },
                    { "call": "m.frexp", "with": [8], "expect": { "result": 0.5, "out.exponent": 4 } },
                    { "call": "m.modff", "with": [1.5], "expect": { "result": 0.5, "out.whole": 1 } },
                    { "call": "c.strdup", "with": ["text"], "expect": { "result": "text" } },
                    { "call": "c.div", "with": [7, 2], "expect": { "result": { "quot": 3, "rem": 1 } } },
                    { "call": "c.pipe", "save": { "ends": "out.files" } },
                    { "call": "c.write", "with": { "file": { "ref": "ends[1]" }, "bytes": "abc" }, "expect": { "result": 3 } },
                    { "call": "c.read", "with": { "file": { "ref": "ends[0]" }, "size": 10 },
                      "expect": { "out.buffer": { "hex": "616263" } } },
                    { "call": "c.getaddrinfo", "with": ["127.0.0.1", "80", null], "save": { "a": "out.found" } },
                    { "call": "c.freeaddrinfo", "with": [{ "ref": "a" }] },
                    { "call": "c.getenv", "with": ["SURELY_NOT_THERE"], "expect": { "result": null } } ] }
                """)
        #expect(run.status == 0, "\(run.errors)")
        #expect(!run.errors.contains("warning"), "\(run.errors)")
    }

    @Test("for its structures and constants")
    func types() throws {
        let mistakes = try bench.mistakes(
            """
            { "new": "regex_t", "save": "re" },
            { "call": "c.regcomp", "with": [{ "ref": "re" }, "a(b+)c", "REG_EXTENDED"], "expect": { "result": "REG_NOERROR" } },
            { "call": "c.regexec", "with": [{ "ref": "re" }, "xxabbbc", 2, 0],
              "expect": { "out.matches": [{ "rm_so": 2, "rm_eo": 7 }, { "rm_so": 3, "rm_eo": 6 }] } },
            { "call": "c.regfree", "with": [{ "ref": "re" }] },
            { "call": "c.regcomp", "with": [{ "ref": "re" }, "a(b", "REG_EXTENDED"], "save": "mistake",
              "expect": { "result": "REG_EPAREN" } },
            { "call": "c.regerror", "with": [{ "ref": "mistake" }, { "ref": "re" }, 100],
              "expect": { "out.message": { "matches": "^Unmatched" } } },
            { "call": "c.getpwuid", "with": [0], "expect": { "result.pw_name": "root" } },
            { "call": "c.getgrgid", "with": [0], "expect": { "result.gr_name": "root" } },
            { "call": "c.getpwnam", "with": ["nobody-of-this-name"], "expect": { "result": null } },
            { "call": "c.gmtime_r", "with": [86400], "save": { "day": "out.parts" } },
            { "call": "c.strftime", "with": { "size": 64, "format": "%Y-%m-%d", "time": { "ref": "day" } },
              "expect": { "out.text": "1970-01-02" } },
            { "call": "c.strptime", "with": ["2026-11-29", "%Y-%m-%d", { "ref": "day" }],
              "expect": { "out.time.tm_year": 126 } },
            { "call": "c.uname", "expect": { "out.names.sysname": "Linux" } },
            { "call": "c.strerrorname_np", "with": ["EINVAL"], "expect": { "result": "EINVAL" } },
            { "call": "c.open", "with": ["/nowhere", "O_RDONLY|O_CLOEXEC"], "expect": { "result": -1, "errno": "ENOENT" } }
            """)
        #expect(mistakes == "")
    }

    @Test("for files, folders and sockets")
    func files() throws {
        let only = try ScratchFolder()
        try only.write("one.txt", "1")
        let mistakes = try bench.mistakes(
            """
            { "call": "c.tmpfile", "save": "f" },
            { "call": "c.fputs", "with": ["one\\ntwo\\n", { "ref": "f" }] },
            { "call": "c.rewind", "with": [{ "ref": "f" }] },
            { "call": "c.getline", "with": { "size": 0, "stream": { "ref": "f" } },
              "expect": { "result": 4, "out.line": "one\\n" } },
            { "call": "c.fgets", "with": [10, { "ref": "f" }], "expect": { "out.line": "two\\n" } },
            { "call": "c.fgets", "with": [10, { "ref": "f" }], "expect": { "result": null } },
            { "call": "c.fwrite", "with": ["abcd", 2, 2, { "ref": "f" }], "expect": { "result": 2 } },
            { "call": "c.fseek", "with": [{ "ref": "f" }, -4, "SEEK_END"] },
            { "call": "c.fread", "with": [2, 5, { "ref": "f" }],
              "expect": { "result": 2, "out.bytes": { "hex": "61626364" } } },
            { "call": "c.fclose", "with": [{ "ref": "f" }] },
            { "call": "c.opendir", "with": ["\(only.path)"], "save": "folder" },
            { "repeat": [
                { "call": "c.readdir", "with": [{ "ref": "folder" }], "save": "entry",
                  "until": { "result.d_type": "DT_REG" } } ],
              "times": 3 },
            { "call": "c.strlen", "with": [{ "ref": "entry.d_name" }], "expect": { "result": 7 } },
            { "call": "c.closedir", "with": [{ "ref": "folder" }] },
            { "call": "c.socketpair", "with": ["AF_UNIX", "SOCK_STREAM", 0], "save": { "ends": "out.files" } },
            { "call": "c.writev",
              "with": [{ "ref": "ends[0]" }, [{ "iov_base": "he", "iov_len": 2 }, { "iov_base": "y", "iov_len": 1 }], 2],
              "expect": { "result": 3 } },
            { "call": "c.poll", "with": [[{ "fd": { "ref": "ends[1]" }, "events": "POLLIN", "revents": 0 }], 1, 0],
              "expect": { "result": 1, "out.files[0].revents": "POLLIN" } },
            { "call": "c.recv", "with": [{ "ref": "ends[1]" }, 10, 0], "expect": { "out.bytes": { "hex": "686579" } } },
            { "call": "c.inet_pton", "with": ["AF_INET6", "::1"], "save": { "address": "out.address" } },
            { "call": "c.inet_ntop", "with": ["AF_INET6", { "ref": "address" }, 46], "expect": { "result": "::1" } }
            """)
        #expect(mistakes == "")
    }

    @Test("for memory, order and texts")
    func memory() throws {
        let mistakes = try bench.mistakes(
            """
            { "new": "int[4]", "value": [8, 3, 5, 2], "save": "n" },
            { "new": "int", "value": 5, "save": "five" },
            { "call": "c.qsort",
              "with": [{ "ref": "n" }, 4, 4, { "callback": { "compare": ["*(int *)$1", "*(int *)$2"] } }] },
            { "read": "n[3]", "expect": { "result": 8 } },
            { "call": "c.bsearch",
              "with": [{ "ref": "five" }, { "ref": "n" }, 4, 4, { "callback": { "compare": ["*(int *)$1", "*(int *)$2"] } }],
              "save": "found" },
            { "new": "int *", "value": { "ref": "(int *)found" }, "save": "place" },
            { "read": "place[0][0]", "expect": { "result": 5 } },
            { "call": "c.memset", "with": [{ "ref": "n" }, 255, 4] },
            { "read": "n[0]", "expect": { "result": -1 } },
            { "call": "c.memcpy", "with": [{ "ref": "n" }, { "hex": "07000000" }, 4] },
            { "read": "n[0]", "expect": { "result": 7 } },
            { "call": "c.strtol", "with": ["12abc", 10], "expect": { "result": 12, "out.rest": "abc" } },
            { "call": "c.strcpy", "with": ["hello"], "expect": { "out.to": "hello" } },
            { "call": "c.snprintf", "with": [20, "%d-%s", 5, "x"], "expect": { "out.buffer": "5-x" } },
            { "call": "c.asprintf", "with": ["%d", 5], "expect": { "out.text": "5" } }
            """)
        #expect(mistakes == "")
    }

    @Test("for trees, lists and orders")
    func search() throws {
        let mistakes = try bench.mistakes(
            """
            { "new": "int[4]", "value": [8, 3, 5, 2], "save": "n" },
            { "new": "int", "value": -1, "save": "sign" },
            { "call": "c.qsort_r", "with": [{ "ref": "n" }, 4, 4,
                { "callback": { "compute": "*(int *)argument * (*(int *)a - *(int *)b)" } }, { "ref": "sign" }] },
            { "read": "n[0]", "expect": { "result": 8 } },
            { "new": "void *", "save": "tree" },
            { "call": "c.tsearch", "with": [{ "ref": "&n[0]" }, { "ref": "tree" },
                { "callback": { "compare": ["*(int *)a", "*(int *)b"] } }] },
            { "call": "c.tsearch", "with": [{ "ref": "&n[3]" }, { "ref": "tree" },
                { "callback": { "compare": ["*(int *)a", "*(int *)b"] } }] },
            { "new": "int", "value": 2, "save": "two" },
            { "call": "c.tfind", "with": [{ "ref": "two" }, { "ref": "tree" },
                { "callback": { "compare": ["*(int *)a", "*(int *)b"] } }],
              "expect": { "result": { "ne": null } } },
            { "call": "c.twalk", "with": [{ "ref": "tree[0]" }, { "callback": { "records": true } }],
              "expect": { "out.visit": { "length": 4 }, "out.visit[0][1]": "preorder", "out.visit[1][1]": "leaf" } },
            { "call": "c.tdelete", "with": [{ "ref": "two" }, { "ref": "tree" },
                { "callback": { "compare": ["*(int *)a", "*(int *)b"] } }] },
            { "call": "c.tdestroy", "with": [{ "ref": "tree[0]" }, { "callback": {} }] },
            { "new": "int[3]", "value": [4, 6, 0], "save": "list" },
            { "new": "size_t", "value": 2, "save": "count" },
            { "new": "int", "value": 9, "save": "nine" },
            { "call": "c.lsearch", "with": [{ "ref": "nine" }, { "ref": "list" }, { "ref": "count" }, 4,
                { "callback": { "compare": ["*(int *)key", "*(int *)element"] } }] },
            { "read": "count[0]", "expect": { "result": 3 } },
            { "read": "list[2]", "expect": { "result": 9 } },
            { "call": "c.erand48", "with": [[1, 2, 3]], "expect": { "result": { "ge": 0, "lt": 1 } } },
            { "call": "c.imaxdiv", "with": [7, 2], "expect": { "result": { "quot": 3, "rem": 1 } } }
            """)
        #expect(mistakes == "")
    }

    @Test("for complex numbers, and more of arithmetic")
    func arithmetic() throws {
        let mistakes = try bench.mistakes(
            """
            { "call": "m.cexp", "with": [[0, 0]], "expect": { "result": [1, 0] } },
            { "call": "m.cabs", "with": [[3, 4]], "expect": { "result": 5 } },
            { "call": "m.csqrtf", "with": [[-4, 0]], "expect": { "result": [0, 2] } },
            { "call": "m.cimag", "with": [[3, 4]], "expect": { "result": 4 } },
            { "call": "m.conjl", "with": [[1, 2]], "expect": { "result": [1, -2] } },
            { "call": "m.nan", "with": [""], "expect": { "result": "NaN" } },
            { "call": "m.remquo", "with": [29, 10], "expect": { "result": -1, "out.quotient": 3 } },
            { "call": "m.lgamma_r", "with": [-0.5], "expect": { "out.sign": -1 } },
            { "call": "m.nexttoward", "with": [1, 2], "expect": { "result": { "gt": 1 } } },
            { "call": "m.fegetround", "expect": { "result": "FE_TONEAREST" } },
            { "call": "m.jnf", "with": [0, 0], "expect": { "result": 1 } },
            { "call": "m.scalbln", "with": [3, 4], "expect": { "result": 48 } }
            """)
        #expect(mistakes == "")
    }

    @Test("also where answers replace it in a recording")
    func stubs() throws {
        try bench.folder.write(
            "steps.json",
            """
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "annotate": { "labs": { "return": "_Idempotent_" } } } },
              "steps": [{ "call": "c.abs", "with": [-3] }, { "call": "c.div", "with": [7, 2] }, { "call": "c.labs", "with": [-4] }] }
            """)
        let program = try Program.built("heddle")
        let recorded = try program.run(
            ["record", "--stubs", "steps.json", "-o", "recorded.json"], in: bench.folder.path)
        #expect(recorded.status == 0, "\(recorded.errors)")
        let run = try bench.heddle("run", bench.folder("recorded.json"))
        #expect(run.status == 0 && run.output.contains("c.div(7, 2) = {\"quot\": 3, \"rem\": 1}"), "\(run.errors)")
    }

    @Test("and a declaration of the behaviour replaces the one that Heddle has")
    func declared() throws {
        let run = try bench.heddle(
            "run",
            behaviour: """
                { "behaviour": 1, "modules": { "c": { "library": "libc.so.6",
                    "declarations": "unsigned char abs(unsigned char n)", "annotate": { "labs": { "return": "_Idempotent_" } } } },
                  "steps": [{ "call": "c.abs", "with": [200], "expect": { "result": 200 } },
                            { "call": "c.labs", "with": [-3], "expect": { "result": 3 } }] }
                """)
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test("which may use its types, and may not declare them otherwise")
    func redeclaredTypes() throws {
        let run = try bench.heddle(
            "run",
            behaviour: """
                { "behaviour": 1, "modules": { "c": { "library": "libc.so.6",
                    "declarations": ["char *asctime(_In_ const struct tm *time)", "struct in_addr { uint32_t s_addr; }"] } },
                  "steps": [{ "call": "c.gmtime", "with": [0], "save": "start" },
                            { "call": "c.asctime", "with": [{ "ref": "start" }],
                              "expect": { "result": "Thu Jan  1 00:00:00 1970\\n" } }] }
                """)
        #expect(run.status == 0, "\(run.errors)")
        let refused = try bench.heddle(
            "check",
            behaviour: """
                { "behaviour": 1, "modules": { "c": { "library": "libc.so.6",
                    "declarations": "struct pollfd { int fd; int events; int revents; }" } }, "steps": [] }
                """)
        #expect(refused.status == 3)
        #expect(refused.errors.contains(#""struct pollfd" is already declared with another meaning"#))
    }

    #if arch(x86_64)
        private static let machine = "x86_64"
    #elseif arch(arm64)
        private static let machine = "aarch64"
    #elseif arch(s390x)
        private static let machine = "s390x"
    #elseif arch(powerpc64le)
        private static let machine = "powerpc64le"
    #else
        private static let machine = "riscv64"
    #endif

    @Test("since they are those of its headers", .enabled(if: Program.isInstalled("clang")))
    func agree() throws {
        let headers = [
            "libm.so.6": ["math.h", "complex.h", "fenv.h"],
            "libc.so.6": [
                "stdlib.h", "stdio.h", "string.h", "strings.h", "ctype.h", "unistd.h", "sys/stat.h", "fcntl.h",
                "time.h", "signal.h", "netdb.h", "arpa/inet.h", "fnmatch.h", "locale.h", "regex.h", "search.h",
                "dirent.h", "pwd.h", "grp.h", "wchar.h", "wctype.h", "sys/socket.h", "netinet/in.h", "poll.h",
                "sys/uio.h", "sys/time.h", "sys/utsname.h", "langinfo.h", "semaphore.h", "errno.h", "sys/random.h",
                "sched.h", "inttypes.h", "malloc.h", "uchar.h", "libgen.h", "sys/file.h", "sys/sendfile.h",
                "sys/statvfs.h", "glob.h", "wordexp.h", "ftw.h", "monetary.h", "nl_types.h", "utime.h", "sys/times.h",
                "sys/timerfd.h", "net/if.h", "ifaddrs.h", "sys/un.h", "sys/select.h", "sys/epoll.h", "sys/eventfd.h",
                "sys/signalfd.h", "sys/inotify.h", "sys/wait.h", "spawn.h", "getopt.h", "syslog.h",
                "fmtmsg.h", "dlfcn.h", "sys/mman.h", "mqueue.h", "sys/ipc.h", "sys/msg.h", "sys/sem.h", "sys/shm.h",
                "aio.h", "sys/ioctl.h", "termios.h", "sys/xattr.h", "mntent.h", "sys/auxv.h", "sys/statfs.h", "utmpx.h",
                "pthread.h",
            ],
        ]
        for (library, headers) in headers {
            let name = library.split(separator: ".")[0]
            let bound = try Program.built("heddle").run(
                ["bind", "--library", library, "-D", "_GNU_SOURCE", "-o", "\(name).bound.json"] + headers,
                in: bench.folder.path)
            #expect(bound.status == 0, "\(bound.errors)")
            let own = ["", ".\(Self.machine)", ".differing"].map {
                "\"\(Sources.root)/Sources/CSystemLibraries/Declarations/\(name)\($0).json\""
            }.joined(separator: ", ")
            let checked = try bench.heddle(
                "check",
                behaviour: """
                    { "behaviour": 1, "modules": { "l": { "library": "\(library)",
                        "bindings": ["\(bench.folder("\(name).bound.json"))", \(own)] } } }
                    """)
            #expect(checked.status == 0, "\(checked.errors)")
        }
    }
}

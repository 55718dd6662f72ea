// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("Files of the system need no declarations")
struct SystemFileTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    @Test("by their paths")
    func paths() throws {
        let only = try ScratchFolder()
        let mistakes = try bench.mistakes(
            """
            { "call": "c.mkdtemp", "with": ["\(only.path)/made-XXXXXX"], "save": "made",
              "expect": { "result": { "matches": "/made-[A-Za-z0-9]{6}$" } } },
            { "call": "c.mkstemp", "with": ["\(only.path)/file-XXXXXX"],
              "save": { "file": "result", "path": "out.path" },
              "expect": { "out.path": { "matches": "/file-[A-Za-z0-9]{6}$" } } },
            { "call": "c.pwrite", "with": [{ "ref": "file" }, "weft", 4, 0] },
            { "call": "c.statx", "with": ["AT_FDCWD", { "ref": "path" }, 0, "STATX_BASIC_STATS"],
              "expect": { "out.status.stx_size": 4, "out.status.stx_nlink": 1 } },
            { "call": "c.open", "with": [{ "ref": "made" }, "O_RDONLY"], "save": "folder" },
            { "call": "c.linkat", "with": ["AT_FDCWD", { "ref": "path" }, { "ref": "folder" }, "again", 0],
              "expect": { "result": 0 } },
            { "call": "c.openat", "with": [{ "ref": "folder" }, "again", "O_RDONLY"], "save": "again" },
            { "call": "c.pread", "with": [{ "ref": "again" }, 10, 0],
              "expect": { "out.buffer": { "hex": "77656674" } } },
            { "call": "c.futimens",
              "with": [{ "ref": "again" }, [{ "tv_sec": 5, "tv_nsec": 0 }, { "tv_sec": 7, "tv_nsec": 0 }]],
              "expect": { "result": 0 } },
            { "call": "c.statx", "with": [{ "ref": "folder" }, "again", 0, "STATX_ALL"],
              "expect": { "out.status.stx_nlink": 2, "out.status.stx_mtime.tv_sec": 7 } },
            { "call": "c.symlinkat", "with": ["again", { "ref": "folder" }, "there"] },
            { "call": "c.readlinkat", "with": [{ "ref": "folder" }, "there", 100],
              "expect": { "out.target": "again" } },
            { "call": "c.realpath", "with": ["/usr/./include/../include"],
              "expect": { "result": "/usr/include", "out.resolved": "/usr/include" } },
            { "call": "c.realpath", "with": ["/nowhere/at/all"],
              "expect": { "result": null, "errno": "ENOENT" } },
            { "call": "c.statvfs", "with": ["/"], "expect": { "out.status.f_namemax": { "gt": 10 } } },
            { "call": "c.lseek", "with": [{ "ref": "again" }, 0, "SEEK_SET"] },
            { "call": "c.copy_file_range", "with": [{ "ref": "again" }, null, { "ref": "file" }, 4, 4, 0],
              "expect": { "result": 4, "out.toOffset": 8 } },
            { "call": "c.unlinkat", "with": [{ "ref": "folder" }, "there", 0], "expect": { "result": 0 } },
            { "call": "c.flock", "with": [{ "ref": "folder" }, "LOCK_SH|LOCK_NB"], "expect": { "result": 0 } }
            """)
        #expect(mistakes == "")
    }

    @Test("by patterns and in trees")
    func patterns() throws {
        let only = try ScratchFolder()
        try only.write("a.txt", "1")
        try only.write("b.txt", "2")
        let mistakes = try bench.mistakes(
            """
            { "new": "glob_t", "save": "found" },
            { "call": "c.glob", "with": ["\(only.path)/*.txt", 0, null, { "ref": "found" }],
              "expect": { "result": 0 } },
            { "read": "found->gl_pathv", "expect": { "result": ["\(only.path)/a.txt", "\(only.path)/b.txt"] } },
            { "call": "c.globfree", "with": [{ "ref": "found" }] },
            { "call": "c.glob", "with": ["/nowhere/*", 0, { "callback": { "returns": 0 } }, { "ref": "found" }],
              "expect": { "result": "GLOB_NOMATCH" } },
            { "new": "wordexp_t", "save": "words" },
            { "call": "c.wordexp", "with": ["one 'two three' $((1 + 3))", { "ref": "words" }, "WRDE_NOCMD"],
              "expect": { "result": 0 } },
            { "read": "words->we_wordv", "expect": { "result": ["one", "two three", "4"] } },
            { "call": "c.wordfree", "with": [{ "ref": "words" }] },
            { "call": "c.scandir", "with": ["\(only.path)",
                { "callback": { "compute": "entry->d_type == DT_REG" } },
                { "callback": { "compute": "strcmp((*b)->d_name, (*a)->d_name)" } }],
              "save": { "entries": "out.entries" }, "expect": { "result": 2, "out.entries[0]->d_name": "b.txt" } },
            { "call": "c.free", "with": [{ "ref": "entries[0]" }] },
            { "call": "c.free", "with": [{ "ref": "entries[1]" }] },
            { "call": "c.nftw", "with": ["\(only.path)",
                { "callback": { "returns": 0, "records": true } }, 4, "FTW_PHYS"],
              "expect": { "result": 0, "out.visit": { "length": 3 }, "out.visit[0][2]": "FTW_D" } },
            { "call": "c.ftw", "with": ["\(only.path)",
                { "callback": { "compute": "kind == FTW_F ? 7 : 0" } }, 4],
              "expect": { "result": 7 } }
            """)
        #expect(mistakes == "")
    }

    @Test("as streams in memory")
    func streams() throws {
        let mistakes = try bench.mistakes(
            """
            { "new": "char *", "save": "text" },
            { "new": "size_t", "save": "size" },
            { "call": "c.open_memstream", "with": [{ "ref": "text" }, { "ref": "size" }], "save": "out" },
            { "call": "c.fprintf", "with": [{ "ref": "out" }, "%d threads", 12] },
            { "call": "c.fclose", "with": [{ "ref": "out" }] },
            { "read": "text[0]", "expect": { "result": "12 threads" } },
            { "read": "size[0]", "expect": { "result": 10 } },
            { "new": "char[32]", "value": "5 warp 2.5", "save": "memory" },
            { "call": "c.fmemopen", "with": [{ "ref": "memory" }, 10, "r"], "save": "in" },
            { "call": "c.fgetpos", "with": [{ "ref": "in" }], "save": { "start": "out.place" } },
            { "call": "c.fscanf", "with": [{ "ref": "in" }, "%d", { "_Out_ int *": null }],
              "expect": { "result": 1, "out.$3": 5 } },
            { "call": "c.fsetpos", "with": [{ "ref": "in" }, { "ref": "start" }] },
            { "call": "c.getc_unlocked", "with": [{ "ref": "in" }], "expect": { "result": 53 } },
            { "call": "c.sscanf",
              "with": ["7 loom", "%d %7s", { "_Out_ int *": null }, { "_Out_writes_z_(8) char *": null }],
              "expect": { "result": 2, "out.$3": 7, "out.$4": "loom" } },
            { "call": "c.fclose", "with": [{ "ref": "in" }] },
            { "new": "wchar_t *", "save": "wide" },
            { "call": "c.open_wmemstream", "with": [{ "ref": "wide" }, { "ref": "size" }], "save": "wideOut" },
            { "call": "c.fputws", "with": ["Kette", { "ref": "wideOut" }] },
            { "call": "c.fclose", "with": [{ "ref": "wideOut" }] },
            { "read": "size[0]", "expect": { "result": 5 } }
            """)
        #expect(mistakes == "")
    }

    @Test("mapped into memory, and as libraries")
    func mappings() throws {
        let mistakes = try bench.mistakes(
            """
            { "call": "c.memfd_create", "with": ["loom", "MFD_CLOEXEC"], "save": "file" },
            { "call": "c.pwrite", "with": [{ "ref": "file" }, "weft", 4, 0] },
            { "call": "c.mmap", "with": [null, 4096, "PROT_READ|PROT_WRITE", "MAP_SHARED", { "ref": "file" }, 0],
              "save": "place" },
            { "call": "c.msync", "with": [{ "ref": "place" }, 4096, "MS_SYNC"], "expect": { "result": 0 } },
            { "call": "c.madvise", "with": [{ "ref": "place" }, 4096, "MADV_WILLNEED"],
              "expect": { "result": 0 } },
            { "call": "c.mprotect", "with": [{ "ref": "place" }, 4096, "PROT_READ"], "expect": { "result": 0 } },
            { "call": "c.munmap", "with": [{ "ref": "place" }, 4096], "expect": { "result": 0 } },
            { "call": "c.posix_memalign", "with": [64, 100], "save": { "aligned": "out.memory" } },
            { "call": "c.malloc_usable_size", "with": [{ "ref": "aligned" }],
              "expect": { "result": { "ge": 100 } } },
            { "call": "c.free", "with": [{ "ref": "aligned" }] },
            { "call": "c.dlopen", "with": ["libm.so.6", "RTLD_NOW"], "save": "m" },
            { "call": "c.dlsym", "with": [{ "ref": "m" }, "cos"], "save": "cos" },
            { "call": "c.dladdr", "with": [{ "ref": "cos" }],
              "expect": { "out.info.dli_fname": { "matches": "libm.so.6$" } } },
            { "call": "c.dlsym", "with": [{ "ref": "m" }, "no_such_function"], "expect": { "result": null } },
            { "call": "c.dlerror", "expect": { "result": { "contains": "no_such_function" } } },
            { "call": "c.dlclose", "with": [{ "ref": "m" }] }
            """)
        #expect(mistakes == "")
    }
}

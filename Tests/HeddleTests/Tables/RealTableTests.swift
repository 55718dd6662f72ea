// SPDX-License-Identifier: Apache-2.0

import Foundation
import HeddleDeclarations
import HeddleDiagnostics
import Heddle
import Synchronization
import Testing
import Workbench

@Suite("Tables of libraries that people use")
struct RealTableTests {
    private let bench: Bench
    private var host: ModuleHost { bench.host }

    init() throws { bench = try Bench() }

    private static func isInstalled(_ soname: String) -> Bool {
        (try? Bench().host.module("m", library: soname)) != nil
    }

    static let hasXML = isInstalled("libxml2.so.2")
    static let hasSQLite = isInstalled("libsqlite3.so.0")

    @Test("libxml2 exports tables as data", .enabled(if: hasXML))
    func xml() throws {
        try host.module(
            "xml", library: "libxml2.so.2",
            declarations: [
                """
                typedef struct { const char *(*getPublicId)(_In_opt_ void *ctx); const char *(*getSystemId)(_In_opt_ void *ctx);
                    int (*getLineNumber)(_In_opt_ void *ctx); int (*getColumnNumber)(_In_opt_ void *ctx); } locator;
                extern locator xmlDefaultSAXLocator; const char *xmlCheckVersion(int)
                """
            ])
        try host.module("locator", table: "xml.xmlDefaultSAXLocator")
        let trace = Mutex<[ActionName]>([])
        try host.hook("locator.*", .after) { call in trace.withLock { $0.append(call.name) } }
        let line: Int = try host.call("locator.getLineNumber", Value.null)
        #expect(line == 0)
        #expect(trace.withLock { $0 } == ["locator.getLineNumber"])
    }

    private static let files = """
        typedef struct sqlite3 sqlite3; typedef struct sqlite3_file sqlite3_file; typedef struct sqlite3_vfs sqlite3_vfs;
        struct sqlite3_vfs {
            int iVersion; int szOsFile; int mxPathname; sqlite3_vfs *pNext; const char *zName; void *pAppData;
            int (*xOpen)(sqlite3_vfs *, _In_opt_ const char *zName, sqlite3_file *, int flags, _Out_opt_ int *pOutFlags);
            int (*xDelete)(sqlite3_vfs *, const char *zName, int syncDir);
            int (*xAccess)(sqlite3_vfs *, const char *zName, int flags, _Out_ int *pResOut);
            int (*xFullPathname)(sqlite3_vfs *, const char *zName, int nOut, _Out_writes_(nOut) char *zOut);
            void *(*xDlOpen)(sqlite3_vfs *, const char *zFilename);
            void (*xDlError)(sqlite3_vfs *, int nByte, _Out_writes_(nByte) char *zErrMsg);
            void (*(*xDlSym)(sqlite3_vfs *, void *, const char *zSymbol))(void);
            void (*xDlClose)(sqlite3_vfs *, void *);
            int (*xRandomness)(sqlite3_vfs *, int nByte, _Out_writes_bytes_(nByte) char *zOut);
            int (*xSleep)(sqlite3_vfs *, int microseconds);
            int (*xCurrentTime)(sqlite3_vfs *, _Out_ double *);
            int (*xGetLastError)(sqlite3_vfs *, int, _Out_opt_ char *);
            int (*xCurrentTimeInt64)(sqlite3_vfs *, _Out_ int64_t *);
        };
        sqlite3_vfs *sqlite3_vfs_find(_In_opt_ const char *zVfsName);
        int sqlite3_vfs_register(_Retained_ sqlite3_vfs *, int makeDflt); int sqlite3_vfs_unregister(sqlite3_vfs *);
        int sqlite3_open_v2(const char *filename, _Outptr_ sqlite3 **ppDb, int flags, _In_opt_ const char *zVfs);
        int sqlite3_exec(sqlite3 *, const char *sql, _In_opt_ void *callback, _In_opt_ void *, _In_opt_ void *);
        int sqlite3_close_v2(sqlite3 *)
        """

    @Test("sqlite calls the entries of its file system through their hooks", .enabled(if: hasSQLite))
    func sqlite() throws {
        let folder = try ScratchFolder()
        try host.module("sqlite", library: "libsqlite3.so.0", declarations: [Self.files])
        let files = try host.module("files", table: "sqlite.sqlite3_vfs_find", with: "unix-none")
        let slept: Int = try host.call("files.xSleep", 1)
        #expect(slept > 0)
        let access: CallResult = try host.call("files.xAccess", folder.path, 0)
        #expect(access.out.first?.value == 1)

        let trace = Mutex<[String]>([])
        try host.hook("files.*", .before) { call in
            trace.withLock { $0.append(call.name.action) }
        }
        let code: Int = try host.call("sqlite.sqlite3_vfs_register", files.decorated, 0)
        #expect(code == 0)
        defer { try? host.call("sqlite.sqlite3_vfs_unregister", files.decorated) }
        let opened: CallResult = try host.call("sqlite.sqlite3_open_v2", folder("a.db"), 6, "unix-none")
        let database = try #require(opened.out.first?.value)
        let done: Int = try host.call(
            "sqlite.sqlite3_exec", database, "create table t(x); insert into t values (1)", Value.null, Value.null,
            Value.null)
        #expect(done == 0)
        try host.call("sqlite.sqlite3_close_v2", database)
        let called = Set(trace.withLock { $0 })
        #expect(called.isSuperset(of: ["xFullPathname", "xOpen"]), "\(called.sorted())")
        #expect(FileManager.default.fileExists(atPath: folder("a.db")))
    }
}

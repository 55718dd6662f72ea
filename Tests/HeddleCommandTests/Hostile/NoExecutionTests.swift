// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite(
    "File systems from which no code may be run",
    .enabled(if: canMount, "this user may not mount anything"))
struct NoExecutionTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try BuiltModules.compile("int one(void) { return 1; }", to: "m.so", in: folder)
    }

    /// Runs a line where the folder `closed` is such a file system, with the module in it.
    private func run(_ line: String) throws -> Program.Ended {
        try folder.bash(
            """
            heddle=$(declare -f heddle); mkdir closed
            unshare -m bash -c "$heddle; mount -t tmpfs -o noexec none closed; cp m.so closed; \(line)"
            """)
    }

    @Test("hold back no module: it is loaded from the user's copy")
    func module() throws {
        let ended = try run("heddle call ./closed/m.so 'int one(void)'")
        #expect(ended.output == "1\n", "\(ended.errors)")
    }

    @Test("hold back none where the folders of copies lie there, too: it is loaded from memory")
    func copies() throws {
        let here = "XDG_CACHE_HOME=$PWD/closed HOME=$PWD/closed TMPDIR=$PWD/closed"
        let ended = try run("export \(here); heddle call ./closed/m.so 'int one(void)'; find closed -name '*m.so*'")
        #expect(ended.output == "1\nclosed/m.so\n", "\(ended.errors)")
    }
}

private let canMount =
    (try? Program("unshare").run(["-m", "mount", "-t", "tmpfs", "-o", "noexec", "none", "/mnt"]).status) == 0

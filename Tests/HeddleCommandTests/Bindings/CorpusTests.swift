// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("The corpus of libraries", .enabled(if: Program.isInstalled("clang") && Program.isInstalled("python3")))
struct CorpusTests {
    /// Those whose packages scripts/test installs; scripts/corpus binds all.
    private static let libraries = [
        "libz.so.1", "libsqlite3.so.0", "libcurl.so.4", "libpng16.so.16", "libxxhash.so.0", "liblz4.so.1", "libuv.so.1",
        "libxml2.so.2", "libexpat.so.1", "libyaml-0.so.2", "libbz2.so.1.0", "liblua5.4.so.0", "libjpeg.so.62",
    ]

    @Test("is bound no worse than its table says, and the bindings are read and checked", arguments: libraries)
    func bound(library: String) throws {
        let heddle = try Program.built("heddle").path
        let ended = try Program("/usr/bin/env").run(
            [
                "python3", "\(Sources.root)/Tests/Corpus/corpus.py", heddle, "--gone-is-skipped",
                library,
            ])
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    }
}

// SPDX-License-Identifier: Apache-2.0

import Workbench

/// Some cases, compiled by both compilers.
struct Batch {
    static let compilers = ["gcc", "clang"]

    /// A batch that is being compiled, while something else goes on.
    struct Compilation {
        private let cases: [OracleCase]
        private let folder: ScratchFolder
        private let programs: [Program]

        init(_ cases: [OracleCase], forPeers: Bool = false) throws {
            let folder = try ScratchFolder()
            let source = try folder.write("batch.c", batchSource(cases, forPeers: forPeers))
            self.cases = cases
            self.folder = folder
            programs = try zip(compilers, ["-Og", "-O1"]).map { compiler, optimization in
                try Program([
                    compiler, "-std=gnu17", optimization, "-w", "-Wno-psabi", "-shared", "-fPIC", "-s", source, "-o",
                    folder("\(compiler).so"),
                ])
            }
        }

        /// Waits for both compilers.
        func finished() throws -> Batch {
            for program in programs { _ = try program.output() }
            return try Batch(cases, in: folder)
        }
    }

    let cases: [OracleCase]
    let folder: ScratchFolder
    let crossCheck: CrossCheck

    /// Compiles cases and waits for it.
    init(_ cases: [OracleCase], forPeers: Bool = false) throws {
        self = try Compilation(cases, forPeers: forPeers).finished()
    }

    fileprivate init(_ cases: [OracleCase], in folder: ScratchFolder) throws {
        self.cases = cases
        self.folder = folder
        crossCheck = try CrossCheck(gcc: folder("gcc.so"), clang: folder("clang.so"), cases: cases, in: folder)
    }

    /// The library that a compiler has made.
    func library(_ compiler: String) -> String { folder("\(compiler).so") }

    static var canBeMade: Bool { compilers.allSatisfy(Program.exists) }
}

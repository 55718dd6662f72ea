// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("The fake host for unit tests")
struct FakeHostTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test("tests a module in C or C++, in every dialect and without a warning", arguments: Compiler.c + Compiler.cxx)
    func dialects(compiler: Compiler) throws {
        let program = folder("test")
        let run = try compiler.compile(["faked/test.c", "faked/timid.c"], ["-o", program])
        #expect(run.status == 0, "\(run.output)")
        let tested = try Tool.run([program])
        #expect(tested.status == 0, "\(tested.output)")
        #expect(!tested.output.contains("BROKEN") && tested.output.contains("held: answers in a hook"))
    }

    @Test("leaks nothing and reads nothing that is freed", arguments: Compiler.usual.filter { $0.family == .gcc })
    func memory(compiler: Compiler) throws {
        let program = folder("test")
        let run = try compiler.compile(
            ["faked/test.c", "faked/timid.c"], ["-fsanitize=address,undefined", "-g", "-o", program])
        #expect(run.status == 0, "\(run.output)")
        let tested = try Tool.run([program], environment: ["ASAN_OPTIONS": "detect_leaks=0"])
        #expect(tested.status == 0, "\(tested.output)")
    }

    @Test("has each function of the host's table", arguments: Compiler.usual)
    func complete(compiler: Compiler) throws {
        let program = folder("test")
        let run = try compiler.compile(["faked/complete.c"], ["-o", program])
        #expect(run.status == 0, "\(run.output)")
        #expect(try Tool.succeed([program]) == "0 functions are missing\n")
    }
}

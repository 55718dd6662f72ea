// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("A module of several source files")
struct SharingTests {
    @Test("shares the host's table, and may describe itself in its own header", arguments: Compiler.usual)
    func sharesTheTable(compiler: Compiler) throws {
        let folder = try ScratchFolder()
        let module = try compiler.module("shared_one.c", "shared_two.c", in: folder)
        let records = try Record.read(from: module)
        #expect(
            Set(records) == [
                Record(1, "shared\n1"),
                Record(4, "typedef struct { int32_t first, second; } pair"),
                Record(4, "typedef int32_t on_the_line_of_a_type_in_the_header"),
                Record(2, "int32_t say_one(void)"),
                Record(2, "int32_t say_two(pair both)"),
            ])

        let loader = try BuiltPlugins.host("loader", in: folder)
        #expect(try Tool.succeed([loader.path, module, "say_one", "say_two"]) == "log 1: one\nlog 1: two\n")
    }

    @Test("cannot have two of HEDDLE_MODULE", arguments: Compiler.usual)
    func oneModule(compiler: Compiler) throws {
        let folder = try ScratchFolder()
        let run = try compiler.compile(
            ["every.c", "outside/outside.c"], ["-fPIC", "-shared", "-o", folder("module.so")])
        #expect(run.status != 0)
        #expect(run.output.contains("heddle_attach"))
    }
}

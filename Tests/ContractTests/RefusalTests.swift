// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("The compiler and the linker refuse")
struct RefusalTests {
    private func build(_ fixture: String, with compiler: Compiler, _ flags: String...) throws -> Tool.Run {
        let folder = try ScratchFolder()
        return try compiler.compile(
            ["refused/\(fixture)"], ["-fPIC", "-shared", "-Wl,-z,defs", "-o", folder("module.so")] + flags)
    }

    private static let c = Compiler.usual.filter { $0.language == .c }
    private static let cxx = Compiler.usual.filter { $0.language == .cxx }

    @Test("in C, a definition with other parameters", arguments: c)
    func parametersInC(compiler: Compiler) throws {
        let run = try build("parameters.c", with: compiler)
        #expect(run.status != 0)
        #expect(run.output.contains("conflicting types for"))
    }

    @Test("in C++, a definition with other parameters, which the compiler takes for an overload", arguments: cxx)
    func parametersInCXX(compiler: Compiler) throws {
        let run = try build("parameters.c", with: compiler, "-Wno-missing-declarations")
        #expect(run.status != 0)
        #expect(run.output.contains("undefined reference to"))
    }

    @Test("a definition with another result", arguments: Compiler.usual)
    func result(compiler: Compiler) throws {
        let run = try build("result.c", with: compiler)
        #expect(run.status != 0)
        #expect(run.output.contains("result.c:7:9: error"))
    }

    @Test("a hook that does not take the call", arguments: Compiler.usual)
    func hook(compiler: Compiler) throws {
        let run = try build("hook.c", with: compiler)
        #expect(run.status != 0)
        #expect(run.output.contains("watch"))
    }

    @Test("an action that is declared and nowhere defined", arguments: Compiler.usual)
    func undefined(compiler: Compiler) throws {
        let run = try build("undefined.c", with: compiler)
        #expect(run.status != 0)
        #expect(run.output.contains("undefined reference to"))
    }

    @Test("an action that is described twice in one file", arguments: Compiler.usual)
    func repeated(compiler: Compiler) throws {
        let run = try build("repeated.c", with: compiler)
        #expect(run.status != 0)
        #expect(run.output.contains("heddle_record_of_add"))
    }

    @Test("a size of a type that there is not", arguments: Compiler.usual)
    func size(compiler: Compiler) throws {
        let run = try build("size.c", with: compiler)
        #expect(run.status != 0)
        #expect(run.output.contains("pair"))
    }
}

// SPDX-License-Identifier: Apache-2.0

import CCallBarrier
import Declarations
import Testing

@testable import Foreign

@Suite("Calls through registers and through libffi", .enabled(if: Compiler.isInstalled))
struct CallingConventionTests {
    private let functions: [GeneratedFunction]
    private let library: Library

    /// Ten functions for each number of parameters from 0 to 20.
    init() throws {
        var random = SeededGenerator(seed: 20)
        functions = (0...20).flatMap { count in
            (0..<10).map { GeneratedFunction("f\(count)_\($0)", parameters: count, &random) }
        }
        let head = "#include <stdbool.h>\n#include <stdint.h>\n#include <stdio.h>\n"
        let seen = "static _Thread_local char seen[1000];\nconst char *last_seen(void) { return seen; }\n"
        let folder = try ScratchFolder()
        let source = head + seen + functions.map(\.definition).joined()
        library = try Library.load(
            LibraryFile(path: Compiler.build(source, flags: ["-shared", "-fPIC", "-O2"], in: folder)))
    }

    private func action(_ declaration: String) throws -> Action {
        let signature = try signature(declaration)
        return try Action(
            ActionName(module: "generated", action: signature.symbol), signature,
            function: library.function(signature.symbol), instance: InstanceBox())
    }

    @Test("pass every mix of numbers and texts, up to 20 of them, as the compiler does")
    func everyMix() throws {
        let lastSeen = try action("const char *last_seen(void)")
        var random = SeededGenerator(seed: 21)
        var throughRegisters = 0
        for function in functions {
            let action = try action(function.declaration)
            if unsafe action.shape.registers != nil { throughRegisters += 1 }
            for _ in 0..<10 {
                let example = function.example(&random)
                let call = PreparedCall(action)
                #expect(call.encode(example.arguments.map(Argument.value)).isEmpty, "\(function.declaration)")
                #expect(call.invoke())
                let result = call.result
                #expect(result == example.result, "\(function.declaration)")
                #expect(try lastSeen.call().result == .string(example.seen), "\(function.declaration)")
                #expect(callWithLibffi(call) == result, "\(function.declaration)")
                #expect(try lastSeen.call().result == .string(example.seen), "\(function.declaration)")
            }
        }
        #expect(throughRegisters > 40 && throughRegisters < functions.count - 40)
    }

    /// Makes the call once more, whatever its shape allows, through libffi.
    private func callWithLibffi(_ call: PreparedCall) -> Value? {
        unsafe call.memory.result.initializeMemory(as: UInt8.self, repeating: 0xA5, count: 16)
        var invocation = unsafe heddle_invocation(
            cif: call.shape.cif, registers: nil, function: call.action.function.entry, arguments: call.memory.pointers,
            result: call.memory.result, saved_errno: 0, arena: nil)
        #expect(unsafe heddle_invoke(&invocation) == nil)
        return call.result
    }

    @Test("are told apart by what fits")
    func registers() throws {
        func isDirect(_ declaration: String) throws -> Bool {
            unsafe try CallShape(signature(declaration)).registers != nil
        }
        #expect(try isDirect("void f(void)"))
        #expect(try isDirect("int f(int a, long b, const char *c, int8_t d, bool e, void *f)"))
        #expect(try !isDirect("int f(int a, int b, int c, int d, int e, int f, int g)"))
        #expect(try isDirect("float f(float a, double b, float c, double d, float e, double f, float g, double h)"))
        #expect(
            try !isDirect("float f(float a, float b, float c, float d, float e, float f, float g, float h, float i)"))
        #expect(try !isDirect("void f(long double a)"))
        #expect(try !isDirect("long double f(void)"))
    }

    @Test("of hooked actions get the same")
    func hooked() throws {
        let stack = try Fixture("Numbers").action("on_the_stack")
        try stack.hook(before: [.closure { _ in }], instead: [.closure { $0.proceed() }])
        #expect(try stack.call(1, 2, 3, -4, 5, 6, 7, true, 8, 9).result == 38)
    }
}

// SPDX-License-Identifier: Apache-2.0

import Declarations
import Testing

@testable import Foreign

@Suite("Calls with numbers and texts", .enabled(if: Compiler.isInstalled))
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

    @Test("pass up to 20 of them in every mix as the compiler does")
    func everyMix() throws {
        let lastSeen = try action("const char *last_seen(void)")
        var random = SeededGenerator(seed: 21)
        for function in functions {
            let action = try action(function.declaration)
            for _ in 0..<10 {
                let example = function.example(&random)
                let call = PreparedCall(action)
                #expect(call.encode(example.arguments.map(Argument.value)).isEmpty, "\(function.declaration)")
                #expect(call.invoke())
                #expect(call.result == example.result, "\(function.declaration)")
                #expect(try lastSeen.call().result == .string(example.seen), "\(function.declaration)")
            }
        }
    }

    @Test("of hooked actions get the same")
    func hooked() throws {
        let stack = try Fixture("Numbers").action("on_the_stack")
        try stack.hook(before: [.closure { _ in }], instead: [.closure { $0.proceed() }])
        #expect(try stack.call(1, 2, 3, -4, 5, 6, 7, true, 8, 9).result == 38)
    }
}

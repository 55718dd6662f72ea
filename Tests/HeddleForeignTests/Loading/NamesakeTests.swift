// SPDX-License-Identifier: Apache-2.0

import Foundation
import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Testing
import Workbench

@Suite("Modules with the same names", .enabled(if: Compiler.isInstalled))
struct NamesakeTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func answer(of library: Library, _ symbol: String = "answer") throws -> Value? {
        let action = try Action(
            ActionName(module: "m", action: symbol), signature("int \(symbol)(void)"),
            function: library.function(symbol), instance: InstanceBox())
        return try action.call().result
    }

    /// A module whose action asks a function that it exports, too.
    private func twin(_ number: Int) throws -> Library {
        let path = try Compiler.build(
            """
            #include <heddle/module.h>
            HEDDLE_MODULE("twin", "1.0.0")
            HEDDLE_ACTION(int, answer, void)
            int helper(void);
            int helper(void) { return \(number); }
            int answer(void) { return helper(); }
            """, to: "twin\(number).so", in: folder)
        return try Library.load(LibraryFile(path: path))
    }

    @Test("run their own functions, and meet each other's in nothing")
    func twins() throws {
        let (first, second) = try (twin(1), twin(2))
        #expect(first !== second && first.description?.name == second.description?.name)
        #expect(try answer(of: first) == 1)
        #expect(try answer(of: second) == 2)
        #expect(try answer(of: first) == 1)
    }

    @Test("are one module behind a path with detours, and modules of their own behind links with other names")
    func links() throws {
        let library = try twin(3)
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: folder("link.so"), withDestinationPath: "twin3.so")
        try manager.linkItem(atPath: folder("twin3.so"), toPath: folder("hard.so"))
        try manager.createDirectory(atPath: folder("within"), withIntermediateDirectories: true)
        for name in ["within/../twin3.so", "./twin3.so"] {
            #expect(try Library.load(LibraryFile(path: folder(name))) === library, "\(name)")
        }
        for name in ["link.so", "hard.so"] {
            #expect(try answer(of: Library.load(LibraryFile(path: folder(name)))) == 3, "\(name)")
        }
    }

    @Test("as functions of the system change neither the host nor what is loaded later")
    func ofTheSystem() throws {
        let path = try Compiler.build(
            """
            #include <stddef.h>
            void *malloc(size_t size) { (void)size; return NULL; }
            void free(void *memory) { (void)memory; __builtin_trap(); }
            int getpid(void);
            int getpid(void) { return -7; }
            """, to: "taking.so", flags: ["-shared", "-fPIC", "-fno-builtin"], in: folder)
        let taking = try Library.load(LibraryFile(path: path))
        #expect(try answer(of: taking, "getpid") == -7)
        let later = try Compiler.build(
            "int getpid(void); int answer(void) { return getpid(); }", to: "later.so", in: folder)
        #expect(
            try answer(of: Library.load(LibraryFile(path: later)))
                == .number(.integer(Int128(ProcessInfo.processInfo.processIdentifier))))
    }
}

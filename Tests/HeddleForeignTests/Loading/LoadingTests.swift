// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Foundation
import Testing
import Workbench

@Suite("A library that was built here", .enabled(if: Compiler.isInstalled))
struct LoadingTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func answer(of library: Library) throws -> Value? {
        let action = try Action(
            ActionName(module: "m", action: "answer"), signature("int answer(void)"),
            function: library.function("answer"), instance: InstanceBox())
        return try action.call().result
    }

    private func build(_ number: Int, flags: [String] = ["-shared", "-fPIC"]) throws -> LibraryFile {
        try LibraryFile(
            path: Compiler.build("int answer(void) { return \(number); }", to: "answer.so", flags: flags, in: folder))
    }

    @Test("is refused by the name of a library that it needs and that is missing")
    func missingDependency() throws {
        try Compiler.build("int deep(void) { return 1; }", to: "libdeep.so", in: folder)
        let path = try Compiler.build(
            "int deep(void); int answer(void) { return deep(); }", to: "needy.so",
            flags: ["-shared", "-fPIC", "-L\(folder.path)", "-ldeep"], in: folder)
        try FileManager.default.removeItem(atPath: folder("libdeep.so"))
        let file = try LibraryFile(path: path)
        #expect(file.neededLibraries.contains("libdeep.so"))
        let refusal = #expect(throws: Diagnostic.self) { try Library.load(file) }
        #expect(
            refusal?.message
                == "the module \(path) cannot be loaded: it needs the library libdeep.so, which is not found")
    }

    @Test("is refused at once when a symbol is undefined, under its own path, and leaves nothing open")
    func undefinedSymbol() throws {
        let path = try Compiler.build(
            "int nowhere(void); int answer(void) { return nowhere(); }", to: "undefined.so", in: folder)
        for _ in 0..<2 {
            let refusal = try #require(throws: Diagnostic.self) { try Library.load(LibraryFile(path: path)) }
            #expect(refusal.message.contains("undefined symbol: nowhere"))
            #expect(refusal.message.contains(path) && !refusal.message.contains("/heddle/modules/"))
        }
        #expect(try openCopies() == 0)
    }

    /// How many files with this test's modules are open.
    private func openCopies() throws -> Int {
        let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        return files.count { file in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(file)")
            return target?.contains("undefined.so") == true
        }
    }

    @Test("is loaded once for each content that it has")
    func identity() throws {
        let first = try Library.load(build(1))
        #expect(try Library.load(build(1)) === first)
        let second = try Library.load(build(2))
        #expect(second !== first)
        #expect(try answer(of: first) == 1)
        #expect(try answer(of: second) == 2)
        #expect(try Library.load(build(1)) === first)
    }

    @Test("runs on as it was, whatever happens to its file")
    func overwritten() throws {
        let file = try build(1)
        let library = try Library.load(file)
        let other = try contents(of: build(2).path)
        let handle = try #require(FileHandle(forWritingAtPath: file.path))
        try handle.write(contentsOf: other)
        #expect(try answer(of: library) == 1)
        try handle.truncate(atOffset: 0)
        try handle.close()
        #expect(try answer(of: library) == 1)
        try FileManager.default.removeItem(atPath: file.path)
        #expect(try answer(of: library) == 1)
    }

    @Test("is what was checked, even when its file changes between the check and the loading")
    func changedAfterCheck() throws {
        let file = try build(1)
        _ = try build(2)
        #expect(try answer(of: Library.load(file)) == 1)
    }

    @Test("gets the host's table before anything of it is called")
    func attached() throws {
        let path = try Compiler.build(
            """
            #include <heddle/module.h>
            HEDDLE_MODULE("attached", "1")
            HEDDLE_EXPORT int answer(void);
            int answer(void) { return heddle != NULL && HEDDLE_HAS(answer) && heddle->size == sizeof *heddle; }
            """, in: folder)
        #expect(try answer(of: Library.load(LibraryFile(path: path))) == 1)
    }
}

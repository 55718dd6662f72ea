// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("Headers of well-known libraries") struct LibraryHeaderTests {
    @Test("their functions are read, and printed as the same", arguments: LibraryHeader.all.map(\.name))
    func reads(name: String) throws {
        let header = try #require(LibraryHeader.all.first { $0.name == name })
        let scope = try scope(header.types)
        let all = try read(header.functions, in: scope)
        #expect(all.count > 50)
        #expect(try read(all.map(\.description).joined(separator: ";\n"), in: scope) == all)
    }

    @Test(
        "what is printed agrees with the header, where it is installed", .enabled(if: !Compiler.installed.isEmpty),
        arguments: LibraryHeader.all.map(\.name), Compiler.installed)
    func agrees(name: String, compiler: Compiler) throws {
        let header = try #require(LibraryHeader.all.first { $0.name == name })
        let functions = try read(header.functions, in: try scope(header.types)).map { "\($0);\n" }.joined()
        let text = "\(standardHeaders)#if __has_include(<\(name)>)\n#include <\(name)>\n\(functions)#endif\n"
        #expect(compiler.complaint(about: text) == nil)
    }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleForeign
import HeddleSystem
import Foundation
import Testing
import Workbench

@Suite("A module on a full disk", .enabled(if: Compiler.isInstalled))
struct FullDiskTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func module(_ number: Int) throws -> LibraryFile {
        // Of its own content: a library that is loaded already needs no copy.
        let unique = UInt64.random(in: 0 ... .max)
        return try LibraryFile(
            path: Compiler.build("unsigned long f(void) { return \(unique)UL; }", to: "m\(number).so", in: folder))
    }

    @Test(
        "is loaded from memory where no copy of it can be stored",
        arguments: [SystemCall.write, .makeFolder, .rename])
    func memory(call: SystemCall) throws {
        let library = try InjectedFaults(.failing(call, with: ENOSPC)).during { try Library.load(module(1)) }
        #expect(library.defines("f"))
    }

    @Test("is refused with the reason where there is no room in memory either")
    func none() throws {
        let file = try module(2)
        let error = #expect(throws: Diagnostic.self) {
            try InjectedFaults(.failing(.write, with: ENOSPC), .failing(.copy, with: ENOMEM)).during {
                try Library.load(file)
            }
        }
        #expect(error?.message.hasSuffix("no copy of it can be made: cannot allocate memory") == true)
        #expect(error?.subject == .resource)
    }
}

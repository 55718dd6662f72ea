// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("The program's file")
struct ProgramFileTests {
    @Test("asks for a stack that cannot be executed")
    func stack() throws {
        let headers = try Program("readelf").run(["-lW", Program.built("heddle").path]).output
        let stack = try #require(headers.split(separator: "\n").first { $0.contains("GNU_STACK") })
        #expect(stack.contains(" RW ") && !stack.contains("E"), "\(stack)")
    }

    @Test("has all its functions bound as it starts")
    func binding() throws {
        #expect(try Program("readelf").run(["-dW", Program.built("heddle").path]).output.contains("NOW"))
    }
}

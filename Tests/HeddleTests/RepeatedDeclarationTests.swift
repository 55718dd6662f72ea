// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import Testing
import Workbench

@Suite("What is declared twice")
struct RepeatedDeclarationTests {
    private func mistakes(_ modules: String, _ steps: String) throws -> [String] {
        let text = #"{ "behaviour": 1, "modules": { \#(modules) }, "steps": [\#(steps)] }"#
        let host = ModuleHost(modulePath: [])
        do throws(Diagnostics) {
            _ = try Plan.read(SourceText(name: "twice.json", text), on: host, origin: .file(folder: "."))
            return []
        } catch {
            return error.all.map(\.message)
        }
    }

    @Test(
        "is the only mistake, whichever of the two the steps mean",
        arguments: [
            (
                #""double cos(double x)", "double cos(double x, int n)""#, #"{ "call": "m.cos", "with": [1, 2] }"#,
                "\"cos\""
            ),
            (
                #""struct s { int a; }", "struct s { int b; }", "double sin(_In_ struct s *x)""#,
                #"{ "call": "m.sin", "with": [{ "b": 1 }] }"#, "\"struct s\""
            ),
            (
                #""enum { A = 1 }", "enum { A = 2, B }", "double sin(double x)""#,
                #"{ "call": "m.sin", "with": [{ "ref": "m.B" }] }"#, "\"A\""
            ),
        ])
    func declarations(texts: String, step: String, name: String) throws {
        let found = try mistakes(#""m": { "library": "libm.so.6", "declarations": [\#(texts)] }"#, step)
        #expect(found == ["\(name) is already declared with another meaning"], "\(found)")
    }

    @Test("may be a parameter, and then the function is not judged by what the system has of its name")
    func parameters() throws {
        let module = #""m": { "library": "libm.so.6", "declarations": ["double sin(double x, int x)"] }"#
        let found = try mistakes(module, #"{ "call": "m.sin", "with": [1, 2] }"#)
        #expect(found == ["there are two parameters called \"x\""])
    }

    @Test("may be a module, of which a call may mean either")
    func modules() throws {
        let found = try mistakes(
            #""m": { "library": "libm.so.6" }, "m": { "library": "libc.so.6" }"#,
            #"{ "call": "m.getpid" }, { "call": "m.cos", "with": [1] }"#)
        #expect(found == ["the name \"m\" appears twice in one object"], "\(found)")
    }
}

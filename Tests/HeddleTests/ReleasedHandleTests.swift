// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import Testing

@Suite("A handle that a step has released")
struct ReleasedHandleTests {
    private func mistakes(_ steps: String, rest: String = "", again: String = "") throws -> [String] {
        let text = """
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "declarations": [
                "_Free_(fclose) FILE *tmpfile(void)", "int fclose(FILE *f)", "int fileno(FILE *f)", "int abs(int n)",
                "_Ret_maybenull_ FILE *freopen(_In_opt_z_ const char *path, const char *mode, _Post_ptr_invalid_ FILE *f)"
                \(again)] } }, "steps": [\(steps)]\(rest) }
            """
        do {
            try Plan.read(SourceText(name: "a.json", text), on: ModuleHost(), origin: .file(folder: ".")).end()
            return []
        } catch {
            return error.all.map { "\($0.message) (\($0.notes.first?.range?.text ?? ""))" }
        }
    }

    private static let opens = #"{ "call": "c.tmpfile", "save": "f" }"#
    private static let closes = #"{ "call": "c.fclose", "with": [{ "ref": "f" }] }"#
    private static let uses = #"{ "call": "c.fileno", "with": [{ "ref": "f" }] }"#

    @Test("is refused in later steps, before anything runs, also to be released again")
    func refused() throws {
        let message = #""f" is used after c.fclose has released f ("c.fclose")"#
        #expect(try mistakes("\(Self.opens), \(Self.closes), \(Self.uses)") == [message])
        #expect(try mistakes("\(Self.opens), \(Self.closes), \(Self.closes)") == [message])
        #expect(
            try mistakes(#"\#(Self.opens), \#(Self.closes), { "repeat": [\#(Self.uses)], "times": 2 }"#) == [message])
        let invalid = #"{ "call": "c.freopen", "with": [null, "r", { "ref": "f" }] }"#
        #expect(
            try mistakes("\(Self.opens), \(invalid), \(Self.uses)")
                == [#""f" is used after c.freopen has released f ("c.freopen")"#])
    }

    @Test("is refused in later steps also where the function is declared again without saying that it releases")
    func declaredAgain() throws {
        let again = #", "void free(_Post_ptr_invalid_ void *p)", "void free(FILE *p)""#
        let frees = #"{ "call": "c.free", "with": [{ "ref": "f" }] }"#
        #expect(
            try mistakes("\(Self.opens), \(frees), \(Self.uses)", again: again)
                == [#""f" is used after c.free has released f ("c.free")"#])
    }

    @Test("is left to the run where the release is not certain, or a step expects to be refused")
    func uncertain() throws {
        let goesOn = #", "policy": { "onFailure": "continue" }"#
        #expect(try mistakes("\(Self.opens), \(Self.closes), \(Self.uses)", rest: goesOn) == [])
        let branch = #"{ "call": "c.abs", "with": [1], "if": { "result": 2 }, "then": [\#(Self.closes)] }"#
        #expect(try mistakes("\(Self.opens), \(branch), \(Self.uses)") == [])
        let failing = Self.closes.replacing(" }] }", with: #" }], "expect": { "status": "failed" } }"#)
        #expect(try mistakes("\(Self.opens), \(failing), \(Self.uses)") == [])
        let expecting = Self.uses.replacing(" }] }", with: #" }], "expect": { "status": "failed" } }"#)
        #expect(try mistakes("\(Self.opens), \(Self.closes), \(expecting)") == [])
        let hook = #", "hooks": [{ "on": "c.fclose", "instead": { "answer": { "results": [0] } } }]"#
        #expect(try mistakes("\(Self.opens), \(Self.closes), \(Self.uses)", rest: hook) == [])
        #expect(try mistakes("\(Self.opens), \(Self.uses)", rest: #", "always": [\#(Self.closes)]"#) == [])
    }
}

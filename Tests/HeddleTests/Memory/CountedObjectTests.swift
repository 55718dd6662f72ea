// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import Testing
import Workbench

@Suite("A member that says how many values there are in an object of the behaviour")
struct CountedObjectTests {
    private let host = ModuleHost()

    private func failures(_ steps: String, memory: String = "known") throws -> [String] {
        let text = """
            { "behaviour": 1, "policy": { "onFailure": "continue", "memory": "\(memory)" }, "modules": { "c": { "library": "libc.so.6", "declarations": [
                "struct iv { _In_reads_(n) int *v; int n; }", "struct fl { int n; _In_reads_(n) int v[]; }",
                "struct any { void *p; }", "struct wide { long *p; }" ] } },
              "steps": [\(steps)] }
            """
        let recorder = Recorder()
        let stream = EventStream(to: [recorder])
        let plan = try Plan.read(SourceText(name: "counted.json", text), on: host, origin: .file(folder: "."))
        _ = Run(plan, on: host, events: stream)()
        stream.finish()
        return recorder.events.compactMap { event in
            if case .call(let call) = event, case .failed(let failure) = call.status { failure.message } else { nil }
        }
    }

    @Test("is not believed where it says more than there is room for")
    func behindPointer() throws {
        let found = try failures(
            """
            { "new": "struct iv", "save": "s" }, { "new": "int[2]", "save": "o" },
            { "write": "s[0]", "value": { "v": { "ref": "o" }, "n": 2 } },
            { "read": "s->v[1]", "expect": { "result": 0 } },
            { "write": "s->n", "value": 100000 },
            { "read": "s->v[9000]" }, { "write": "s->v[2]", "value": 77 }, { "read": "s->v" }
            """)
        #expect(found.count == 3, "\(found)")
        #expect(found.prefix(2).allSatisfy { $0.contains("2 values") }, "\(found)")
        #expect(found.last?.contains("v has 100000") == true, "\(found)")
    }

    @Test(
        "has no word to say of a pointer to one: it ends where the object does, also where memory is trusted",
        arguments: ["known", "trusted"])
    func pointer(memory: String) throws {
        let found = try failures(
            """
            { "new": "int[2]", "value": [5, 6], "save": "o" },
            { "new": "int *", "value": { "ref": "o" }, "save": "p" },
            { "read": "p[0][1]", "expect": { "result": 6 } }, { "write": "p[0][1]", "value": 7 },
            { "read": "o[1]", "expect": { "result": 7 } },
            { "read": "p[0][2]" }, { "write": "p[0][7]", "value": 66 }
            """, memory: memory)
        #expect(found.count == 2, "\(found)")
        #expect(found.allSatisfy { $0.contains("p[0] points to 2 values") }, "\(found)")
    }

    @Test(
        "has no word to say of a pointer to an object that has no room for one value", arguments: ["known", "trusted"])
    func tooSmall(memory: String) throws {
        let found = try failures(
            """
            { "new": "char", "save": "c" }, { "new": "struct any", "value": { "p": { "ref": "c" } }, "save": "a" },
            { "new": "struct wide *", "value": { "ref": "(struct wide *)a" }, "save": "w" },
            { "write": "w[0]->p[0]", "value": 7777777777777 }, { "read": "w[0]->p[0]" }
            """, memory: memory)
        #expect(found.count == 2, "\(found)")
        #expect(found.allSatisfy { $0.contains("too small for a value") }, "\(found)")
    }

    @Test("is not believed in a structure that a cast makes of it")
    func flexible() throws {
        let found = try failures(
            """
            { "new": "int[4]", "value": [1000000, 2, 3, 4], "save": "p" },
            { "new": "struct fl *", "value": { "ref": "(struct fl *)p" }, "save": "q" },
            { "read": "q[0]->v[2]", "expect": { "result": 4 } },
            { "read": "q[0]->v[500]" }, { "write": "q[0]->v[3]", "value": 1 }
            """)
        #expect(found.count == 2, "\(found)")
        #expect(found.allSatisfy { $0.contains("3 values") }, "\(found)")
    }
}

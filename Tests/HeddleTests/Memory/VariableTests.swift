// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import HeddleReport
import Testing
import Workbench

@Suite("A variable of a library")
struct VariableTests {
    private let bench: MemoryBench

    init() throws { bench = try MemoryBench() }

    @Test("is read, written and passed by the name of its module")
    func places() throws {
        let run = try bench.run(
            """
            { "read": "m.level", "save": "level", "expect": { "result": 4 } },
            { "read": "m.motto", "expect": { "result": "weft" } },
            { "read": "m.ratios", "expect": { "result": [1, 2.5, 4] } },
            { "read": "m.ratios[1]", "expect": { "result": 2.5 } },
            { "read": "m.first->text", "expect": { "result": "first" } },
            { "call": "m.total", "with": [{ "ref": "m.first" }], "expect": { "result": 6 } },
            { "write": "m.level", "value": 5 },
            { "call": "m.sum", "with": [[{ "ref": "m.level" }, { "ref": "level" }], 2], "expect": { "result": 9 } },
            { "call": "m.same", "with": [{ "ref": "&m.level" }, { "ref": "&m.level" }], "expect": { "result": 1 } },
            { "write": "m.level", "value": 4 }
            """)
        #expect(run.failures == [])
        #expect(run.ending == .held)
    }

    @Test("is not written where it is constant, nor what a pointer to a constant leads to")
    func constants() {
        let array = bench.mistakes(#"{ "write": "m.ratios[0]", "value": 3 }"#)
        #expect(array == [#""m.ratios[0]" is declared to be const, and cannot be written"#])
        let pointer = bench.mistakes(#"{ "new": "struct words", "save": "w" }, { "write": "w->raw[0]", "value": 3 }"#)
        #expect(pointer == [#""w->raw[0]" is declared to be const, and cannot be written"#])
    }

    @Test("may be an array whose end nobody has said, where the policy trusts that")
    func extents() throws {
        let steps = #"{ "read": "m.all[1]->number", "expect": { "result": 2 } }"#
        #expect(
            bench.mistakes(steps) == [
                #""m.all[1]->number" cannot be followed: nothing says that m.all points to more than one value"#
                    + #" = say "policy": {"memory": "trusted"} if it does"#
            ])
        let late = #"{ "new": "int", "save": "i", "value": 1 }, { "read": "m.all[i[0]]->number" }"#
        let run = try bench.run(late)
        #expect(
            run.failures.contains {
                $0.hasPrefix(
                    #"argument 1 refers to the place "m.all[1]->number": nothing says that m.all points to more than"#)
            }, "\(run.failures)")
        #expect(try bench.run(steps, rest: #", "policy": { "memory": "trusted" }"#).failures == [])
    }

    @Test("may have a zone behind it, in a library that the address sanitizer watches", arguments: [true, false])
    func zone(isWatched: Bool) throws {
        let folder = try ScratchFolder()
        let watched = "extern void __asan_init(void) __attribute__((weak)); void (*made)(void) = __asan_init;"
        try BuiltModules.compile(
            """
            \(isWatched ? watched : "")
            __asm__(".data\\n.globl level\\n.type level, @object\\n.size level, 64\\n.balign 32\\n"
                    "level: .int 4\\n.zero 60\\n.text");
            """, to: "libzone.so", in: folder)
        let text = """
            { "behaviour": 1, "modules": { "m": { "library": "zone", "declarations": ["extern int level"] } },
              "steps": [{ "read": "m.level", "expect": { "result": 4 } }] }
            """
        let host = ModuleHost(modulePath: [folder.path])
        func ending() throws -> Run.Ending {
            let plan = try Plan.read(SourceText(name: "zone.json", text), on: host, origin: .file(folder: "."))
            return Run(plan, on: host, events: EventStream(to: []))()
        }
        if isWatched {
            #expect(try ending() == .held)
        } else {
            let mistake = #expect(throws: Diagnostics.self) { try ending() }
            #expect(mistake?.all.first?.message.hasSuffix("has 64 bytes, int as it is declared has 4") == true)
        }
    }

    @Test("has the size that the library knows where its type has none, and a place whatever its size is")
    func unknownSizes() throws {
        let folder = try ScratchFolder()
        try BuiltModules.compile(
            """
            const char version[] = "3.1"; const int primes[] = {2, 3, 5};
            struct form { int number; }; const struct form normal = {7};
            int number(const struct form *form); int number(const struct form *form) { return form->number; }
            """, to: "libforms.so", in: folder)
        let text = """
            { "behaviour": 1, "modules": { "m": { "library": "forms", "declarations": [
                "extern const char version[]", "extern const int primes[]", "extern const struct form normal",
                "int number(const struct form *form)" ] } },
              "policy": { "onFailure": "continue" }, "steps": [
                { "read": "m.version", "expect": { "result": "3.1" } },
                { "read": "m.primes", "expect": { "result": [2, 3, 5] } },
                { "read": "m.primes[2]", "expect": { "result": 5 } },
                { "call": "m.number", "with": [{ "ref": "&m.normal" }], "expect": { "result": 7 } } ] }
            """
        #expect(try Recorder.mistakes(of: text, on: ModuleHost(modulePath: [folder.path])) == [])
    }

    @Test(
        "is looked for before anything runs",
        arguments: [
            ("m.levle", #""m" is a module that has no variable and no constant "levle" = did you mean "level"?"#),
            ("m.missing", "there is no data missing in"),
            ("m.hidden", "has 4 bytes, long as it is declared has 8"),
            ("m.level.x", "has no part \".x\""),
            ("n.level", #"no step saves "n""#),
        ])
    func mistakes(_ path: String, _ message: String) {
        let mistakes = bench.mistakes(#"{ "read": "\#(path)" }"#)
        #expect(mistakes.contains { $0.contains(message) }, "\(mistakes)")
    }
}

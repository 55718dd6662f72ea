// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Heddle
import HeddleReport
import Testing
import Workbench

@Suite("What a run leaves")
struct LeftoverTests {
    private static let source = """
        #include <heddle/module.h>
        #include <stdlib.h>
        static int log[8], count;
        HEDDLE_MODULE("things", "1.0.0")
        HEDDLE_NEEDS("heddle.host")
        HEDDLE_TYPE(typedef struct thing thing)
        struct thing { int number; };
        HEDDLE_ACTION(void, drop, _Post_ptr_invalid_ thing *it)
        HEDDLE_ACTION(_Free_(drop) thing *, make, int number)
        HEDDLE_ACTION(int, dropped, void)
        HEDDLE_ACTION(void, fail, void)
        void drop(thing *it) {
            if (it->number == 9) heddle->fail("stuck", "it does not go");
            log[count++ % 8] = it->number;
            free(it);
        }
        thing *make(int number) { thing *it = malloc(sizeof *it); it->number = number; return it; }
        int dropped(void) { int all = 0; for (int i = 0; i < count; i++) all = all * 10 + log[i]; count = 0; return all; }
        void fail(void) { heddle->fail("asked", "to fail"); }
        """
    private let folder: ScratchFolder
    private let host: ModuleHost

    init() throws {
        folder = try ScratchFolder()
        try BuiltModules.compile(Self.source, to: "things.so", flags: ["-fvisibility=hidden"], in: folder)
        host = ModuleHost(modulePath: [folder.path])
        try host.module("t", library: "things")
    }

    /// Runs steps, and returns what was told of it and what was released then, in order.
    private func run(_ steps: String, always: String = "") throws -> (
        ending: Run.Ending, told: [Diagnostic], dropped: Int128
    ) {
        let text = """
            { "behaviour": 1, "modules": { "t": { "library": "things" } }, "steps": [\(steps)], "always": [\(always)] }
            """
        let plan = try Plan.read(SourceText(name: "left.json", text), on: host, origin: .file(folder: "."))
        let recorder = Recorder()
        let ending = Run(plan, on: host, events: EventStream(to: [recorder]))()
        let told = recorder.events.compactMap {
            if case .diagnostic(let diagnostic, _) = $0 { diagnostic } else { nil }
        }
        let called: CallResult = try host.call("t.dropped")
        guard case .number(.integer(let dropped))? = called.result else { return (ending, told, -1) }
        return (ending, told, dropped)
    }

    private func make(_ number: Int) -> String { #"{ "call": "t.make", "with": [\#(number)], "save": "n\#(number)" }"# }

    @Test("is released, the last one first, and told")
    func reverse() throws {
        let run = try run(
            "\(make(1)), \(make(2)), \(make(3)), { \"call\": \"t.drop\", \"with\": [{ \"ref\": \"n2\" }] }")
        #expect(run.ending == .held)
        #expect(run.dropped == 231)
        #expect(run.told.map(\.code) == [.run(.unreleasedHandle), .run(.unreleasedHandle)])
        #expect(run.told.map(\.severity) == [.warning, .warning])
        #expect(
            run.told.first?.message.hasSuffix("of thing from t.make was not released: drop has released it now")
                == true)
        #expect(run.told.first?.suggestion == "call drop with it")
        // At the steps that gave them: the third and the first one.
        let places = run.told.map { $0.range?.start.column ?? 0 }
        #expect(places.allSatisfy { $0 > 0 } && places[0] - places[1] == 2 * (make(1).count + 2), "\(places)")
    }

    @Test("is released also behind a failure, and behind the steps that run in any case")
    func afterFailure() throws {
        let run = try run(
            "\(make(1)), \(make(2)), { \"call\": \"t.fail\" }, \(make(3))",
            always: #"{ "call": "t.drop", "with": [{ "ref": "n1" }] }"#)
        #expect(run.ending == .failed)
        #expect(run.dropped == 12)
    }

    @Test("that cannot be released is a failure of the run")
    func stuck() throws {
        let run = try run("\(make(9)), \(make(1))")
        #expect(run.ending == .failed)
        #expect(run.told.map(\.severity) == [.warning, .error])
        #expect(
            run.told.last?.message.hasSuffix("was not released, and drop failed to release it: stuck: it does not go")
                == true)
    }

    @Test("is not what others have left before")
    func earlier() throws {
        _ = try run("")
        _ = try host.call(.init(module: "t", action: "make"), with: [.integer(5)])
        let run = try run(make(1))
        #expect(run.dropped == 1)
        #expect(run.told.count == 1)
    }
}

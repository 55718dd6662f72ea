// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import Logging
import Testing
import Workbench

@Suite("Where only some functions of a library are allowed, its other ones")
struct AllowedHookTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try BuiltModules.compile(
            """
            #include <heddle/module.h>
            HEDDLE_MODULE("doors", "1.0.0")
            HEDDLE_ACTION(int, knock, void)
            HEDDLE_ACTION(void, open_all, void)
            int knock(void) { return 1; }
            void open_all(void) {}
            """, to: "doors.so", in: folder)
    }

    private func mistakes(_ hook: String, allowing actions: [String]) -> [DiagnosticCode] {
        let host = ModuleHost(
            modulePath: [folder.path], calls: nil, logger: Logger(label: "doors") { _ in SwiftLogNoOpLogHandler() },
            identity: .program,
            allowing: Allowance(libraries: ["doors"], fingerprints: Fingerprints([:]) { _ in "" }, actions: actions))
        let text = """
            { "behaviour": 1, "modules": { "d": { "library": "doors" } }, "hooks": [\(hook)],
              "steps": [{ "call": "d.knock" }] }
            """
        do {
            _ = try Plan.read(SourceText(name: "doors.json", text), on: host, origin: .file(folder: "."))
            return []
        } catch {
            return error.all.map(\.code)
        }
    }

    @Test(
        "are no hooks either, in the foreground or in the background",
        arguments: [
            #"{ "on": "d.knock", "before": "d.open_all" }"#,
            #"{ "on": "d.knock", "after": "d.open_all" }"#,
            #"{ "on": "d.knock", "background": true, "after": "d.open_all" }"#,
        ])
    func refused(hook: String) {
        #expect(mistakes(hook, allowing: ["doors.knock"]).contains(.source(.notAllowed)))
        #expect(mistakes(hook, allowing: ["doors.*"]) == [])
    }
}

// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import HeddleReport
import Workbench

/// A library of functions that call back, for one call of one of them.
struct CallbackBench {
    private let folder: ScratchFolder

    init(_ source: String) throws {
        folder = try ScratchFolder()
        try BuiltModules.compile(source, to: "libcalling.so", in: folder)
    }

    /// The result and the outputs of a call with a callback, or why there are none.
    func result(
        _ function: String, _ options: String, _ further: String = "", declared: [String]
    ) throws -> String {
        let declared = declared.map { "\"\($0)\"" }.joined(separator: ", ")
        let text = """
            { "behaviour": 1, "modules": { "m": { "library": "calling", "declarations": [\(declared)] } },
              "steps": [{ "call": "m.\(function)", "with": [{ "callback": { \(options) } }\(further)] }] }
            """
        let host = ModuleHost(modulePath: [folder.path])
        let recorder = Recorder()
        let stream = EventStream(to: [recorder])
        do {
            let plan = try Plan.read(SourceText(name: "a.json", text), on: host, origin: .file(folder: "."))
            _ = Run(plan, on: host, events: stream)()
        } catch {
            return error.all.map(\.message).joined(separator: "; ")
        }
        stream.finish()
        for case .call(let call) in recorder.events {
            switch call.status {
            case .failed(let failure): return failure.message
            case .returned(let result):
                return ([result?.json ?? "nothing"] + call.out.map(\.value.json)).joined(separator: " ")
            case .skipped(let reason): return reason
            }
        }
        return "no call"
    }
}

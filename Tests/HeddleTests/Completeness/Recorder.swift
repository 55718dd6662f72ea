// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import Synchronization

/// Keeps the events of a run.
final class Recorder: EventSink, Sendable {
    private let kept = Mutex<[Event]>([])

    var events: [Event] { kept.withLock { $0 } }
    func receive(_ event: Event) { kept.withLock { $0.append(event) } }
}

extension Recorder {
    /// The failures of calls, and the paths and values of expectations that did not hold.
    var mistakes: [String] {
        events.flatMap { event -> [String] in
            switch event {
            case .call(let call):
                if case .failed(let failure) = call.status { [failure.message] } else { [] }
            case .expectation(let expectation) where !expectation.isHeld:
                ["\(expectation.path): \(expectation.actual?.json ?? "nothing")"]
            default: []
            }
        }
    }
}

extension Recorder {
    /// Runs a behaviour, and returns what went wrong.
    static func mistakes(of behaviour: String, on host: ModuleHost = ModuleHost()) throws -> [String] {
        let recorder = Recorder()
        let stream = EventStream(to: [recorder])
        let plan = try Plan.read(SourceText(name: "a.json", behaviour), on: host, origin: .file(folder: "."))
        _ = Run(plan, on: host, events: stream)()
        stream.finish()
        return recorder.mistakes
    }
}

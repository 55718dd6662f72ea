// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
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

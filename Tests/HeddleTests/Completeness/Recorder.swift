// SPDX-License-Identifier: Apache-2.0

import HeddleReport
import Synchronization

/// Keeps the events of a run.
final class Recorder: EventSink, Sendable {
    private let kept = Mutex<[Event]>([])

    var events: [Event] { kept.withLock { $0 } }
    func receive(_ event: Event) { kept.withLock { $0.append(event) } }
}

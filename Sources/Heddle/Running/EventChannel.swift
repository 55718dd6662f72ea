// SPDX-License-Identifier: Apache-2.0

internal import HeddleReport

/// The way of the events of steps: to the stream of their run, as those of a worker's case where they belong to one.
struct EventChannel: Sendable {
    let stream: EventStream
    /// The worker that runs the case; nil outside of cases.
    let worker: Int?

    init(_ stream: EventStream, worker: Int? = nil) {
        self.stream = stream
        self.worker = worker
    }

    /// The events of steps that somebody needs.
    var stepEvents: EventStream.StepEvents { stream.stepEvents }

    /// Hands an event on. What comes often says already whose it is, so that no other is made of it.
    func receive(_ event: Event) {
        if let worker, event.worker != worker {
            stream.receive(event.of(worker: worker))
        } else {
            stream.receive(event)
        }
    }

    /// Counts a call and what was expected of it, where nobody wants to be told.
    func count(isReturned: Bool, mayFail: Bool, held: Int, failed: Int) {
        stream.count(isReturned: isReturned, mayFail: mayFail, held: held, failed: failed)
    }
}

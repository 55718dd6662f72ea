// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleReport
import HeddleSystem

/// Sends what a recording needs of the events of a run.
///
/// Facts that differ from run to run by their nature, such as the time of a call, are left out: then the lines of two runs that
/// came to the same are the same.
final class RecordedEvents: EventSink {
    private let lines: JSONLinesReport
    private let onlyJudged: Bool

    /// - Parameter onlyJudged: true to send nothing of calls and expectations but those that are not as expected.
    init(to channel: HostChannel, onlyJudged: Bool) {
        lines = JSONLinesReport(line: { channel.write($0) })
        self.onlyJudged = onlyJudged
    }

    func receive(_ event: Event) {
        switch event {
        case .call(let call): if !onlyJudged { lines.receive(.call(call.outcomeAlone)) }
        case .expectation(let expectation): if !expectation.isHeld { lines.receive(event) }
        case .runStarted, .logged, .output, .finding: break
        case .caseStarted, .caseEnded, .emitted, .diagnostic, .summary: lines.receive(event)
        }
    }
}

extension CallEvent {
    /// The call with its outcome and nothing else: a recording has the arguments as they are written.
    fileprivate var outcomeAlone: CallEvent {
        CallEvent(index: index, call: call, arguments: [], status: status, out: out, errno: errno)
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The report for programs: JSON Lines, one object an event.
///
/// The format is a contract: members come in this order, are not renamed and keep their meaning; new ones may be
/// added. A member in parentheses is absent where there is nothing to say, which is not the same as `null`.
///
/// | `event` | members |
/// |---|---|
/// | `call` | `index`, `call`, `with`, `status`, (`result`), (`failure`), (`reason`), (`out`), (`errno`), (`ns`) |
/// | `expectation` | `index`, `path`, `held`, `expected`, (`condition`), (`actual`), `at` |
/// | `emitted` | `name`, (`value`), (`call`) |
/// | `finding` | `aspect`, (`hook`), `action`, `facts` |
/// | `diagnostic` | `severity`, `code`, `message`, (`at`), `subject`, (`label`), (`suggestion`), (`notes`) |
/// | `summary` | `calls`, `returned`, `failed`, `skipped`, `expectations` |
///
/// - `index` counts the steps of the run from 0; an expectation carries the number of its step.
/// - `status` is `returned`, `failed` or `skipped`. A call that was skipped has a `reason` and no `out`, `errno` or
///   `ns`; one that failed has a `failure` of `code`, `message` and `suppressed`, the failures that it replaced. The
///   `result` is absent for `void`.
/// - `expected` is what the behaviour wrote, an operator object such as `{"gt":5}` included; `condition` says it in
///   words. `actual` is absent where the path led to nothing.
/// - `ns` and facts whose names end in `Ns` are nanoseconds.
/// - `at` is `file:line:column`, counted from 1. `notes` are objects of `text` and (`at`).
/// - `summary` comes last; its `expectations` are `held` and `failed`.
/// - Values are written as JSON carries them in a behaviour, numbers exactly.
public final class JSONLinesReport: EventSink {
    private let write: (String) -> Void
    private var line = JSONLine()

    /// Creates a report.
    ///
    /// - Parameter write: takes each line with its end, on the thread that sends the events.
    public init(write: @escaping (String) -> Void) {
        self.write = write
    }

    /// Writes the event's line.
    public func receive(_ event: Event) {
        line.write(event)
        write(line.text)
    }
}

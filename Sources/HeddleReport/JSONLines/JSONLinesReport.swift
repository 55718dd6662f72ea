// SPDX-License-Identifier: Apache-2.0

/// The report for programs: JSON Lines, one object an event.
///
/// The format is a contract: members come in this order, are not renamed and keep their meaning; new ones may be added.
/// A member in parentheses is absent if it has no value, which differs from `null`.
///
/// | `event` | members |
/// |---|---|
/// | `runStarted` | `files`, (`seed`), (`shard`), `jobs`, (`origin`) |
/// | `caseStarted` | `id`, `name`, `tags`, `at`, `attempt`, `worker`, (`start`), (`family`), (`row`) |
/// | `caseEnded` | those of `caseStarted` up to `start`, then `outcome`, (`reason`), `ns`, (`retried`), (`unjudged`), (`rerun`) |
/// | `call` | `index`, `call`, `with`, `status`, (`result`), (`failure`), (`reason`), (`out`), (`errno`), (`ns`), (`start`), (`hooks`), (`worker`), (`circumstances`), (`code`) |
/// | `expectation` | `index`, `path`, `held`, `expected`, (`condition`), (`actual`), `at`, (`quote`), (`worker`), (`circumstances`), (`code`) |
/// | `emitted` | `name`, (`value`), (`call`), (`worker`) |
/// | `log` | `level`, (`module`), `message`, (`worker`) |
/// | `output` | `stream`, `text`, (`worker`) |
/// | `finding` | `aspect`, (`hook`), `action`, `facts`, (`worker`) |
/// | `diagnostic` | `severity`, `code`, `message`, (`at`), `subject`, (`label`), (`suggestion`), (`notes`), (`quote`), (`worker`) |
/// | `summary` | `calls`, `returned`, `failed`, `skipped`, `expectations`, (`cases`), (`unjudged`), (`status`) |
///
/// - A run of cases begins with `runStarted`; one that was merged has it at the beginning of each part. Its `shard` is an
///   `index`, from 1, and a `count`, then how many `cases` the part has and how many there are in `total`, a `mark` that
///   parts of one division have in common, and the name of the (`run`) if an engine gave it one. Its `origin` is the
///   `date` in UTC, the `host`, its `system` and number of `processors`, and the `version` of Heddle.
/// - Each attempt at a case begins with `caseStarted` and ends with `caseEnded`. What carries the number of a `worker`
///   belongs to the case that this worker runs at that point; all else happens outside of cases. A row of a table has the
///   name of its case as `family`, and its values as `row`.
/// - `outcome` is `passed`, `flaky`, `failed`, `skipped`, `timedOut`, `crashed` or `interrupted`. `retried` is `true`
///   where another attempt follows, so that this one does not count. `unjudged` is `true` where a case passed and
///   nothing was expected in it. `rerun` is the command that runs a case again which did not pass.
/// - `index` counts the steps of the run from 0; an expectation carries the number of its step.
/// - `status` is `returned`, `failed` or `skipped`. A call that was skipped has a `reason` and no `out`, `errno` or
///   `ns`; one that failed has a `failure` of `code`, `message`, the `hook` that it came from, if it is not the action's
///   own, and `suppressed`, the failures that it replaced. The `result` is absent for `void`.
/// - `expected` is what the behaviour wrote, an operator object such as `{"gt":5}` included; `condition` says it in
///   words. `actual` is absent where the path led to nothing.
/// - `ns` and facts whose names end in `Ns` are nanoseconds; `start` is how many of them after the start of the run.
/// - `hooks` are the labels of the hooks that were active, outermost first.
/// - `at` is `file:line:column`, counted from 1. `notes` are objects of `text` and (`at`). `quote` is what the file
///   says there: the `text` of the line, or of the part of it that begins at `column`, and the `width` of the place in
///   characters.
/// - `circumstances` are those of a call that failed unexpectedly, and of an expectation that did not hold: the
///   `difference` in lines for people; where the step stands that a call is of (`at`); the (`round`) of the
///   innermost loop around the step, from 1; the (`type`) of C that the value
///   has; the words of its module about the action (`help`); the `sources` of the values that the step refers to, each
///   with its `use`, the `ref` that was written, the `path` that was saved `from` a `call` that stands `at` a place,
///   whether it was `saved`, and the `call` that (`released`) it; and the `hooks` around the call, outermost first, each with its `origin`, (`name`), what it has
///   (`before`), (`instead`) and (`after`) the body, and whether it was (`paused`).
/// - The `code` of a diagnostic, of a call that failed unexpectedly and of an expectation that did not hold is that by
///   which `heddle explain` tells more.
/// - The `level` of a message is `debug`, `info`, `warning` or `error`; without a `module` the aspect `log` wrote it.
/// - `stream` is `stdout` or `stderr`.
/// - `summary` comes last; its `expectations` are `held` and `failed`, its `cases` the number of each outcome,
///   `unjudged` the number of those that are it, its `status` the exit status of a command that ran something.
/// - Values are written as JSON carries them in a behaviour, numbers exactly.
package final class JSONLinesReport: EventSink {
    private let write: ([UInt8]) -> Void
    private var line = JSONLine()

    /// Creates a report.
    ///
    /// - Parameter line: takes each line with its end, in UTF-8, on the thread that sends the events.
    package init(line write: @escaping ([UInt8]) -> Void) {
        self.write = write
    }

    /// Creates a report that is written as text, which costs a copy of each line.
    ///
    /// - Parameter write: takes each line with its end, on the thread that sends the events.
    package convenience init(write: @escaping (String) -> Void) {
        self.init(line: { write(String(decoding: $0, as: UTF8.self)) })
    }

    /// Writes the event's line.
    package func receive(_ event: Event) {
        line.write(event)
        write(line.bytes)
    }
}

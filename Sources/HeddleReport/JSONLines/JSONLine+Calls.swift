// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics

/// The lines that most of a long report consists of. What is the same in nearly all of them is copied as a whole, since
/// each further part costs as much as a number.
extension JSONLine {
    /// Makes the line of a call.
    mutating func write(_ event: CallEvent) {
        if writePlain(event) { return }
        begin(JSONFragment.call)
        append(event.index)
        append(nameMembers(of: event.call))
        for (place, argument) in event.arguments.enumerated() {
            if place > 0 { append(JSONFragment.comma) }
            append(argument)
        }
        members(of: event.status)
        if case .skipped = event.status {} else { outcome(of: event) }
        member("worker", event.worker)
        member(event.circumstances)
        // That of a failure is the action's own, and one that was expected is no mistake.
        if event.circumstances != nil { member("code", CallEvent.failureCode) }
        append(JSONFragment.end)
    }

    /// Ends the array of the arguments, too.
    private mutating func members(of status: CallEvent.Status) {
        switch status {
        case .returned(let result?):
            append(JSONFragment.result)
            append(result)
        case .returned(nil): append(JSONFragment.noResult)
        case .failed(let failure):
            append(JSONFragment.failed)
            object("failure") { $0.members(of: failure) }
        case .skipped(let reason):
            append(JSONFragment.skipped)
            member("reason", reason)
        }
    }

    private mutating func members(of failure: Failure) {
        member("code", isFirst: true, failure.code)
        member("message", failure.message)
        objects("suppressed", failure.suppressed) { $0.members(of: $1) }
    }

    private mutating func outcome(of event: CallEvent) {
        if event.out.isEmpty, event.errno == 0 {
            append(JSONFragment.nothingElse)
        } else {
            member("out", event.out)
            member("errno", event.errno)
            append(JSONFragment.nanoseconds)
        }
        append(event.nanoseconds)
        member("start", event.start)
        if !event.hooks.isEmpty { member("hooks", event.hooks) }
    }

    /// Makes the line of an expectation.
    mutating func write(_ event: ExpectationEvent) {
        if writePlain(event) { return }
        begin(JSONFragment.expectation)
        append(event.index)
        append(pathMembers(of: event.path))
        append(event.isHeld ? JSONFragment.held : JSONFragment.notHeld)
        append(event.expected)
        if let condition = event.condition { member("condition", condition) }
        if let actual = event.actual {
            append(JSONFragment.actual)
            append(actual)
        }
        member("at", event.range)
        if !event.isHeld { quote(event.range) }
        member("worker", event.worker)
        member(event.circumstances)
        if !event.isHeld { member("code", ExpectationEvent.failureCode) }
        append(JSONFragment.end)
    }
}

// SPDX-License-Identifier: Apache-2.0

import Declarations
import Diagnostics

/// The lines that most of a long report consists of. What is the same in nearly all of them is copied as a whole, since
/// each further part costs as much as a number.
extension JSONLine {
    /// Makes the line of a call.
    mutating func write(_ event: CallEvent) {
        begin(Part.call)
        append(event.index)
        append(nameMembers(of: event.call))
        for (place, argument) in event.arguments.enumerated() {
            if place > 0 { append(Part.comma) }
            append(argument)
        }
        members(of: event.status)
        if case .skipped = event.status {} else { outcome(of: event) }
        member("worker", event.worker)
        member(event.circumstances)
        append(Part.end)
    }

    /// Ends the array of the arguments, too.
    private mutating func members(of status: CallEvent.Status) {
        switch status {
        case .returned(let result?):
            append(Part.result)
            append(result)
        case .returned(nil): append(Part.noResult)
        case .failed(let failure):
            append(Part.failed)
            object("failure") { $0.members(of: failure) }
        case .skipped(let reason):
            append(Part.skipped)
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
            append(Part.nothingElse)
        } else {
            member("out", event.out)
            member("errno", event.errno)
            append(Part.nanoseconds)
        }
        append(event.nanoseconds)
        member("start", event.start)
        if !event.hooks.isEmpty { member("hooks", event.hooks) }
    }

    /// Makes the line of an expectation.
    mutating func write(_ event: ExpectationEvent) {
        begin(Part.expectation)
        append(event.index)
        append(pathMembers(of: event.path))
        append(event.isHeld ? Part.held : Part.notHeld)
        append(event.expected)
        if let condition = event.condition { member("condition", condition) }
        if let actual = event.actual {
            append(Part.actual)
            append(actual)
        }
        member("at", event.range)
        if !event.isHeld { quote(event.range) }
        member("worker", event.worker)
        member(event.circumstances)
        append(Part.end)
    }
}

/// What lines have in common.
private enum Part {
    static let call = Array(#"{"event":"call","index":"#.utf8)
    static let comma = Array(",".utf8)
    static let result = Array(#"],"status":"returned","result":"#.utf8)
    static let noResult = Array(#"],"status":"returned""#.utf8)
    static let failed = Array(#"],"status":"failed""#.utf8)
    static let skipped = Array(#"],"status":"skipped""#.utf8)
    static let nothingElse = Array(#","out":{},"errno":0,"ns":"#.utf8)
    static let nanoseconds = Array(#","ns":"#.utf8)
    static let expectation = Array(#"{"event":"expectation","index":"#.utf8)
    static let held = Array(#","held":true,"expected":"#.utf8)
    static let notHeld = Array(#","held":false,"expected":"#.utf8)
    static let actual = Array(#","actual":"#.utf8)
    static let end = Array("}\n".utf8)
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

/// A line of JSON that the command wrote, read by a reader that is not Heddle's.
struct Event {
    /// The line as it was written.
    let line: String
    private let members: [String: Any]

    init(_ line: Substring) throws {
        self.line = String(line)
        members = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    /// Which event it is.
    var kind: String? { self["event"] }
    /// The names of its members, in alphabetical order.
    var names: [String] { members.keys.sorted() }

    /// A member of a type, such as `let status: String? = event["status"]`.
    subscript<Value>(_ name: String) -> Value? { members[name] as? Value }

    /// Returns whether it has a member of this name that is null.
    func isNull(_ name: String) -> Bool { members[name] is NSNull }
}

extension Program.Ended {
    /// The events on standard output, each of whose lines must be one.
    var events: [Event] {
        get throws { try output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(Event.init) }
    }

    /// Standard output without the times that calls took.
    var outputWithoutTimes: String {
        output.replacing(#/ {3}[0-9.]+ (ns|µs|ms|s)(?= {3}|$)/#.anchorsMatchLineEndings(), with: "")
    }
}

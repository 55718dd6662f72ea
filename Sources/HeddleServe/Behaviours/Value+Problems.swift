// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

extension [Value] {
    /// The message of the first error, with its place. A call or an expectation that failed has no severity, and is one.
    var firstMessage: String {
        let error = first { ($0["severity"] ?? .string("error")) == .string("error") }
        guard let first = error ?? first else { return "nothing was said" }
        guard case .string(let message)? = first["message"] else { return first.wordsOfEvent }
        if case .string(let place)? = first["at"] { return "\(place): \(message)" }
        return message
    }
}

extension Value {
    /// An event of a run in words.
    fileprivate var wordsOfEvent: String {
        if self["event"] == .string("expectation"), let expected = self["expected"], let actual = self["actual"],
            case .string(let place)? = self["at"]
        {
            return "\(place): expected \(expected.excerpt(limit: 60)), found \(actual.excerpt(limit: 60))"
        }
        if case .string(let call)? = self["call"], let failure = self["failure"] {
            return "\(call) failed: \(failure["message"]?.excerpt(limit: 120) ?? failure.excerpt(limit: 120))"
        }
        return excerpt(limit: 200)
    }
}

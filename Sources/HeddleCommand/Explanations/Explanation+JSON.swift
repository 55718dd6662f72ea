// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

extension Explanation {
    /// The explanation as one line of JSON.
    var json: String {
        var members = [
            Value.Member("event", .string("explanation")), .init("code", .string(code)),
            .init("title", .string(title)), .init("text", .string(words.joined(separator: " "))),
        ]
        if let example { members.append(.init("example", example.value)) }
        return Value.object(members).json
    }
}

extension Example {
    fileprivate var value: Value {
        .object([
            .init("kind", .string(kind.rawValue)), .init("wrong", .string(wrong.text)),
            .init("mended", .string(mended.text)),
        ])
    }
}

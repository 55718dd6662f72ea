// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleJSON

/// The answer of a collector of OTLP to a request that it took, perhaps without some of its records.
package struct PartialSuccess {
    /// The number of records that it did not take.
    package private(set) var rejected = 0
    /// The reason for that; if it took all, a warning. Nil if it says nothing.
    package private(set) var message: String?

    /// Reads the body of an answer. One that is no answer of OTLP says nothing.
    package init(_ answer: [UInt8]) {
        guard let node = try? JSONNode.read(SourceText(name: "an answer", bytes: answer)),
            case .object(let members) = node.value,
            case .object(let parts)? = members.first(where: { $0.name == "partialSuccess" })?.value
        else { return }
        for part in parts {
            switch (part.name, part.value) {
            case ("rejectedLogRecords", let count), ("rejectedSpans", let count), ("rejectedDataPoints", let count):
                rejected = max(0, Self.number(count))
            case ("errorMessage", .string(let text)) where !text.isEmpty: message = text.excerpt(limit: 300)
            default: break
            }
        }
    }

    /// Whole numbers of 64 bits are texts in OTLP's JSON, and readers take numbers too.
    private static func number(_ value: Value) -> Int {
        switch value {
        case .string(let text): Int(text) ?? 0
        case .number(let number): number.integer.flatMap(Int.init(exactly:)) ?? 0
        default: 0
        }
    }
}

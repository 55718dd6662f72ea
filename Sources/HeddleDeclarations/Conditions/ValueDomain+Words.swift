// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

extension ValueDomain {
    /// The values in words: `a whole number from 0 to 255`; nil if there is little to say.
    package var words: String? {
        let words: String? =
            switch content {
            case .whole(let range): "\(range)"
            case .floating(let type): "a \(type.rawValue)"
            case .enumeration(let type): "one of \(type.constants.map(\.name).joined(separator: ", ")), or a number"
            case .word(let words): words.joined(separator: " or ")
            case .text(let limit?): "a text of at most \(limit) bytes"
            case .text, .printed, .wideText, .bytes, .bool, .record, .array, .handle, .unknown: nil
            }
        return words.map { mayBeNull ? "\($0) or null" : $0 }
    }

    /// The nearest allowed value, as a suggestion.
    package func mend(_ value: Value) -> String? {
        switch (content, value) {
        case (.floating(let type), .number(let number)) where type.nearest(to: number) == nil:
            let isNegative = number.compare(.integer(0)) == .less
            return "no \(type.rawValue) is so \(isNegative ? "small" : "large"); write "
                + "\"\(isNegative ? "-" : "")Infinity\" for what lies beyond all of them"
        case (.whole, .number(let number)) where number.isNegativeZero: return "write 0: no whole number is -0"
        case (.whole(let range), .string(let text)):
            return QuotedNumber(text).map { range.contains($0.number) ? $0.mend : "expected \(range)" }
        case (.floating, .string(let text)): return QuotedNumber(text)?.mend
        case (.bool, .string("true")), (.bool, .string("false")): return "write it without the quotes"
        case (.text, .number), (.text, .bool), (.printed, .number), (.printed, .bool), (.wideText, .number),
            (.wideText, .bool):
            return "write it with quotes"
        case (.enumeration(let type), .string(let name)):
            return name.adviceOnCombining { type.number(named: $0) != nil }
                ?? didYouMean(name, among: type.constants.map(\.name))
        case (.text, .bytes(let bytes)) where bytes.contains(0):
            return "a C text ends at the first NUL, so the rest is never returned"
        case (.record(let record), .array) where record.kind == .structure:
            return "an array has all \(record.fields.count) fields; an object names those that it cares about"
        default: return nil
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// A value as a text writes it, told apart but not taken out of the text: what a long behaviour is made of, at no cost.
package enum PlainLiteral: Hashable, Sendable {
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number of at most 18 digits.
    case integer(Int64)
    /// Any other number, by the bytes that write it.
    case decimal(Range<Int>)
    /// A text without escapes, by the bytes between its quotes.
    case text(Range<Int>)

    /// The value.
    ///
    /// - Parameter bytes: the text that it stands in.
    package func value(in bytes: [UInt8]) -> Value {
        switch self {
        case .bool(let bool): .bool(bool)
        case .integer(let integer): .number(.integer(Int128(integer)))
        case .decimal(let range): .number(Number(written: String(decoding: bytes[range], as: UTF8.self)))
        case .text(let range): .string(String(decoding: bytes[range], as: UTF8.self))
        }
    }
}

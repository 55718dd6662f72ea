// SPDX-License-Identifier: Apache-2.0

/// A part of a step as it was read: a value, or a text that names something. It takes 8 bytes.
///
/// An array or object is followed by what is in it, names and values in turn, and by its ``Tag/end``; so is a value that
/// is made of others.
struct StepOperand: Sendable {
    /// The sorts of operands.
    enum Tag: UInt8 {
        case null, no, yes, number, text
        /// A text with escapes in it.
        case escaped
        /// The text of `{"ref": "name"}`.
        case reference
        /// The text of a path to a place in memory.
        case place
        /// The text of `{"bytes": "…"}`.
        case base64
        /// The text of `{"hex": "…"}`.
        case hexadecimal
        /// The text of `{"expression": "…"}`.
        case expression
        /// The text of the value that a part is taken of.
        case sliced
        /// The object `{"ref": "…", "from": 2, "count": 4}`: the ``sliced`` value, where the part begins and how long it is;
        /// null for what is not given.
        case slice
        /// The object `{"join": […]}` with its parts.
        case join
        case array, object, end
    }

    private static let offsetBits: UInt32 = 27
    private let head: UInt32
    private let tail: UInt32

    /// - Parameter tail: the offset behind a scalar; for all others how many operands it is, itself included.
    init(_ tag: Tag, at offset: Int, _ tail: Int) {
        head = UInt32(truncatingIfNeeded: offset) | UInt32(tag.rawValue) << Self.offsetBits
        self.tail = UInt32(truncatingIfNeeded: tail)
    }

    var tag: Tag { Tag(rawValue: UInt8(head >> Self.offsetBits)) ?? .end }
    var offset: Int { Int(head & (1 << Self.offsetBits - 1)) }

    /// The number of operands that it is, with what is in it.
    var count: Int {
        switch tag {
        case .array, .object, .join, .slice: Int(tail)
        default: 1
        }
    }

    /// The bytes of a scalar, with its quotes.
    var bytes: Range<Int> { offset..<Int(tail) }
}

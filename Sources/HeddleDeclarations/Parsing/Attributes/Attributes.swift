// SPDX-License-Identifier: Apache-2.0

/// The effect of attributes and alignment specifiers, as far as it matters for calls.
struct Attributes {
    /// `aligned(n)` or `_Alignas(n)`.
    struct Alignment {
        let bytes: Int
        /// True if it is `_Alignas`, which cannot ask for less than the type does.
        let isSpecifier: Bool
        let range: Range<Int>
    }

    /// `format(printf, parameter, first)`, both counted from 1.
    struct Format {
        let parameter: Int
        /// The first argument of the format; 0 if the arguments are in a `va_list`.
        let first: Int
        let range: Range<Int>
    }

    /// The place of `packed`.
    var packed: Range<Int>?
    /// The requested alignments, in order.
    var alignments: [Alignment] = []
    var format: Format?
    /// Those that only say something about pointers.
    var hints: [AttributeHint] = []

    var isPacked: Bool { packed != nil }

    /// The largest requested alignment.
    var alignment: Int? { alignments.map(\.bytes).max() }

    /// The place of the first attribute that affects the layout.
    var layout: Range<Int>? { packed ?? alignments.first?.range }

    mutating func append(_ other: Attributes) {
        packed = packed ?? other.packed
        alignments += other.alignments
        format = format ?? other.format
        hints += other.hints
    }
}

/// An attribute that says something about the pointers of a function and does not affect a call, such as
/// `nonnull(1, 2)`; or the number of elements in the declaration of a parameter.
package struct AttributeHint: Hashable, Sendable {
    /// The attribute.
    package enum Name: String, Sendable {
        case access, malloc, nonnull
        /// `int size[48]`: the number of the parameter, and that of its elements.
        case array = "[]"
    }

    /// The attribute.
    package let name: Name
    /// Its arguments, without the underscores around words.
    package let arguments: [String]
}

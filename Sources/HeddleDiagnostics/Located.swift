// SPDX-License-Identifier: Apache-2.0

/// Something that a file says, and where it says it.
package struct Located<Wrapped> {
    /// The value.
    package let value: Wrapped
    /// Where it stands.
    package let range: SourceRange

    /// Creates a located value.
    package init(_ value: Wrapped, at range: SourceRange) {
        self.value = value
        self.range = range
    }

    /// Another value that stands in the same place.
    package func map<Other>(_ transform: (Wrapped) -> Other) -> Located<Other> {
        Located<Other>(transform(value), at: range)
    }
}

extension Located: Sendable where Wrapped: Sendable {}

// SPDX-License-Identifier: Apache-2.0

/// A value from a file, with its place.
package struct Located<Wrapped> {
    /// The value.
    package let value: Wrapped
    /// Its place in the file.
    package let range: SourceRange

    /// Creates a located value.
    package init(_ value: Wrapped, at range: SourceRange) {
        self.value = value
        self.range = range
    }

    /// Another value at the same place.
    package func map<Other>(_ transform: (Wrapped) -> Other) -> Located<Other> {
        Located<Other>(transform(value), at: range)
    }
}

extension Located: Sendable where Wrapped: Sendable {}

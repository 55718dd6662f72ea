// SPDX-License-Identifier: Apache-2.0

public import HeddleDiagnostics

/// Something that a file says, and where it says it.
public struct Located<Wrapped> {
    /// What is said.
    public let value: Wrapped
    /// Where it stands.
    public let range: SourceRange

    /// Creates a located value.
    public init(_ value: Wrapped, at range: SourceRange) {
        self.value = value
        self.range = range
    }

    /// Another value that stands in the same place.
    public func map<Other>(_ transform: (Wrapped) -> Other) -> Located<Other> {
        Located<Other>(transform(value), at: range)
    }
}

extension Located: Sendable where Wrapped: Sendable {}

// SPDX-License-Identifier: Apache-2.0

/// The type of a function.
public struct FunctionType: Hashable, Sendable {
    /// What it returns.
    public let result: CType
    /// What it takes. The names and annotations say how values cross; they make no difference to the type.
    public let parameters: [Parameter]
    /// Whether further arguments may follow.
    public let isVariadic: Bool

    /// Creates a function type.
    public init(result: CType, parameters: [Parameter], isVariadic: Bool) {
        self.result = result
        self.parameters = parameters
        self.isVariadic = isVariadic
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The type of a function.
package struct FunctionType: Hashable, Sendable {
    /// What it returns.
    package let result: CType
    /// What it takes. The names and annotations say how values cross; they make no difference to the type.
    package let parameters: [Parameter]
    /// Whether further arguments may follow.
    package let isVariadic: Bool

    /// Creates a function type.
    package init(result: CType, parameters: [Parameter], isVariadic: Bool) {
        self.result = result
        self.parameters = parameters
        self.isVariadic = isVariadic
    }
}

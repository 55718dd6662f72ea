// SPDX-License-Identifier: Apache-2.0

/// The type of a function.
package struct FunctionType: Hashable, Sendable {
    /// The result type.
    package let result: CType
    /// The parameters. Their names and annotations say how values cross; they do not affect the type.
    package let parameters: [Parameter]
    /// True if the function is variadic.
    package let isVariadic: Bool

    /// Creates a function type.
    package init(result: CType, parameters: [Parameter], isVariadic: Bool) {
        self.result = result
        self.parameters = parameters
        self.isVariadic = isVariadic
    }
}

extension CType {
    /// The function that it is, or that it points to; nil for other types.
    package var pointedFunction: FunctionType? {
        switch canonical {
        case .function(let function): function
        case .pointer(let target, _): if case .function(let function) = target.canonical { function } else { nil }
        default: nil
        }
    }
}

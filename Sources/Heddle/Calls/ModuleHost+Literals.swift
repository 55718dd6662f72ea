// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations
public import HeddleDiagnostics
public import HeddleForeign

// Swift selects these where an argument is a literal that no type of Swift's own is for, such as nil or an object with
// members of several types.
extension ModuleHost {
    /// Calls an action with values, and ignores the result; see ``call(_:_:)``.
    ///
    /// ```swift
    /// try host.call("shop.order", ["name": "Ada", "pieces": 3, "note": .null], nil)
    /// ```
    public func call(_ name: ActionName, _ first: Value?, _ others: Value?...) throws {
        _ = try call(name, with: .of(first, others)).value()
    }

    /// Calls an action with values, and converts its result to the requested type.
    public func call<Output: ValueConvertible>(
        _ name: ActionName, _ first: Value?, _ others: Value?...
    ) throws -> Output {
        try call(name, with: .of(first, others)).get()
    }

    /// Calls an action with values, and returns its outcome.
    @_disfavoredOverload
    public func call(_ name: ActionName, _ first: Value?, _ others: Value?...) throws(Diagnostic) -> CallResult {
        try call(name, with: .of(first, others))
    }

    /// Prepares a call with values.
    public func prepare(_ name: ActionName, _ first: Value?, _ others: Value?...) throws(Diagnostic) -> PreparedCall {
        try prepare(name, with: .of(first, others))
    }
}

extension [Value] {
    /// All arguments; nil is null.
    fileprivate static func of(_ first: Value?, _ others: [Value?]) -> [Value] {
        ([first] + others).map { $0 ?? .null }
    }
}

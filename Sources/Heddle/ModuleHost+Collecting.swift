// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations
public import HeddleDiagnostics
internal import HeddleWeave

extension ModuleHost {
    /// Calls each action that a pattern matches with the same arguments, through its hooks: the implementations of one
    /// action in several modules.
    ///
    /// ```swift
    /// for call in try host.callAll("*.price", "Ada") { print(call.action, call.outcome) }
    /// ```
    ///
    /// - Returns: the results, in the alphabetical order of the modules. A call that failed is a result, and the others
    ///   are made all the same. Empty if no loaded module has such an action.
    /// - Throws: if the pattern is invalid, or if one of the calls cannot be made; then none is made.
    public func callAll(
        _ pattern: String, _ arguments: any ValueConvertible...
    ) throws(Diagnostic) -> [CallResult] {
        var calls: [PreparedCall] = []
        for name in try implementations(pattern) { calls.append(try prepare(name, with: arguments.map(\.value))) }
        return calls.map(made)
    }

    /// Calls the actions that a pattern matches one after the other, until one returns something other than null.
    ///
    /// ```swift
    /// let price: Double? = try host.callFirst("*.price", "Ada")
    /// ```
    ///
    /// - Returns: that result; nil if there is none.
    /// - Throws: a `Diagnostic` if the pattern is invalid, or if a call cannot be made, or if the type cannot hold the
    ///   result; the `Failure` of the first call that failed.
    public func callFirst<Output: ValueConvertible>(
        _ pattern: String, _ arguments: any ValueConvertible...
    ) throws -> Output? {
        for name in try implementations(pattern) {
            let result = made(try prepare(name, with: arguments.map(\.value)))
            if let value = try result.value(), value != .null { return try result.get() }
        }
        return nil
    }

    /// The actions of loaded modules that a pattern matches, in the alphabetical order of the modules.
    private func implementations(_ pattern: String) throws(Diagnostic) -> [ActionName] {
        guard let parsed = Pointcut.Pattern(pattern), !parsed.isNegated else { throw .notAPattern(pattern) }
        let pointcut = Pointcut([parsed])
        return registry.modules.flatMap { module in
            module.hookTargets().filter { !$0.isDestruction && pointcut.mismatch(with: $0.candidate) == nil }
        }.map(\.name)
    }
}

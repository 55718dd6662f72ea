// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations
public import HeddleDiagnostics
public import HeddleForeign

extension ModuleHost {
    /// Prepares an action as a function of Swift, and checks its type against the declaration.
    ///
    /// ```swift
    /// let hypot = try host.function("m.hypot", as: ((Double, Double) -> Double).self)
    /// let length = try hypot(3, 4)
    /// ```
    ///
    /// The parameters are those of the action, without out-parameters and the instance, and at most six. Numbers of the
    /// declared type go straight to the action and back; other types are converted at each call. The output is
    /// `ValueConvertible`, `Void`, or a ``CallResult``, which has the out-parameters too.
    ///
    /// - Returns: the function, which one thread at a time may use. Modules log and emit to the host that made or
    ///   prepared a call last.
    /// - Throws: if there is no such action, or if the types do not fit its declaration.
    public func function<Output, each Input: ValueConvertible>(
        _ name: ActionName, as type: ((repeat each Input) -> Output).Type
    ) throws(Diagnostic) -> TypedCall<(repeat each Input), Output> {
        let action = try action(name)
        var inputs: [any ValueConvertible.Type] = []
        repeat inputs.append((each Input).self)
        try DeclarationFit(action.name, action.signature).check(inputs, Output.self)
        return TypedCall(action, inputs) { values in
            try self.made(try self.prepare(action, with: values)).output(as: Output.self)
        }
    }
}

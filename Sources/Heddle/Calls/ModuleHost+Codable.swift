// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations
internal import HeddleDiagnostics

// Swift selects these where an argument or the result is Codable and no more, as a type for a C structure may be.
extension ModuleHost {
    /// Calls an action with arguments that are encoded, and ignores the result.
    ///
    /// ```swift
    /// struct Point: Codable { var x, y: Double }
    /// try host.call("canvas.line", Point(x: 0, y: 0), Point(x: 3, y: 4))
    /// ```
    ///
    /// - Throws: a ``Diagnostic`` if the call cannot be made; the ``Failure`` of a call that was made and failed.
    @_disfavoredOverload
    public func call<each Argument: Encodable>(_ name: ActionName, _ arguments: repeat each Argument) throws {
        var values: [Value] = []
        repeat values.append(try Value(encoding: each arguments))
        _ = try call(name, with: values).value()
    }

    /// Calls an action with arguments that are encoded, and decodes its result.
    ///
    /// ```swift
    /// let middle: Point = try host.call("canvas.middle", Point(x: 0, y: 0), Point(x: 3, y: 4))
    /// ```
    ///
    /// Members stand for fields by their names, and an enumeration by the name of its constant. A member that is nil is
    /// null, or zero.
    ///
    /// - Throws: a ``Diagnostic`` if the call cannot be made, or if the type does not fit the result: then it says which
    ///   part; the ``Failure`` of a call that was made and failed.
    @_disfavoredOverload
    public func call<Output: Decodable, each Argument: Encodable>(
        _ name: ActionName, _ arguments: repeat each Argument
    ) throws -> Output {
        var values: [Value] = []
        repeat values.append(try Value(encoding: each arguments))
        return try call(name, with: values).get()
    }
}

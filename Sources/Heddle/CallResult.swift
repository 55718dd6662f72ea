// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations
public import HeddleDiagnostics

/// The result of a call: its outcome, its out-parameters and `errno`.
///
/// ```swift
/// let call: CallResult = try host.call("m.frexp", 8.0)
/// let mantissa: Double = try call.get()
/// let exponent: Int = try call.output("exponent")
/// ```
///
/// ## Topics
/// - ``outcome``
/// - ``get(as:)``
/// - ``output(_:as:)``
public struct CallResult: Sendable {
    /// The action that was called.
    public let action: ActionName
    /// The result, or the failure.
    public let outcome: Outcome
    /// The values that the action wrote into its out-parameters, by name.
    public let out: [Value.Member]
    /// `errno` as the action left it.
    public let errno: Int32

    /// Converts the result to a Swift type; `void` is null.
    ///
    /// - Throws: the ``Failure`` of a call that failed; a ``Diagnostic`` if the type cannot hold the result.
    public func get<Output: ValueConvertible>(as type: Output.Type = Output.self) throws -> Output {
        let value = try value() ?? .null
        guard let output = Output(value) else { throw Self.misfit(value, of: action, type) }
        return output
    }

    /// Decodes the result as a `Codable` type, such as one that stands for a C structure.
    ///
    /// - Throws: the ``Failure`` of a call that failed; a ``Diagnostic`` with the path of the part of the result that
    ///   does not fit.
    @_disfavoredOverload
    public func get<Output: Decodable>(as type: Output.Type = Output.self) throws -> Output {
        try (try value() ?? .null).decode(type, saying: "\(action) returned")
    }

    /// The error of a result that a type does not take, with the part that it does not.
    @usableFromInline
    static func misfit(_ value: Value, of action: ActionName, _ type: any ValueConvertible.Type) -> Diagnostic {
        if value.hasParts, let type = type as? any Decodable.Type {
            do throws(Diagnostic) {
                _ = try value.decode(type, saying: "\(action) returned")
            } catch {
                return error
            }
        }
        return Diagnostic.misfit(ofResult: value, of: action, type)
    }

    /// Converts the value of an out-parameter to a Swift type.
    ///
    /// - Throws: the ``Failure`` of a call that failed; a ``Diagnostic`` if there is no such out-parameter, or if the
    ///   type cannot hold its value.
    public func output<Output: ValueConvertible>(
        _ name: String, as type: Output.Type = Output.self
    ) throws -> Output {
        _ = try value()
        guard let member = out.first(where: { $0.name == name }) else {
            throw Diagnostic.missingOutput(name, of: action, among: out)
        }
        guard let output = Output(member.value) else {
            throw Diagnostic.misfit(of: "out-parameter \(name)", member.value, of: action, type)
        }
        return output
    }

    /// The result; nil for `void`.
    ///
    /// - Throws: the ``Failure`` of a call that failed.
    func value() throws(Failure) -> Value? {
        switch outcome {
        case .returned(let value): return value
        case .failed(let failure): throw failure
        }
    }
}

extension CallResult {
    /// Converts the outcome of the call to a type that was checked against the declaration: `Void`, `CallResult`, or one
    /// that is `ValueConvertible`.
    package func output<Output>(as type: Output.Type) throws -> Output {
        if let result = self as? Output { return result }
        if let nothing = () as? Output {
            if case .failed(let failure) = outcome { throw failure }
            return nothing
        }
        guard let type = type as? any ValueConvertible.Type, let result = try get(as: type) as? Output else {
            preconditionFailure("\(type) was checked against the declaration")
        }
        return result
    }
}

extension Value {
    fileprivate var hasParts: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }
}

extension Diagnostic {
    /// A result that the Swift type cannot hold.
    static func misfit(ofResult value: Value, of action: ActionName, _ type: Any.Type) -> Diagnostic {
        Diagnostic(code: .call(.result), "\(action) returned \(value.kindDescription), which does not fit \(type)")
    }

    /// The value of an out-parameter that the Swift type cannot hold.
    fileprivate static func misfit(
        of part: String, _ value: Value, of action: ActionName, _ type: Any.Type
    ) -> Diagnostic {
        Diagnostic(code: .call(.result), "\(part) of \(action) is \(value.kindDescription), which does not fit \(type)")
    }

    fileprivate static func missingOutput(
        _ name: String, of action: ActionName, among out: [Value.Member]
    ) -> Diagnostic {
        Diagnostic(
            code: .call(.result), "\(action) has no out-parameter \"\(name)\"",
            suggestion: didYouMean(name, among: out.map(\.name)))
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// The input of a service that takes several arguments: `any Service<ServiceArguments<String, Int>, Double>`.
///
/// It is seldom written: `price("Ada", 3)` makes one, and the closures of `AnyService`, `guarded` and `cached` take the
/// arguments one by one. Where a closure takes the whole input, the arguments are `input.values.0`, `input.values.1`.
public struct ServiceArguments<each Argument: Sendable>: Sendable {
    /// The arguments, in their order.
    public let values: (repeat each Argument)

    /// Creates an input.
    public init(_ argument: repeat each Argument) {
        values = (repeat each argument)
    }
}

extension ServiceArguments: Equatable where repeat each Argument: Equatable {
    /// Returns whether all arguments are equal.
    public static func == (left: Self, right: Self) -> Bool {
        for (mine, its) in repeat (each left.values, each right.values) {
            if mine != its { return false }
        }
        return true
    }
}

extension ServiceArguments: Hashable where repeat each Argument: Hashable {
    /// Hashes all arguments.
    public func hash(into hasher: inout Hasher) {
        for argument in repeat each values { hasher.combine(argument) }
    }
}

extension ServiceArguments {
    /// A function of the whole input that gives its arguments to a function of several.
    static func unpacking<Result>(
        _ body: @escaping @Sendable (repeat each Argument) async throws -> Result
    ) -> @Sendable (Self) async throws -> Result {
        { input in try await body(repeat each input.values) }
    }

    /// The same for a function that neither waits nor fails.
    static func unpacking<Result>(
        _ body: @escaping @Sendable (repeat each Argument) -> Result
    ) -> @Sendable (Self) -> Result {
        { input in body(repeat each input.values) }
    }
}

extension ServiceArguments where repeat each Argument: ValueConvertible {
    /// The types of the arguments.
    static var types: [any ValueConvertible.Type] {
        var types: [any ValueConvertible.Type] = []
        for type in repeat (each Argument).self { types.append(type) }
        return types
    }

    /// The arguments as values.
    var converted: [Value] {
        var all: [Value] = []
        for argument in repeat each values { all.append(argument.value) }
        return all
    }
}

/// An input that shows its arguments one by one.
protocol ShownByArgument {
    /// The arguments, for logs and events.
    var shown: [Value] { get }
}

extension ServiceArguments: ShownByArgument {
    var shown: [Value] {
        var all: [Value] = []
        for argument in repeat each values { all.append(Value(showing: argument)) }
        return all
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The declaration of a function with its annotations: everything that Heddle knows about calling an action.
///
/// ## Topics
/// - ``Parameter``
/// - ``Hooking``
/// - ``given``
package struct Signature: Hashable, Sendable {
    /// The hooks that a module allows around an action.
    package enum Hooking: Hashable, Sendable {
        /// All hooks that fit it.
        case any
        /// Hooks that can only look.
        case observers
        /// None.
        case none
    }

    /// The C symbol.
    package let symbol: String
    /// The result of the function.
    package internal(set) var result: CType
    /// `_Ret_maybenull_`: the returned pointer may be null.
    package let resultMayBeNull: Bool
    /// The number of elements that the returned pointer points to; nil for a text or a handle.
    package let resultCount: Parameter.Count?
    /// `_Free_(symbol)`: the caller owns the returned pointer, and this function releases it: one of the same module or,
    /// as `_Free_(module.symbol)`, of another one.
    package private(set) var release: String?
    /// `_Success_(return OP n)`: the condition under which the call has succeeded.
    package let success: SuccessTest?
    /// `_Idempotent_`: a second call with the same arguments does no more than the first, so that it may be retried.
    package let isIdempotent: Bool
    /// `_Unhookable_` and `_ObserveOnly_`: the hooks that the module allows around it.
    package internal(set) var hooking: Hooking
    /// `_Tags_(name, …)`: the names by which hooks select it.
    package internal(set) var tags: [String]
    /// The parameters, in order.
    package internal(set) var parameters: [Parameter]
    /// True if the function is variadic.
    package let isVariadic: Bool
    /// The parameter that is the `printf` format of the variadic arguments.
    package let format: Int?
    /// The words for people about it.
    package var help = FunctionHelp()

    /// Creates a signature.
    package init(
        symbol: String, result: CType, resultMayBeNull: Bool = false, resultCount: Parameter.Count? = nil,
        release: String? = nil, success: SuccessTest? = nil, isIdempotent: Bool = false, hooking: Hooking = .any,
        tags: [String] = [], parameters: [Parameter], isVariadic: Bool = false, format: Int? = nil
    ) {
        self.symbol = symbol
        self.result = result
        self.resultMayBeNull = resultMayBeNull
        self.resultCount = resultCount
        self.release = release
        self.success = success
        self.isIdempotent = isIdempotent
        self.hooking = hooking
        self.tags = tags
        self.parameters = parameters
        self.isVariadic = isVariadic
        self.format = format
    }

    /// The indices of the parameters that a caller gives by position: all but the instance and the out-parameters.
    package var given: [Int] {
        parameters.indices.filter { parameters[$0].direction != .out && !parameters[$0].isInstance }
    }

    /// The indices of the parameters that so many values are for, by position: all that are given, or all of these but
    /// ``counters``. Variadic arguments come behind them.
    ///
    /// - Returns: nil where there are too few values, or too many.
    package func given(byPosition count: Int) -> [Int]? {
        let given = given
        if given.count == count || isVariadic && given.count < count { return given }
        let counters = counters
        if isVariadic || counters.isEmpty || given.count - counters.count != count { return nil }
        return given.filter { !counters.contains($0) }
    }

    /// The indices of the parameters that only count what other arguments have, from which they follow.
    package var counters: [Int] {
        let counted = given.compactMap { parameters[$0].count?.counter }
        return given.filter { counted.contains($0) }
    }

    /// The number of an argument among those that a caller gives, from 1: variadic ones come last. Nil for a parameter that
    /// no caller gives.
    package func number(ofArgument index: Int) -> Int? {
        if index >= parameters.count { return given.count + index - parameters.count + 1 }
        return given.firstIndex(of: index).map { $0 + 1 }
    }

    /// The parameters that a caller gives by position, in their order, without variadic arguments.
    package var givenParameters: [Parameter] { given.map { parameters[$0] } }
}

extension Signature {
    // MARK: Further

    /// The signature of one call with variadic arguments, which follow the declared parameters.
    package func followed(by further: [Parameter]) -> Signature {
        var call = self
        call.parameters += further
        return call
    }

    /// The signature with the rules for hooks of another declaration of the same function. A hook must be allowed by
    /// both; the tags are those of both. Where it has no words for people, it gets those.
    package func keepingRules(of other: Signature) -> Signature {
        var signature = self
        switch (hooking, other.hooking) {
        case (.none, _), (_, .none): signature.hooking = .none
        case (.observers, _), (_, .observers): signature.hooking = .observers
        case (.any, .any): break
        }
        let own = Set(tags)
        signature.tags += other.tags.filter { !own.contains($0) }
        if help.isEmpty { signature.help = other.help }
        return signature
    }

    /// The signature with the owners of memory and the secrets of another declaration of the same function, in each part
    /// that has no annotations here: to declare a type again must not take back what protects memory.
    package func keepingOwners(of other: Signature) -> Signature {
        var signature = self
        if release == nil, resultCount == nil, !resultMayBeNull { signature.release = other.release }
        for (index, known) in other.parameters.enumerated() where index < parameters.count {
            if !parameters[index].isAnnotated { signature.parameters[index].keepOwner(of: known) }
        }
        return signature
    }

    /// The functions of `_Free_`, which release memory that a call returns.
    package var releases: [String] {
        [release].compactMap(\.self) + parameters.compactMap(\.release)
    }

    /// True if it returns a text that can be written, so is the caller's, and names no function that releases it.
    package var returnsOwnerlessText: Bool {
        guard case .pointer(let target, let isConst) = result.canonical, target.isCharacter else { return false }
        return !isConst && release == nil
    }

    // MARK: Secrets

    /// The arguments of a call for reports and recordings, with ``Value/secret`` in place of each secret one.
    package func concealing(_ arguments: [Value]) -> [Value] {
        concealing(arguments, as: .secret) { $0 }
    }

    /// The arguments of a call for log lines, each of at most `limit` characters.
    package func excerpts(of arguments: [Value], limit: Int) -> [String] {
        concealing(arguments, as: Value.secretWord) { $0.excerpt(limit: limit) }
    }

    /// An argument is secret if its parameter is `_Secret_`. Variadic arguments have no parameter and are shown.
    private func concealing<Shown>(
        _ arguments: [Value], as secret: Shown, _ show: (Value) -> Shown
    ) -> [Shown] {
        let parameters = givenParameters
        return arguments.enumerated().map { index, value in
            index < parameters.count && parameters[index].isSecret ? secret : show(value)
        }
    }
}

extension Value {
    /// Replaces a value that a declaration marks as `_Secret_`.
    package static let secret = Value.string(secretWord)

    /// The same in a sentence.
    package static let secretWord = "<secret>"
}

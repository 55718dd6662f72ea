// SPDX-License-Identifier: Apache-2.0

/// The declaration of a function with its annotations: all that Heddle knows of an action's shape.
///
/// ## Topics
/// - ``Parameter``
/// - ``Hooking``
/// - ``given``
package struct Signature: Hashable, Sendable {
    /// Which hooks a module allows around an action.
    package enum Hooking: Hashable, Sendable {
        /// All that fit it.
        case any
        /// Those that can only look.
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
    /// How many elements the returned pointer points to; nil for a text or a handle.
    package let resultCount: Parameter.Count?
    /// `_Free_(symbol)`: the returned pointer is the caller's, and this function of the same module releases it.
    package let release: String?
    /// `_Success_(return OP n)`: when the function counts as having returned rather than failed.
    package let success: SuccessTest?
    /// `_Idempotent_`: a second call with the same arguments does no more than the first, so that it may be tried
    /// again.
    package let isIdempotent: Bool
    /// `_Unhookable_` and `_ObserveOnly_`: which hooks the module allows around it.
    package internal(set) var hooking: Hooking
    /// `_Tags_(name, …)`: what patterns may choose it by.
    package internal(set) var tags: [String]
    /// The parameters, in order.
    package internal(set) var parameters: [Parameter]
    /// True if further arguments may follow.
    package let isVariadic: Bool
    /// The parameter that is a format as of `printf` for the further arguments.
    package let format: Int?

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

    /// The parameters that a caller gives by position, in their order. Further arguments have none.
    package var givenParameters: [Parameter] { given.map { parameters[$0] } }
}

extension Signature {
    // MARK: Further

    /// The signature of one call with further arguments: they stand behind the parameters that are declared.
    package func followed(by further: [Parameter]) -> Signature {
        var call = self
        call.parameters += further
        return call
    }

    /// The signature with what another declaration of the same function says of hooks: what one of them forbids stays
    /// forbidden, and the tags are those of both.
    package func keepingRules(of other: Signature) -> Signature {
        var signature = self
        switch (hooking, other.hooking) {
        case (.none, _), (_, .none): signature.hooking = .none
        case (.observers, _), (_, .observers): signature.hooking = .observers
        case (.any, .any): break
        }
        let own = Set(tags)
        signature.tags += other.tags.filter { !own.contains($0) }
        return signature
    }

    /// The functions that release what a call hands over, as `_Free_` names them.
    package var releases: [String] {
        [release].compactMap(\.self) + parameters.compactMap(\.release)
    }

    // MARK: Secrets

    /// The arguments of a call as reports and recordings may show them, with ``Value/secret`` in the place of each
    /// secret one.
    package func concealing(_ arguments: [Value]) -> [Value] {
        concealing(arguments, as: .secret) { $0 }
    }

    /// The arguments of a call as the lines of a log may show them, each of at most `limit` characters.
    package func excerpts(of arguments: [Value], limit: Int) -> [String] {
        concealing(arguments, as: Value.secretWord) { $0.excerpt(limit: limit) }
    }

    /// An argument is secret if its parameter is `_Secret_`. Further arguments have no parameter and are shown.
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
    /// Stands in the place of a value that a declaration marks as `_Secret_`.
    package static let secret = Value.string(secretWord)

    /// The same in a sentence.
    package static let secretWord = "<secret>"
}

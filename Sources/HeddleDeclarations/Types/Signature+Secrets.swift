// SPDX-License-Identifier: Apache-2.0

extension Value {
    /// Stands in the place of a value that a declaration marks as `_Secret_`.
    package static let secret = Value.string(secretWord)

    /// The same in a sentence.
    package static let secretWord = "<secret>"
}

extension Signature {
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

// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// The regular expressions of texts that behaviours have in several places; each as the reader of such a text has it.
enum PathExpression {
    /// A name in a path.
    static let name = #"[^.\[\]]+"#
    /// The way into a value, as `PartPath` reads it.
    static let steps = #"(?:\.[^.\[\]]+|\[[0-9]+\])*"#
    static let failure = #"failure(?:\.(?:code|message))?"#
}

extension JSONSchema {
    /// A name that can stand in a path.
    package static let pathName = nonEmpty.and(
        matching("^\(PathExpression.name)$", expected: "a name without . [ and ]"))

    /// The target of `{"ref": …}`.
    static let reference = matching(
        "^\(PathExpression.name)\(PathExpression.steps)$", expected: "a saved name, or a path such as name.field[0]")

    /// A part of an outcome.
    package static let outcomePath = matching(
        "^(?:result\(PathExpression.steps)|out\\.\(PathExpression.name)\(PathExpression.steps)|errno|"
            + "\(PathExpression.failure))$",
        expected: "result, out.NAME, errno or failure")

    /// A part of a call.
    ///
    /// - Parameter isBefore: whether it is asked for before the call has run, when there are only arguments.
    package static func callPath(before isBefore: Bool) -> JSONSchema {
        let argument = "argument\\.\(PathExpression.name)\(PathExpression.steps)"
        if isBefore { return matching("^\(argument)$", expected: "argument.NAME") }
        return matching(
            "^(?:\(argument)|result\(PathExpression.steps)|\(PathExpression.failure)|errno|status)$",
            expected: "argument.NAME, result, failure.code, failure.message, errno or status")
    }

    /// A duration, longer than 0.
    package static let span = anyText.and(
        matching(
            #"^(?=[0-9.]*[1-9])[0-9]+(?:\.[0-9]+)? *(?:ns|us|µs|ms|s|min|h)$"#,
            expected: "a duration such as \"20 ms\" or \"1.5 s\" (ns, us, ms, s, min, h), longer than 0")
    ).examples("20 ms", "1.5 s")
}

extension JSONSchema {
    fileprivate func examples(_ texts: String...) -> JSONSchema { examples(texts) }
}

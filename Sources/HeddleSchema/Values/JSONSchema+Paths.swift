// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// The regular expressions of texts that behaviours have in several places; each as the reader of such a text has it.
enum PathExpression {
    /// A name in a path.
    static let name = #"(?:[^.\[\]\-]|-(?!>))+"#
    /// An index.
    private static let number = "(?:0|[1-9][0-9]*)"
    /// The way into a value, as `PartPath` reads it.
    static let steps = #"(?:(?:\.|->)\#(name)|\[\#(number)\])*"#
    /// The same, with values as indices.
    static let stepsOfReference = #"(?:(?:\.|->)\#(name)|\[\#(number)\]|\[\#(index)\])*"#
    private static let index = #"\#(beginning)\#(rest)*(?:(?:\.|->)\#(rest)+|\[\#(number)\])*"#
    private static let beginning = #"(?:[A-Za-z_]|[^\u0000-\u007F])"#
    private static let rest = #"(?:[A-Za-z0-9_]|[^\u0000-\u007F])"#
    static let failure = #"failure(?:\.(?:code|message))?"#
}

extension JSONSchema {
    /// A name that can stand in a path.
    package static let pathName = nonEmpty.and(
        matching("^\(PathExpression.name)$", expected: "a name without \(PartPath.marks)"))

    /// The target of `{"ref": …}`.
    package static let reference = matching(
        "^(?:\\([^()]*\\) *)?&?\(PathExpression.name)\(PathExpression.stepsOfReference)$",
        expected: "a saved name, or a path such as name.field[0] or name[n]")

    /// A part of a call.
    ///
    /// - Parameter orConfiguration: true to allow parts of the configuration of the called module too.
    package static func callPath(at moment: CallMoment, orConfiguration: Bool = false) -> JSONSchema {
        let (name, steps) = (PathExpression.name, PathExpression.steps)
        let argument = "argument\\.\(name)\(steps)"
        let ofCall = "result\(steps)|out\\.\(name)\(steps)|errno|status|\(PathExpression.failure)|\(argument)"
        let surrounding = "stdout|stderr|file:[^\\u0000]+"
        let pattern =
            switch moment {
            case .before: argument
            case .after: "(?:\(ofCall))"
            case .step: "(?:\(ofCall)|\(surrounding))"
            case .end: "(?:\(surrounding))"
            }
        guard orConfiguration else { return matching("^\(pattern)$", expected: moment.paths) }
        return matching("^(?:config\\.\(name)\(steps)|\(pattern))$", expected: "\(moment.paths), or config.NAME")
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

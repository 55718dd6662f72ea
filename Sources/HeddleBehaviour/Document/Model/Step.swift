// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations
public import HeddleDiagnostics

/// One call of a behaviour.
///
/// ## Topics
/// - ``Arguments``
/// - ``Save``
/// - ``Expectation``
public struct Step: Sendable {
    /// What is called.
    public let call: Located<ActionName>
    /// What it is called with.
    public let arguments: Arguments
    /// What is kept of its outcome.
    public let saves: [Save]
    /// What its outcome is held against.
    public let expectations: [Expectation]
    /// Where the step stands.
    public let range: SourceRange
}

extension Step {
    /// The arguments of a call.
    public enum Arguments: Sendable {
        /// The step has no `with`.
        case none
        /// In the order of the parameters that a caller gives.
        case positional([Located<Template>])
        /// By the names of the parameters.
        case named([Template.Member])
    }

    /// A part of the outcome that later steps can refer to.
    public struct Save: Sendable {
        /// The name that references use; no other save of the file has it.
        public let name: Located<String>
        /// What is kept.
        public let path: Located<ValuePath>
    }
}

// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics

/// One call of a behaviour, or one operation in memory, which counts as a call of the module `memory`.
///
/// ## Topics
/// - ``Arguments``
/// - ``Save``
/// - ``Expectation``
package struct Step: Sendable {
    /// The action that is called.
    package let call: Located<ActionName>
    /// The operation in memory in the place of a call; nil for a call.
    package let operation: MemoryOperation?
    /// The arguments.
    package let arguments: Arguments
    /// The parts of its outcome that are saved.
    package let saves: [Save]
    /// The expectations of its outcome, and behind them the other conditions on it.
    package let expectations: [Expectation]
    /// The longest time that the call may take, with all its hooks, in nanoseconds; nil for any.
    package let most: Located<UInt64>?
    /// The place of the step.
    package let range: SourceRange

    /// Creates a step.
    package init(
        call: Located<ActionName>, operation: MemoryOperation? = nil, arguments: Arguments, saves: [Save],
        expectations: [Expectation], most: Located<UInt64>? = nil, range: SourceRange
    ) {
        self.call = call
        self.operation = operation
        self.arguments = arguments
        self.saves = saves
        self.expectations = expectations
        self.most = most
        self.range = range
    }
}

extension Step {
    /// The arguments of a call.
    package enum Arguments: Sendable {
        /// The step has no `with`.
        case none
        /// In the order of the parameters that a caller gives.
        case positional([Located<Template>])
        /// By the names of the parameters.
        case named([Template.Member])
    }

    /// A part of the outcome that later steps can refer to.
    package struct Save: Sendable {
        /// The name that references use; no other save of the file has it.
        package let name: Located<String>
        /// The part that is saved.
        package let path: Located<CallPath>
    }
}

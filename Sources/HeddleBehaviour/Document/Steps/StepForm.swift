// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// The part of a step that many steps share: all but its values, the names that it saves, and where it stands.
package final class StepForm: Sendable {
    /// The way in which a step names what it calls.
    enum Call: Sendable {
        /// `module.action`, as it is written.
        case written(String)
        /// An action of the module that it stands in, by the number of that.
        case action(String, ofModule: Int)
        /// It calls nothing, and makes an object of the type of a text.
        case new(String)
        /// It calls nothing, and reads or writes the place that is its first argument.
        case place(MemoryOperation)
    }

    /// The way in which arguments are given.
    package enum Arguments: Sendable {
        /// The step has no `with`.
        case none
        /// So many in the order of the parameters.
        case positional(Int)
        /// By the names of the parameters.
        case named([String])
    }

    /// A part of the outcome that is expected to be something.
    package struct Expectation: Sendable {
        /// The path to the part.
        package let path: CallPath
        /// The path as text.
        let name: String
        /// The condition that it must meet. An operand is the number of the step's own among those of the condition.
        package let condition: Condition<Int>
        /// Its use.
        package let role: ExpectationRole

        init(path: CallPath, condition: Condition<Int>, role: ExpectationRole) {
            self.path = path
            name = "\(path)"
            self.condition = condition
            self.role = role
        }
    }

    let call: Call
    /// The length of the text that names the call, with its quotes.
    let callLength: Int
    /// The way in which arguments are given.
    package let arguments: Arguments
    /// The parts of the outcome that are saved.
    package let saves: [CallPath]
    /// True if `save` is the name of the result, and not an object.
    package let savesByName: Bool
    /// The conditions on the outcome: those of expectations, then those that end a loop, then those that decide.
    package let expectations: [Expectation]
    /// The number of them that are expected.
    package let expectedCount: Int
    /// True if it can end the loop around it.
    package let endsLoop: Bool
    /// True if it decides which of the steps in it are run.
    package let decides: Bool
    /// True if some value is, or has in it, a reference.
    package let hasReferences: Bool
    /// True if the behaviour says what it expects of a failure, or waits for one or for none, so that failing is no
    /// mistake of its own.
    package let expectsFailure: Bool
    /// True if it works in memory, or leads from a value to what that points to, as far as that does not depend on
    /// references.
    package let isAboutMemory: Bool
    /// The longest time that the call may take, in nanoseconds; nil for any.
    package let most: UInt64?
    /// True if it is about what native code prints.
    package let isAboutPrinted: Bool

    /// The operation in memory in the place of a call; nil for a call.
    package var operation: MemoryOperation? { call.operation }

    init(
        call: Call, callLength: Int, arguments: Arguments, saves: [CallPath], savesByName: Bool,
        expectations: [Expectation], hasReferences: Bool, most: UInt64? = nil
    ) {
        self.call = call
        self.callLength = callLength
        self.arguments = arguments
        self.saves = saves
        self.savesByName = savesByName
        self.expectations = expectations
        self.hasReferences = hasReferences
        self.most = most
        expectedCount = expectations.count { $0.role == .expected }
        endsLoop = expectations.contains { $0.role == .endsLoop }
        decides = expectations.contains { $0.role == .decides }
        let paths = saves + expectations.map(\.path)
        isAboutPrinted = paths.contains { $0.root.isPrinted }
        isAboutMemory = call.operation != nil || paths.contains { $0.part.isFollowing }
        expectsFailure = expectations.contains { $0.path.root == .failure || $0.path.root == .status }
    }
}

extension StepForm.Call {
    /// The operation in memory; nil for a call.
    fileprivate var operation: MemoryOperation? {
        switch self {
        case .written, .action: nil
        case .new: .new
        case .place(let operation): operation
        }
    }
}

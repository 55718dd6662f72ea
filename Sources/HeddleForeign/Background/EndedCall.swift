// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations
internal import Glibc

/// A call that has ended, with copies of its values. It may be kept, and read on any thread.
///
/// ## Topics
/// - ``action``
/// - ``arguments``
/// - ``outcome``
public struct EndedCall: ObservedCall, Sendable {
    /// The called action.
    public let action: ActionName
    /// The action's declaration.
    package let signature: Signature
    /// The arguments as the action got them, without out-parameters and the instance.
    ///
    /// A handle among them may have been released meanwhile.
    public let arguments: [Value]
    /// The arguments as the caller gave them.
    public let originalArguments: [Value]
    /// The outcome of the call, as the hook would have seen it at its place.
    public let outcome: Outcome?
    /// `errno` as the action left it.
    public let savedErrno: Int32
    /// The values of the out-parameters, by name.
    package let outputs: [Value.Member]

    init(_ call: NativeCall) {
        let view = CallView(native: call)
        action = view.action
        signature = view.signature
        arguments = view.arguments
        originalArguments = call.isRewritten ? call.originals.given : arguments
        outcome = view.outcome
        savedErrno = view.savedErrno
        outputs = view.signature.outputNames.compactMap { name in view.output(name).map { Value.Member(name, $0) } }
    }

    /// The value of an out-parameter; nil if it was not written.
    package func output(_ name: String) -> Value? { outputs.first { $0.name == name }?.value }
}

extension NativeCall {
    /// True if a hook has put something else in the place of an argument.
    var isRewritten: Bool {
        let (list, originals) = (arguments, originals)
        guard !list.shape.parameters.isEmpty else { return false }
        return unsafe memcmp(list.slot(0), originals.slot(0), list.shape.slotBytes) != 0
    }
}

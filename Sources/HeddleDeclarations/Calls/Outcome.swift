// SPDX-License-Identifier: Apache-2.0

/// The outcome of a call.
public enum Outcome: Hashable, Sendable {
    /// The action ran to its end, or a hook set a result; nil for `void`.
    case returned(Value?)
    /// The call failed.
    case failed(Failure)
}

/// The reason why a call failed.
public struct Failure: Error, Hashable, Sendable {
    /// A short, stable name: the action's own, or one of Heddle's such as `exception` or `noResult`.
    public let code: String
    /// The reason in words, for people.
    public let message: String
    /// The failures that this one replaced, latest first.
    public let suppressed: [Failure]
    /// The hook that it came from, such as `the before hook audit.check (stack.json:9:5)`; nil if it is the action's own.
    public let hook: String?

    /// Creates a failure. A hook that fails a call with it need not name itself.
    public init(code: String, message: String, suppressed: [Failure] = [], hook: String? = nil) {
        self.code = code
        self.message = message
        self.suppressed = suppressed
        self.hook = hook
    }

    /// The failure as a value: an object with its code and message.
    package var asValue: Value {
        .object([Value.Member("code", .string(code)), Value.Member("message", .string(message))])
    }

    /// The same with the failures that it replaced.
    package var asValueWithSuppressed: Value {
        .object([
            Value.Member("code", .string(code)), Value.Member("message", .string(message)),
            Value.Member("suppressed", .array(suppressed.map(\.asValueWithSuppressed))),
        ])
    }
}

/// A call in the eyes of a hook that only looks.
///
/// A view is valid while its call runs and on the thread that runs it.
package protocol ObservedCall {
    /// The called action.
    var action: ActionName { get }
    /// The action's declaration.
    var signature: Signature { get }
    /// The arguments as the action gets them, without out-parameters, decoded on demand.
    var arguments: [Value] { get }
    /// The outcome so far; nil before the body has run.
    var outcome: Outcome? { get }
    /// `errno` as the action left it.
    var savedErrno: Int32 { get }

    /// The value of an out-parameter; nil if it was not written, or if there is none of this name.
    func output(_ name: String) -> Value?
}

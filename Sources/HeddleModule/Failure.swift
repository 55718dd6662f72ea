// SPDX-License-Identifier: Apache-2.0

internal import CHeddle

/// An error that makes a call fail when an action, a hook or a constructor throws it.
///
/// Any other error does so too, with its type as the code and its description as the message.
public struct Failure: Error, Equatable, Sendable {
    /// A short stable name, for programs.
    public let code: String
    /// A text for people.
    public let message: String

    /// A failure with its code and its message.
    public init(_ code: String, _ message: String) {
        self.code = code
        self.message = message
    }

    init(_ error: any Error) {
        self = error as? Failure ?? Failure("\(type(of: error))", "\(error)")
    }

    /// Makes the call fail that this thread runs. It goes on; it has failed once it has returned.
    func report() { Host.fail(code, message) }
}

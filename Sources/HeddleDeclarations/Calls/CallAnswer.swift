// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The recorded results of a call, to answer another one.
///
/// A handle is written as `{"handle": "name"}`; see ``HandleNames``.
package struct CallAnswer: Hashable, Sendable {
    /// A function that a call was given and that this call, or a later one, has called.
    package struct Kept: Hashable, Sendable {
        /// The parameter that it was given as.
        package let parameter: String
        /// Its name in the recording.
        package let name: String

        /// Creates it.
        package init(_ name: String, parameter: String) { (self.name, self.parameter) = (name, parameter) }
    }

    /// A call of a function that this call, or an earlier one, was given.
    package struct Callback: Hashable, Sendable {
        /// The function's name in the recording.
        package let function: String
        /// The arguments by position.
        package let arguments: [Value]

        /// Creates it.
        package init(_ function: String, _ arguments: [Value]) {
            (self.function, self.arguments) = (function, arguments)
        }
    }

    /// The result; nil for `void`.
    package var result: Value?
    /// The values of its out-parameters, by name.
    package var out: [Value.Member]
    /// `errno` after the call.
    package var errno: Int32
    /// The failure; nil if the call returned.
    package var failure: Failure?
    /// The functions that it was given, as far as the recording names them.
    package var kept: [Kept]
    /// The calls that it made of functions with names, in their order.
    package var callbacks: [Callback]

    /// Creates an answer.
    package init(
        result: Value? = nil, out: [Value.Member] = [], errno: Int32 = 0, failure: Failure? = nil, kept: [Kept] = [],
        callbacks: [Callback] = []
    ) {
        self.result = result
        self.out = out
        self.errno = errno
        self.failure = failure
        self.kept = kept
        self.callbacks = callbacks
    }
}

/// A function that a call was given, for answers that call it.
package protocol KeptFunction: Sendable {
    /// Calls it.
    ///
    /// - Returns: its failure; nil where it returned.
    /// - Throws: what of the arguments does not fit.
    func call(with arguments: [Value], naming names: HandleNames) throws -> Failure?
}

/// The handles and functions for the names in a recording. Addresses are never recorded.
///
/// A name stands for a handle or function from its first use on. This type may be used on any thread.
package final class HandleNames: Sendable {
    private let handles = Mutex<[String: Handle]>([:])
    private let functions = Mutex<[String: any KeptFunction]>([:])

    /// Creates an empty set of names.
    package init() {}

    /// The handle of a name; nil if the name is new.
    package subscript(name: String) -> Handle? {
        get { handles.withLock { $0[name] } }
        set { handles.withLock { $0[name] = newValue } }
    }

    /// Lets a name stand for a function from here on.
    package func keep(_ function: any KeptFunction, as name: String) { functions.withLock { $0[name] = function } }

    /// The function of a name; nil if no call was given it.
    package func function(_ name: String) -> (any KeptFunction)? { functions.withLock { $0[name] } }
}

extension Value {
    /// The handle of a recording by its name.
    package static func handle(named name: String) -> Value { .object([Member("handle", .string(name))]) }

    /// `name` of `{"handle": "name"}`; nil for any other value.
    package var handleName: String? {
        guard case .object(let members) = self, members.count == 1, members[0].name == "handle",
            case .string(let name) = members[0].value
        else { return nil }
        return name
    }
}

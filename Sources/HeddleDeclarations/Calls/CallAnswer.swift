// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The recorded results of a call, to answer another one.
///
/// A handle is written as `{"handle": "name"}`; see ``HandleNames``.
package struct CallAnswer: Hashable, Sendable {
    /// The result; nil for `void`.
    package var result: Value?
    /// The values of its out-parameters, by name.
    package var out: [Value.Member]
    /// `errno` after the call.
    package var errno: Int32
    /// The failure; nil if the call returned.
    package var failure: Failure?

    /// Creates an answer.
    package init(result: Value? = nil, out: [Value.Member] = [], errno: Int32 = 0, failure: Failure? = nil) {
        self.result = result
        self.out = out
        self.errno = errno
        self.failure = failure
    }
}

/// The handles for the names in a recording. Addresses are never recorded.
///
/// A name stands for a handle from its first use on. This type may be used on any thread.
package final class HandleNames: Sendable {
    private let handles = Mutex<[String: Handle]>([:])

    /// Creates an empty set of names.
    package init() {}

    /// The handle of a name; nil if the name is new.
    package subscript(name: String) -> Handle? {
        get { handles.withLock { $0[name] } }
        set { handles.withLock { $0[name] = newValue } }
    }
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

// SPDX-License-Identifier: Apache-2.0

/// A part of the calls of one action.
package struct BoundCallPath: Hashable, Sendable {
    enum Root: Hashable {
        case argument(Int)
        case result
        case failure
        case errno
        case status
    }

    let root: Root
    let part: PartPath
    /// Whether the declaration says that it is secret, and so not to be told.
    package var isSecret = false

    /// What a call has there; nil where it has nothing, such as the result of a call that failed.
    ///
    /// - Complexity: O(size of the arguments), which are decoded only where one of them is asked for.
    package func value(in call: some ObservedCall) -> Value? {
        rootValue(in: call)?.part(at: part)
    }

    private func rootValue(in call: some ObservedCall) -> Value? {
        switch (root, call.outcome) {
        case (.argument(let position), _):
            let arguments = call.arguments
            return arguments.indices.contains(position) ? arguments[position] : nil
        case (.result, .returned(let result)): return result
        case (.failure, .failed(let failure)):
            return .object([.init("code", .string(failure.code)), .init("message", .string(failure.message))])
        case (.failure, .returned): return .null
        case (.errno, _): return .number(.integer(Int128(call.savedErrno)))
        case (.status, .returned): return .string("returned")
        case (.status, .failed): return .string("failed")
        case (.result, _), (.failure, nil), (.status, nil): return nil
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations

/// A recorded call for tests.
///
/// ## Topics
/// - ``CallRecord``
public struct RecordedCall: Hashable, Sendable, CustomStringConvertible {
    /// The called action.
    public let action: ActionName
    /// The arguments as the action got them, without out-parameters; secret ones are not shown.
    public let arguments: [Value]
    /// The outcome of the call.
    public let outcome: Outcome

    /// The call as text: `shop.price("Ada") = 42`, `shop.close()`, `shop.pay(7) failed broke`.
    public var description: String {
        let list = arguments.map(\.json).joined(separator: ", ")
        return switch outcome {
        case .returned(nil): "\(action)(\(list))"
        case .returned(let result?): "\(action)(\(list)) = \(result.json)"
        case .failed(let failure): "\(action)(\(list)) failed \(failure.code)"
        }
    }
}

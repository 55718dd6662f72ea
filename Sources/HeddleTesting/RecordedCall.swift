// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations

/// A call that was made, as a test sees it afterwards.
///
/// ## Topics
/// - ``CallRecord``
public struct RecordedCall: Hashable, Sendable, CustomStringConvertible {
    /// Which action was called.
    public let action: ActionName
    /// The arguments as the action got them, out-parameters left out; secret ones are not shown.
    public let arguments: [Value]
    /// The outcome of the call.
    public let outcome: Outcome

    /// The call as a test writes it: `shop.price("Ada") = 42`, `shop.close()`, `shop.pay(7) failed broke`.
    public var description: String {
        let list = arguments.map(\.json).joined(separator: ", ")
        return switch outcome {
        case .returned(nil): "\(action)(\(list))"
        case .returned(let result?): "\(action)(\(list)) = \(result.json)"
        case .failed(let failure): "\(action)(\(list)) failed \(failure.code)"
        }
    }
}

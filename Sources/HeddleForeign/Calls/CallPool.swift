// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
internal import Synchronization

/// The memory for calls of one action that takes and gives nothing but numbers, so that calls by name allocate nothing.
///
/// Any thread may use it at any time. It keeps the memory of one call; calls that are made at the same time, or inside
/// of each other, get memory of their own.
@safe package final class CallPool: @unchecked Sendable {
    private let action: Action
    /// The bits of an unmanaged reference that is owned; 0 for none.
    private let spare = Atomic<UInt>(0)

    /// Creates a pool; nil for an action that takes or gives anything but numbers.
    package init?(_ action: Action) {
        guard action.shape.isNumbersOnly else { return nil }
        self.action = action
    }

    deinit { _ = takeSpare() }

    /// Begins a call, to which the arguments are then given.
    package func begin() -> NumberCall { NumberCall(takeSpare() ?? PreparedCall(action)) }

    /// Makes a call whose arguments were given.
    ///
    /// - Parameter invoke: makes it.
    /// - Returns: the result, which is null for `void`; nil if the arguments do not fit the declaration. Then no call was
    ///   made.
    /// - Throws: the failure of the call.
    func end(_ numbers: NumberCall, by invoke: (PreparedCall) -> Void) throws(Failure) -> Value? {
        let call = numbers.call
        guard numbers.isComplete else {
            giveBack(call)
            return nil
        }
        invoke(call)
        let failure = call.hasFailed ? call.failure : nil
        let result = call.result
        giveBack(call)
        if let failure { throw failure }
        return result ?? .null
    }

    private func takeSpare() -> PreparedCall? {
        let bits = spare.exchange(0, ordering: .acquiring)
        guard let reference = unsafe UnsafeRawPointer(bitPattern: bits) else { return nil }
        return unsafe Unmanaged<PreparedCall>.fromOpaque(reference).takeRetainedValue()
    }

    private func giveBack(_ call: PreparedCall) {
        let reference = unsafe Unmanaged.passRetained(call)
        let bits = unsafe UInt(bitPattern: reference.toOpaque())
        if !spare.compareExchange(expected: 0, desired: bits, ordering: .releasing).exchanged {
            unsafe reference.release()
        }
    }
}

/// A call of numbers that gets its arguments one after the other.
package struct NumberCall {
    fileprivate let call: PreparedCall
    private var next = 0
    private var hasMisfit = false

    fileprivate init(_ call: PreparedCall) { self.call = call }

    /// Writes the next argument that a caller gives.
    package mutating func write(_ value: Value) {
        let shape = call.shape
        if next == shape.instance { next += 1 }
        guard next < shape.parameters.count, case .value(.scalar(let scalar)) = shape.parameters[next] else {
            hasMisfit = true
            return
        }
        do throws(Misfit) {
            try unsafe scalar.write(value, to: call.memory.slot(next))
        } catch {
            hasMisfit = true
        }
        next += 1
    }

    /// True if every argument was given, and fits.
    fileprivate var isComplete: Bool {
        let shape = call.shape
        return !hasMisfit && (next == shape.instance ? next + 1 : next) == shape.parameters.count
    }
}

extension CallShape {
    /// True if a call takes and gives nothing but numbers: then there is nothing in memory but them, and nothing to
    /// release.
    var isNumbersOnly: Bool {
        guard !signature.isVariadic, !handsOver else { return false }
        switch result {
        case .void, .value(.scalar): break
        case .value, .pointed, .run: return false
        }
        return parameters.allSatisfy { parameter in
            switch parameter {
            case .instance, .value(.scalar): true
            case .value, .pointed, .run, .received: false
            }
        }
    }
}

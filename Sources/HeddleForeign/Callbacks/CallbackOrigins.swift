// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import Synchronization

/// What callbacks were made from, by the addresses of their functions. Neither is ever released.
enum CallbackOrigins {
    private static let values = Mutex<[UInt: Value]>([:])

    /// Notes the value that a callback was made from.
    static func note(_ value: Value, at address: UnsafeMutableRawPointer) {
        let address = UInt(bitPattern: address)
        values.withLock { $0[address] = value }
    }

    /// The value; nil where there is no callback.
    static func value(at address: UInt) -> Value? { values.withLock { $0[address] } }
}

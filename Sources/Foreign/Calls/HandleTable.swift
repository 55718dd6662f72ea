// SPDX-License-Identifier: Apache-2.0

internal import Declarations
internal import Synchronization

/// The pointers that modules have given out. A behaviour knows them by number and type; an address never crosses.
@safe final class HandleTable: Sendable {
    static let shared = HandleTable()

    private struct Key: Hashable {
        let address: UInt
        let type: String
    }

    private struct State {
        var live: [Key: Handle] = [:]
        var addresses: [UInt64: Key] = [:]
        var last: UInt64 = 0
    }

    private let state = Mutex(State())

    /// The handle of a pointer; the same pointer of the same type has the same handle until it is released.
    func handle(for address: UInt, type: String) -> Handle {
        state.withLock { state in
            let key = Key(address: address, type: type)
            if let known = state.live[key] { return known }
            state.last += 1
            let handle = Handle(id: state.last, type: type)
            state.live[key] = handle
            state.addresses[handle.id] = key
            return handle
        }
    }

    /// The address behind a handle; nil once it was released.
    func address(of handle: Handle) -> UInt? {
        state.withLock { $0.addresses[handle.id]?.address }
    }

    /// Forgets a handle: what it pointed to is gone.
    func release(_ handle: Handle) {
        state.withLock { state in
            guard let key = state.addresses.removeValue(forKey: handle.id) else { return }
            state.live[key] = nil
        }
    }
}

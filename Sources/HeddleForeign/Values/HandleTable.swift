// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
package import HeddleDeclarations
internal import Synchronization

/// The pointers that modules have given out. A behaviour knows them by number and type; an address never crosses.
@safe final class HandleTable: Sendable {
    static let shared = HandleTable()

    private struct Key: Hashable {
        let address: UInt
        let type: String
        let library: LibraryIdentity

        /// Returns whether functions of a library may get the pointer.
        func belongs(to library: LibraryIdentity) -> Bool { library.takes(handlesOf: type, from: self.library) }

        /// The handle in words.
        var words: String { library.words(forHandleOf: type) }
    }

    private struct Entry {
        let key: Key
        /// The host whose call gave it out.
        let host: UInt
        /// The function that releases it, and the action that gave it out, where it is the caller's.
        var owned: (release: Function, giver: ActionName)?
        /// The callbacks that live as long as it does.
        var callbacks: [Callback] = []
    }

    private struct State {
        /// The handles of each address: one for each type and library.
        var live: [UInt: [Handle]] = [:]
        var entries: [UInt64: Entry] = [:]
        /// Those that are to be released.
        var owned: Set<UInt64> = []
        var last: UInt64 = 0

        mutating func handle(for key: Key) -> Handle {
            if let known = live[key.address]?.first(where: { entries[$0.id]?.key == key }) { return known }
            last += 1
            let handle = Handle(id: last, type: key.type)
            live[key.address, default: []].append(handle)
            entries[handle.id] = unsafe Entry(key: key, host: UInt(bitPattern: heddle_host_context()))
            return handle
        }

        /// Forgets what a library has at an address, whichever type it was known as.
        mutating func removeAll(at address: UInt, of library: LibraryIdentity) -> [Entry] {
            let gone = live[address]?.filter { entries[$0.id]?.key.belongs(to: library) ?? false } ?? []
            live[address]?.removeAll(where: gone.contains)
            if live[address]?.isEmpty ?? false { live[address] = nil }
            owned.subtract(gone.map(\.id))
            return gone.compactMap { entries.removeValue(forKey: $0.id) }
        }

        /// Returns whether a pointer is to be released by a function of its library.
        func isReleased(_ address: UInt, by symbol: String, of library: LibraryIdentity) -> Bool {
            live[address]?.lazy.compactMap { entries[$0.id] }
                .contains { $0.owned?.release.symbol == symbol && $0.key.library == library } ?? false
        }
    }

    private let state = Mutex(State())

    /// The handle of a pointer; the same pointer of the same type has the same handle until it is released.
    func handle(for address: UInt, type: String, of library: LibraryIdentity) -> Handle {
        state.withLock { $0.handle(for: Key(address: address, type: type, library: library)) }
    }

    /// Notes that a pointer is the caller's until a function of its library has released it.
    func own(_ handle: Handle, releasedBy release: Function, givenBy action: ActionName) {
        state.withLock { state in
            guard state.entries[handle.id] != nil else { return }
            state.entries[handle.id]?.owned = (release, action)
            state.owned.insert(handle.id)
        }
    }

    /// Keeps a callback open for as long as a handle lives.
    func attach(_ callback: Callback, to handle: Handle) {
        state.withLock { $0.entries[handle.id]?.callbacks.append(callback) }
    }

    /// The address behind a handle.
    ///
    /// - Throws: where it was released, or is another library's.
    func address(of handle: Handle, for library: LibraryIdentity) throws(Misfit) -> UInt {
        guard let key = state.withLock({ $0.entries[handle.id]?.key }) else {
            throw Misfit(expected: "a handle that was not released")
        }
        guard key.belongs(to: library) else {
            throw Misfit(expected: library.words(forHandleOf: handle.type), found: key.words)
        }
        return key.address
    }

    /// The address behind a handle, whichever library has given it out; nil where it was released.
    func address(of handle: Handle) -> UInt? { state.withLock { $0.entries[handle.id]?.key.address } }

    /// Notes that a function got a pointer: if it is the one that releases it, what it pointed to is gone.
    ///
    /// - Parameter isCertain: true if the function's declaration says that it releases the handle.
    func pass(_ address: UInt, to symbol: String, of library: LibraryIdentity, isCertain: Bool) {
        let gone = state.withLock { state in
            guard isCertain || state.isReleased(address, by: symbol, of: library) else { return [Entry]() }
            return state.removeAll(at: address, of: library)
        }
        for callback in gone.lazy.flatMap(\.callbacks) { callback.close() }
    }

    /// The address behind a handle that is still to be released, and the function that does it.
    func owed(_ handle: Handle) -> (address: UInt, release: Function)? {
        state.withLock { state in
            guard let entry = state.entries[handle.id], let owned = entry.owned else { return nil }
            return (entry.key.address, owned.release)
        }
    }

    /// The unreleased handles of a host's calls, in the order of their creation.
    func unreleased(of host: UInt) -> [UnreleasedHandle] {
        state.withLock { state in
            state.owned.sorted().compactMap { id in
                guard let entry = state.entries[id], entry.host == host, let owned = entry.owned else { return nil }
                return UnreleasedHandle(
                    handle: Handle(id: id, type: entry.key.type), giver: owned.giver, release: owned.release.symbol)
            }
        }
    }
}

/// A pointer that a module has handed over, and that was never given back.
package struct UnreleasedHandle: Hashable, Sendable {
    /// The handle.
    package let handle: Handle
    /// The action that gave it out.
    package let giver: ActionName
    /// The function that releases it.
    package let release: String
}

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

    private final class Entry {
        fileprivate(set) var key: Key
        /// The host whose call gave it out.
        let host: UInt
        /// The facts that are known of it where it is the caller's.
        var owned: Ownership?
        /// The callbacks that live as long as it does.
        var callbacks: [Callback] = []
        /// The type that it points to; nil where that is not declared.
        var target: PointedType?
        /// The object that begins there, where a behaviour has made it.
        var object: OwnObject?
        /// True for data of a library, which stays as long as the process.
        var isStatic = false
        /// The handle whose memory it points into, with which it ends.
        var whole: UInt64?
        /// True where a behaviour has named the place, and not only a library that gave out the pointer.
        var isPlace = false
        /// The handles that point into its memory.
        var parts: Set<Handle> = []

        /// The range of its memory, if it is known when that ends, and how much there is.
        var extent: Range<UInt>? {
            guard let size = object?.size ?? (owned == nil ? nil : target?.layout?.size) else { return nil }
            // A library may give out any pointer, such as -1 for a failure.
            let (end, overflows) = key.address.addingReportingOverflow(UInt(size))
            return overflows ? nil : key.address..<end
        }

        init(_ key: Key, host: UInt, to target: PointedType?) {
            self.key = key
            self.host = host
            self.target = target
        }

        /// Returns whether it is the caller's, who releases it by a function.
        func isReleased(by symbol: String, of library: LibraryIdentity) -> Bool {
            guard let release = owned?.release, release.symbol == symbol else { return false }
            return release.library == library || key.library == library
        }
    }

    /// The function that releases a pointer, with its name in the declaration, and the action that gave the pointer out.
    private struct Ownership {
        let release: Function
        let name: String
        let giver: ActionName
    }

    private struct State {
        /// The handles of each address: one for each type and library.
        var live: [UInt: [Handle]] = [:]
        var entries: [UInt64: Entry] = [:]
        /// Those that are to be released.
        var owned: Set<UInt64> = []
        /// Those of objects that behaviours have made.
        var objects: Set<UInt64> = []
        /// The memory of both, as far as it is known where it ends.
        var extents = MemoryExtents()
        /// The pointers that steps have put there.
        var pointers = StoredPointers()
        var last: UInt64 = 0
        /// The number of times that a handle has ended, or got another type to point to.
        var version: UInt64 = 0

        mutating func handle(for key: Key, to target: PointedType?) -> Handle {
            if let known = live[key.address]?.first(where: { entries[$0.id]?.key == key }) {
                if target?.isDeclared == true, entries[known.id]?.target?.isDeclared != true {
                    entries[known.id]?.target = target
                    version += 1
                }
                return known
            }
            if let other = otherHandle(for: key) { return other }
            last += 1
            let handle = Handle(id: last, type: key.type)
            live[key.address, default: []].append(handle)
            entries[handle.id] = unsafe Entry(key, host: UInt(bitPattern: heddle_host_context()), to: target)
            if let holder = holder(of: key.address, size: target?.layout?.size) { put(handle, in: holder) }
            return handle
        }

        /// The handle of the memory, of which it is known when it ends, that a value lies in; nil where there is none. Of
        /// a value without a known size the first byte counts.
        private func holder(of address: UInt, size: Int?) -> UInt64? {
            guard let holder = extents.handle(at: address), let end = entries[holder]?.extent?.upperBound,
                UInt(size ?? 1) <= end - address
            else { return nil }
            return holder
        }

        /// Notes that a handle points into the memory of another one, with which it ends.
        mutating func put(_ part: Handle, in holder: UInt64) {
            entries[part.id]?.whole = holder
            entries[holder]?.parts.insert(part)
        }

        /// The handle by which another library of the same headers knows a pointer; and for a pointer to anything the one
        /// of what certainly is there. A pointer has one name.
        private func otherHandle(for key: Key) -> Handle? {
            live[key.address]?.first { handle in
                guard let other = entries[handle.id]?.key, other.belongs(to: key.library) else { return false }
                return other.type == key.type || key.type == "void" && hasKnownEnd(handle.id)
            }
        }

        /// Forgets what a function has released at an address, whichever type it was known as.
        mutating func removeAll(at address: UInt, by symbol: String, of library: LibraryIdentity) -> [Entry] {
            remove(
                live[address]?.filter { handle in
                    guard let entry = entries[handle.id] else { return false }
                    return entry.key.belongs(to: library) || entry.isReleased(by: symbol, of: library)
                } ?? [])
        }

        /// Forgets handles, and those that point into their memory.
        mutating func remove(_ handles: [Handle]) -> [Entry] {
            var gone: [Entry] = []
            var waiting = handles[...]
            while let handle = waiting.popFirst() {
                guard let entry = entries.removeValue(forKey: handle.id) else { continue }
                version += 1
                live[entry.key.address]?.removeAll { $0 == handle }
                if live[entry.key.address]?.isEmpty ?? false { live[entry.key.address] = nil }
                owned.remove(handle.id)
                objects.remove(handle.id)
                if let extent = entry.extent { extents.remove(handle.id, at: extent) }
                if let whole = entry.whole { entries[whole]?.parts.remove(handle) }
                pointers.end(handle.id)
                waiting += entry.parts.sorted { $0.id < $1.id }
                gone.append(entry)
            }
            return gone
        }

        /// The handle with which the memory at an address ends; nil where that is not known.
        func owner(of address: UInt) -> UInt64? {
            extents.handle(at: address) ?? live[address]?.first { entries[$0.id]?.owned != nil }?.id
        }

        /// Returns whether it is known for how long the memory behind a handle is there.
        func hasKnownEnd(_ id: UInt64) -> Bool {
            guard let entry = entries[id] else { return false }
            return entry.isStatic || entry.owned != nil || entry.object != nil || entry.whole.map(hasKnownEnd) ?? false
        }

        /// The number of bytes from an address on in the object that a handle is, or points into.
        func room(from address: UInt, in handle: UInt64) -> Int? {
            var id: UInt64? = handle
            while let next = id, let entry = entries[next] {
                if let object = entry.object, address >= object.address, address - object.address <= object.size {
                    return object.size - Int(address - object.address)
                }
                id = entry.whole
            }
            return nil
        }

        /// Returns whether a pointer is to be released by a function.
        func isReleased(_ address: UInt, by symbol: String, of library: LibraryIdentity) -> Bool {
            live[address]?.contains { entries[$0.id]?.isReleased(by: symbol, of: library) ?? false } ?? false
        }
    }

    private let state = Mutex(State())
    /// The number of objects that behaviours have made, and that are not released.
    private let objectCount = Atomic(0)
    /// The number of pointers in memory that lead to what was released.
    private let releasedPointerCount = Atomic(0)
    private let latest = Atomic<UInt64>(0)

    /// Grows whenever a handle ends, or gets another type to point to. The addresses and types of handles do not change
    /// while it stays the same.
    var version: UInt64 { latest.load(ordering: .acquiring) }

    /// Makes a change that may end handles, or declare what they point to.
    private func change<Result>(_ body: (inout sending State) -> sending Result) -> sending Result {
        state.withLock { state in
            defer {
                latest.store(state.version, ordering: .releasing)
                objectCount.store(state.objects.count, ordering: .relaxed)
                releasedPointerCount.store(state.pointers.releasedCount, ordering: .relaxed)
            }
            return body(&state)
        }
    }

    /// The handle of a pointer; the same pointer of the same type has the same handle until it is released.
    ///
    /// - Parameter target: the type that it points to; nil where that is not declared.
    func handle(
        for address: UInt, type: String, of library: LibraryIdentity, to target: PointedType? = nil
    ) -> Handle {
        change { $0.handle(for: Key(address: address, type: type, library: library), to: target) }
    }

    /// Notes that a pointer is the caller's until a function has released it.
    ///
    /// - Parameter name: the name of the function in the declaration.
    func own(_ handle: Handle, releasedBy release: Function, named name: String, givenBy action: ActionName) {
        state.withLock { state in
            guard state.entries[handle.id] != nil else { return }
            if let known = state.entries[handle.id]?.extent { state.extents.remove(handle.id, at: known) }
            // An object that a library makes in memory of the caller is still to be released.
            if let holder = state.entries[handle.id]?.whole, state.entries[handle.id]?.isPlace == false {
                state.entries[handle.id]?.whole = nil
                state.entries[holder]?.parts.remove(handle)
            }
            state.entries[handle.id]?.owned = Ownership(release: release, name: name, giver: action)
            if let extent = state.entries[handle.id]?.extent { state.extents.insert(handle.id, at: extent) }
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
        let open = change { state -> [Callback] in
            guard isCertain || state.isReleased(address, by: symbol, of: library) else { return [] }
            return state.removeAll(at: address, by: symbol, of: library).flatMap(\.callbacks)
        }
        for callback in open { callback.close() }
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
                    handle: Handle(id: id, type: entry.key.type), giver: owned.giver, release: owned.name)
            }
        }
    }
}

// MARK: - Memory

extension HandleTable {
    /// The memory that a handle points to, as far as it is known.
    struct Target {
        let address: UInt
        let library: LibraryIdentity
        /// The type of the values there; nil where it is not declared.
        let type: PointedType?
        /// The number of values there.
        let count: Int
        /// True if it is known for how long the memory is there.
        let hasKnownEnd: Bool
        /// True for memory that a behaviour has made, of which it is known where it ends.
        let isOwn: Bool
    }

    /// The memory behind a handle; nil where it was released.
    func target(of handle: Handle) -> Target? {
        state.withLock { state in
            guard let entry = state.entries[handle.id] else { return nil }
            return Target(
                address: entry.key.address, library: entry.key.library, type: entry.target,
                count: entry.object?.count ?? 1, hasKnownEnd: state.hasKnownEnd(handle.id),
                isOwn: entry.object != nil)
        }
    }

    /// The address behind a handle, and the type of the values there; nil where that is not declared, where the memory was
    /// released or is not trusted, and where there are no values.
    func start(of handle: Handle, trusting trust: MemoryTrust) -> (address: UInt, type: PointedType)? {
        state.withLock { state in
            guard let entry = state.entries[handle.id], let type = entry.target,
                entry.object?.count != 0, trust == .anything || state.hasKnownEnd(handle.id)
            else { return nil }
            return (entry.key.address, type)
        }
    }

    /// The handle of a place that a way leads to from another one: it ends with the object that it is in or, where that is
    /// not known, with the one at the beginning of the way. Nil where that was released.
    func handle(for address: UInt, to target: PointedType, in whole: Handle) -> Handle? {
        change { state in
            guard let library = state.entries[whole.id]?.key.library else { return nil }
            let handle = state.handle(for: Key(address: address, type: target.name, library: library), to: target)
            guard handle != whole, let entry = state.entries[handle.id], entry.owned == nil, entry.object == nil,
                !entry.isStatic
            else { return handle }
            entry.isPlace = true
            // One that a library has given out goes to all that take the object which it points into.
            if entry.key.type == target.name {
                entry.key = Key(address: address, type: target.name, library: library)
            }
            guard entry.whole == nil, !state.hasKnownEnd(handle.id) else { return handle }
            state.put(handle, in: state.extents.handle(at: address) ?? whole.id)
            return handle
        }
    }

    /// The number of bytes behind a handle in an object that a behaviour has made; nil for any other memory.
    func room(behind handle: Handle) -> Int? {
        state.withLock { state in
            state.entries[handle.id].flatMap { state.room(from: $0.key.address, in: handle.id) }
        }
    }

    /// The number of bytes from an address on in an object that a behaviour has made; nil for any other memory.
    func room(at address: UInt) -> Int? {
        if objectCount.load(ordering: .relaxed) == 0 { return nil }
        return state.withLock { state in
            state.extents.handle(at: address).flatMap { state.room(from: address, in: $0) }
        }
    }

    /// The handle of data of a library, which stays as long as the process.
    func handle(forData address: UInt, to target: PointedType, of library: LibraryIdentity) -> Handle {
        change { state in
            let handle = state.handle(for: Key(address: address, type: target.name, library: library), to: target)
            state.entries[handle.id]?.isStatic = true
            return handle
        }
    }

    /// Returns whether a handle is a place that a behaviour has named in what another one points to, and not its start.
    func isInside(_ handle: Handle) -> Bool {
        state.withLock { state in
            guard state.entries[handle.id]?.isPlace == true else { return false }
            var id = handle.id
            while let whole = state.entries[id]?.whole { id = whole }
            return state.entries[id]?.key.address != state.entries[handle.id]?.key.address
        }
    }

    // MARK: Pointers in memory

    /// True if a pointer that a step has put into memory leads to what was released.
    var hasReleasedPointers: Bool { releasedPointerCount.load(ordering: .relaxed) != 0 }

    /// Notes a pointer that a step has put somewhere, where it is known when the memory that it leads to ends.
    func noteStored(_ address: UInt, at place: UInt) {
        change { state in
            state.pointers.remove(at: place)
            guard let holder = state.extents.handle(at: place), let target = state.owner(of: address) else { return }
            state.pointers.put(address, at: place, in: holder, leadingTo: target)
        }
    }

    /// Notes that a call has got an address, so that it may have put other pointers into the memory there.
    func noteReached(_ address: UInt) {
        change { state in
            if let holder = state.extents.handle(at: address) { state.pointers.forgetReleased(in: holder) }
        }
    }

    /// Returns whether a step has put a pointer to its place, and what it led to was released since.
    func isReleased(_ address: UInt, at place: UInt) -> Bool {
        hasReleasedPointers && state.withLock { $0.pointers.isReleased(address, at: place) }
    }

    // MARK: Objects

    /// Notes an object that a behaviour has made. Its type is that of the step which decodes the handle.
    func add(_ object: OwnObject, of library: LibraryIdentity) -> Handle {
        change { state in
            let key = Key(address: object.address, type: object.typeName, library: library)
            // A library may have told of what stood there before.
            _ = state.remove(state.live[object.address] ?? [])
            let handle = state.handle(for: key, to: nil)
            state.entries[handle.id]?.object = object
            if let extent = state.entries[handle.id]?.extent { state.extents.insert(handle.id, at: extent) }
            state.objects.insert(handle.id)
            return handle
        }
    }

    /// The objects of a host that nobody has released.
    ///
    /// - Complexity: O(objects of all hosts).
    func objects(of host: UInt) -> [Handle] {
        state.withLock { state in
            state.objects.compactMap { id in
                guard let entry = state.entries[id], entry.host == host else { return nil }
                return Handle(id: id, type: entry.key.type)
            }
        }
    }

    /// Forgets an object, and what points into it. Returns it; nil where it was released.
    func takeObject(_ handle: Handle) -> OwnObject? {
        change { state in
            guard let object = state.entries[handle.id]?.object else { return nil }
            _ = state.remove([handle])
            return object
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

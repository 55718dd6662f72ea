// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleForeign
internal import Synchronization

/// The actions of a host that were called by name before and that take nothing but numbers, so that the next call by
/// name needs one look-up and no memory.
final class QuickCalls: Sendable {
    private struct Known {
        /// The state of the registry that the rest is of.
        var generation: UInt64 = 0
        var pools: [ActionName: Entry] = [:]
    }

    private struct Entry {
        /// Nil for an action that takes or gives other values than numbers.
        let pool: CallPool?
    }

    private let known = Mutex(Known())

    /// The memory for calls of an action; nil if it takes or gives anything but numbers, or cannot be called.
    ///
    /// - Parameter registry: looked at again once a name may have got another action.
    func pool(for name: ActionName, in registry: Registry) -> CallPool? {
        let generation = registry.generation.load(ordering: .acquiring)
        let (entry, isOld) = known.withLock { ($0.pools[name], $0.generation != generation) }
        if isOld {
            replaceKnown(with: Known(generation: generation))
            return add(name, in: registry, generation)
        }
        return if let entry { entry.pool } else { add(name, in: registry, generation) }
    }

    /// Forgets all actions, so that it keeps no instance of a module.
    func forget() { replaceKnown(with: Known()) }

    /// Releases the former ones outside of the lock, because the end of an instance may call anything.
    private func replaceKnown(with next: Known) {
        let former = known.withLock { known in
            defer { known = next }
            return known
        }
        withExtendedLifetime(former) {}
    }

    @inline(never)
    private func add(_ name: ActionName, in registry: Registry, _ generation: UInt64) -> CallPool? {
        guard let action = try? registry.action(name) else { return nil }
        let pool = CallPool(action)
        known.withLock { known in
            if known.generation == generation { known.pools[name] = Entry(pool: pool) }
        }
        return pool
    }
}

/// A call by name that has begun and gets its arguments, on the quick way.
@usableFromInline struct QuickCall {
    private let pool: CallPool
    private var call: NumberCall

    init(_ pool: CallPool) {
        self.pool = pool
        call = pool.begin()
    }

    @usableFromInline mutating func write(_ value: Value) { call.write(value) }

    /// The result; nil if the arguments do not fit the declaration.
    func end(on host: ModuleHost) throws(Failure) -> Value? { try host.services.end(call, of: pool) }
}

extension ModuleHost {
    /// Begins a call by name on the quick way; nil for an action that takes or gives anything but numbers.
    @usableFromInline func beginQuickCall(_ name: ActionName) -> QuickCall? {
        quick.pool(for: name, in: registry).map { QuickCall($0) }
    }

    @usableFromInline func end(_ call: QuickCall) throws -> Value? { try call.end(on: self) }
}

// SPDX-License-Identifier: Apache-2.0

/// An entry of a ``HookList``: a hook and the data that belongs to it.
public protocol ListedHook {
    /// The code of a hook.
    associatedtype Code
    /// The hook that is woven.
    var hook: Hook<Code> { get }
    /// True if it is paused.
    var isPaused: Bool { get set }
}

/// The current hooks of one action. Calls run its ``chain``.
///
/// A paused hook keeps its place: the others are ordered as if it were active, and hooks that are added must agree with
/// it.
///
/// ## Topics
/// - ``add(_:)``
/// - ``remove(_:)``
/// - ``pause(_:)``
/// - ``resume(_:)``
/// - ``outermostFirst``
/// - ``hasAwake``
/// - ``chain``
public struct HookList<Listed: ListedHook> {
    /// The hooks in the order in which they were added. This order decides between equals.
    @usableFromInline var added: [Listed] = []
    /// The number of hooks with constraints on others.
    @usableFromInline var constrained = 0
    /// The value of ``outermostFirst``.
    @usableFromInline var arranged: [Listed] = []

    /// Creates a list without hooks.
    public init() {}

    /// The hooks, outermost first, including paused ones.
    public var outermostFirst: [Listed] {
        @inlinable get { arranged }
    }

    /// True if any hook is active.
    public var hasAwake: Bool {
        @inlinable get { arranged.contains { !$0.isPaused } }
    }

    /// The chain for calls that begin now; nil if no hook is active.
    ///
    /// - Complexity: O(*n*) for *n* hooks.
    public var chain: Chain<Listed.Code>? {
        @inlinable get {
            let chain = chain { !$0.isPaused }
            return chain.names.isEmpty ? nil : chain
        }
    }

    /// The chain of some of the hooks.
    ///
    /// - Complexity: O(*n*) for *n* hooks.
    @inlinable
    public func chain(where isMeant: (Listed) -> Bool) -> Chain<Listed.Code> {
        Chain(outermostFirst: arranged.filter(isMeant).map { $0.hook })
    }

    /// Adds hooks.
    ///
    /// Specialised by the compiler, as ``remove(_:)`` is, because an action may have thousands of hooks.
    ///
    /// - Throws: ``WeavingError`` if their constraints contradict those of the others; then nothing has changed.
    /// - Complexity: O(*n*) for *n* hooks without constraints, and less for those that are added innermost; otherwise
    ///   that of ``ordered(_:)``.
    @inlinable
    public mutating func add(_ hooks: [Listed]) throws(WeavingError) {
        let constrained = constrained + hooks.count { $0.hook.constraints.namesNeighbours }
        if constrained > 0 { return try arrange(added + hooks, constrained) }
        for hook in hooks {
            arranged.insert(hook, at: place(behind: hook.hook.constraints.order))
            added.append(hook)
        }
    }

    /// Removes every hook with one of these identities, and returns the removed hooks.
    ///
    /// - Complexity: O(*n*) for *n* hooks without constraints; otherwise that of ``ordered(_:)``.
    @inlinable
    public mutating func remove(_ ids: Set<UInt64>) -> [Listed] {
        let removed = added.filter { ids.contains($0.hook.id) }
        guard !removed.isEmpty else { return [] }
        if constrained > 0 {
            let rest = added.filter { !ids.contains($0.hook.id) }
            // Fewer constraints than before cannot contradict each other.
            try? arrange(rest, rest.count { $0.hook.constraints.namesNeighbours })
        } else {
            added.removeAll { ids.contains($0.hook.id) }
            arranged.removeAll { ids.contains($0.hook.id) }
        }
        return removed
    }

    /// Orders hooks that are given in the order in which they were added.
    @usableFromInline
    mutating func arrange(_ all: [Listed], _ constrained: Int) throws(WeavingError) {
        arranged = try outermostFirstIndices(of: all.map { $0.hook }).map { all[$0] }
        added = all
        self.constrained = constrained
    }

    /// The place of a hook that was added last: after all with the same order.
    @inlinable
    func place(behind order: Double) -> Int {
        var (low, high) = (0, arranged.count)
        // Most are added innermost.
        if let last = arranged.last, last.hook.constraints.order <= order { return high }
        while low < high {
            let middle = (low + high) / 2
            if arranged[middle].hook.constraints.order <= order { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Makes calls skip a hook until it is resumed. False if it was not there, or was paused already.
    ///
    /// - Complexity: O(*n*) for *n* hooks.
    public mutating func pause(_ id: UInt64) -> Bool { change(id, toPaused: true) }

    /// Resumes a hook. False if it was not there, or was not paused.
    ///
    /// - Complexity: O(*n*) for *n* hooks.
    public mutating func resume(_ id: UInt64) -> Bool { change(id, toPaused: false) }

    private mutating func change(_ id: UInt64, toPaused isPaused: Bool) -> Bool {
        guard let place = arranged.firstIndex(where: { $0.hook.id == id && $0.isPaused != isPaused }),
            let index = added.firstIndex(where: { $0.hook.id == id && $0.isPaused != isPaused })
        else { return false }
        arranged[place].isPaused = isPaused
        added[index].isPaused = isPaused
        return true
    }
}

extension HookList: Sendable where Listed: Sendable {}

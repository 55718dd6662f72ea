// SPDX-License-Identifier: Apache-2.0

/// An entry of a ``HookList``: a hook and the data that belongs to it.
public protocol ListedHook {
    /// How a hook is run.
    associatedtype Code
    /// The hook that is woven.
    var hook: Hook<Code> { get }
    /// True if it waits to be resumed.
    var isPaused: Bool { get set }
}

/// The hooks of one action as they come and go; ``chain`` is what calls get.
///
/// A paused hook keeps its place: the others stand as if it were awake, and those that are added must agree with it.
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
    /// In the order in which they were added, which is what stands between equals.
    @usableFromInline var added: [Listed] = []
    /// How many of them stand where they stand because of others.
    @usableFromInline var constrained = 0
    /// The value of ``outermostFirst``.
    @usableFromInline var arranged: [Listed] = []

    /// Creates a list without hooks.
    public init() {}

    /// The hooks, outermost first, the paused ones among them.
    public var outermostFirst: [Listed] {
        @inlinable get { arranged }
    }

    /// True if calls that begin now have anything to run.
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
    /// Specialised where it is used, as ``remove(_:)`` is: an action may have thousands of hooks that come and go.
    ///
    /// - Throws: ``WeavingError`` when their constraints contradict those of the others; then nothing has changed.
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

    /// Removes every hook with one of these identities, and returns what it has removed.
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

    /// Puts hooks into order, given as they were added.
    @usableFromInline
    mutating func arrange(_ all: [Listed], _ constrained: Int) throws(WeavingError) {
        arranged = try outermostFirstIndices(of: all.map { $0.hook }).map { all[$0] }
        added = all
        self.constrained = constrained
    }

    /// Where a hook goes that was added last: behind all that are as far out.
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

    /// Lets calls pass a hook over until it is resumed. False when it was not there, or paused already.
    ///
    /// - Complexity: O(*n*) for *n* hooks.
    public mutating func pause(_ id: UInt64) -> Bool { change(id, toPaused: true) }

    /// Ends a pause. False when the hook was not there, or awake already.
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

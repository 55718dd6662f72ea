// SPDX-License-Identifier: Apache-2.0

/// What stands in a ``HookList``: a hook with whatever else belongs to it.
public protocol ListedHook {
    /// How a hook is run.
    associatedtype Code
    /// What is woven.
    var hook: Hook<Code> { get }
    /// Whether it waits to be resumed.
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
/// - ``chain``
public struct HookList<Listed: ListedHook> {
    /// In the order in which they were added, which is what stands between equals.
    private var added: [Listed] = []
    /// The hooks, outermost first, the paused ones among them.
    public private(set) var outermostFirst: [Listed] = []

    /// Creates a list without hooks.
    public init() {}

    /// What calls that begin now are to run; nil where no hook is awake.
    ///
    /// - Complexity: O(*n*) for *n* hooks.
    public var chain: Chain<Listed.Code>? {
        let awake = outermostFirst.filter { !$0.isPaused }
        return awake.isEmpty ? nil : Chain(outermostFirst: awake.map(\.hook))
    }

    /// Adds hooks.
    ///
    /// - Throws: ``WeavingError`` when their constraints contradict those of the others; then nothing has changed.
    /// - Complexity: that of ``ordered(_:)``.
    public mutating func add(_ hooks: [Listed]) throws(WeavingError) {
        let all = added + hooks
        outermostFirst = try outermostFirstIndices(of: all.map(\.hook)).map { all[$0] }
        added = all
    }

    /// Removes every hook with one of these identities, and returns what it has removed.
    ///
    /// - Complexity: that of ``ordered(_:)``.
    public mutating func remove(_ ids: Set<UInt64>) -> [Listed] {
        let removed = added.filter { ids.contains($0.hook.id) }
        guard !removed.isEmpty else { return [] }
        added.removeAll { ids.contains($0.hook.id) }
        let order = try? outermostFirstIndices(of: added.map(\.hook))
        // Fewer constraints than before cannot contradict each other.
        outermostFirst = (order ?? []).map { added[$0] }
        return removed
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
        guard let place = outermostFirst.firstIndex(where: { $0.hook.id == id && $0.isPaused != isPaused }),
            let index = added.firstIndex(where: { $0.hook.id == id && $0.isPaused != isPaused })
        else { return false }
        outermostFirst[place].isPaused = isPaused
        added[index].isPaused = isPaused
        return true
    }
}

extension HookList: Sendable where Listed: Sendable {}

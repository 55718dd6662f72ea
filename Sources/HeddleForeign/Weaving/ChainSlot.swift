// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Synchronization
internal import HeddleWeave

/// A chain in memory of its own, with what its hooks' code refers to.
///
/// Its steps are read through spans of plain memory: reading an array of a class would count references at each call.
@safe final class WovenChain: @unchecked Sendable {
    /// The number of states that a call keeps.
    let states: Int
    private let befores: UnsafeMutableBufferPointer<Chain<HookCode>.Step>
    private let insteads: UnsafeMutableBufferPointer<Chain<HookCode>.Step>
    private let afters: UnsafeMutableBufferPointer<Chain<HookCode>.AfterStep>
    /// The hooks for which calls of the action are a scope.
    let scopes: [UInt64]
    private let gates: [(gate: Int, limits: CallLimits)]
    private let hasGates: Bool
    /// The same steps, those of C in rows.
    let beforeRows: NativeHookRuns
    let afterRows: NativeHookRuns
    private let owners: [any AnyObject & Sendable]
    /// The threads that were inside of calls before any thread could get this chain: one that has read no chain since
    /// then does not hold this one.
    let earlierThreads: Set<ThreadInCall>

    /// Weaves the hooks that are awake; nil where there are none.
    convenience init?(_ hooks: HookList<ActionHook>) {
        guard let chain = hooks.chain else { return nil }
        self.init(chain, hooks.outermostFirst.filter { !$0.isPaused })
    }

    private init(_ pieces: Chain<HookPiece>, _ hooks: [ActionHook]) {
        let chain = pieces.map(\.code)
        earlierThreads = Set(ThreadInCall.all.filter { !$0.isReading })
        states = chain.states
        owners = (pieces.befores + pieces.insteads + pieces.afters.map(\.step)).flatMap(\.code.owners)
        scopes = hooks.filter(\.isScope).map(\.id)
        let limits = Dictionary(hooks.map { ($0.id, $0.limits) }, uniquingKeysWith: { first, _ in first })
        gates = chain.conditional.compactMap { hook, gate in limits[hook].map { (gate, $0) } }
        hasGates = !gates.isEmpty
        unsafe befores = .copying(chain.befores)
        unsafe insteads = .copying(chain.insteads)
        unsafe afters = .copying(chain.afters)
        beforeRows = NativeHookRuns(chain.befores)
        afterRows = NativeHookRuns(chain.afters)
    }

    deinit {
        unsafe befores.deallocate()
        unsafe insteads.deallocate()
        unsafe afters.deallocate()
        beforeRows.deallocate()
        afterRows.deallocate()
    }

    /// Runs a call through the whole chain.
    @inline(__always)
    func run(around call: NativeCall) {
        if hasGates { decide(call) }
        unsafe Engine.run(befores.span, insteads.span, afters.span, around: call)
    }

    /// Decides which of the conditional hooks take part in a call.
    @inline(never)
    private func decide(_ call: NativeCall) {
        for (gate, limits) in gates { call.set(gate, isOpen: call.isWithin(limits)) }
    }

    /// Returns whether there is an instead step of this number.
    @inline(__always)
    func hasInstead(_ index: Int) -> Bool { unsafe index < insteads.count }

    /// Runs the rest of a call's body.
    @inline(__always)
    func proceed(from next: Int, in call: NativeCall) {
        unsafe Engine.proceed(insteads.span, from: next, in: call)
    }
}

extension UnsafeMutableBufferPointer {
    /// Elements in memory of their own, which the caller deallocates.
    static func copying(_ elements: [Element]) -> UnsafeMutableBufferPointer {
        let copy = UnsafeMutableBufferPointer.allocate(capacity: elements.count)
        _ = unsafe copy.initialize(fromContentsOf: elements)
        return unsafe copy
    }
}

/// The current chain of an action, or none.
///
/// Calls read it with one load and without a lock; a chain that was replaced lives on until no thread can hold it. What
/// changes the hooks leaves the chain to be woven by the next call, so that many changes cost one weaving.
@safe struct ChainSlot: ~Copyable, @unchecked Sendable {
    private let chain = unsafe Atomic<UnsafeRawPointer?>(nil)

    /// Stands for a chain that is still to be woven.
    private static var unwoven: UnsafeRawPointer? { unsafe UnsafeRawPointer(bitPattern: 1) }

    /// The chain, unowned: valid until the reading thread leaves the outermost woven call that it is in. It may be one
    /// that is not woven.
    var current: UnsafeRawPointer? {
        @inline(__always) get { unsafe chain.load(ordering: .acquiring) }
    }

    /// Returns whether a chain is one that is still to be woven.
    @inline(__always)
    static func isUnwoven(_ chain: UnsafeRawPointer) -> Bool { unsafe chain == unwoven }

    /// Asks for a new chain, or for none, and returns the one before, which is to be retired: calls that have begun
    /// keep it.
    func discard(needsNext: Bool) -> WovenChain? {
        let previous = unsafe chain.exchange(needsNext ? Self.unwoven : nil, ordering: .sequentiallyConsistent)
        guard let previous = unsafe previous, unsafe !Self.isUnwoven(previous) else { return nil }
        return unsafe Unmanaged<WovenChain>.fromOpaque(previous).takeRetainedValue()
    }

    /// Puts the chain in place that was asked for.
    func fill(with woven: WovenChain?) {
        let next = unsafe woven.map { unsafe UnsafeRawPointer(Unmanaged.passRetained($0).toOpaque()) }
        unsafe chain.store(next, ordering: .sequentiallyConsistent)
    }

    deinit { _ = discard(needsNext: false) }
}

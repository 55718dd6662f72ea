// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
package import HeddleDeclarations
internal import Synchronization
package import HeddleWeave

/// An exported function that may be called, with the hooks around it.
///
/// Calls may be made, and hooks added and removed, on any thread at any time.
///
/// ## Topics
/// - ``add(_:isReleasing:)``
/// - ``remove(_:)-(UInt64)``
/// - ``remove(_:)-(Set<UInt64>)``
/// - ``pause(_:isReleasing:)``
/// - ``resume(_:isReleasing:)``
/// - ``PreparedCall``
@safe package final class Action: @unchecked Sendable {
    /// The action's name.
    package let name: ActionName
    /// The action's declaration.
    package var signature: Signature { shape.signature }
    /// The names that its module has for numbers.
    package let constants: ConstantNames
    /// The number of objects in memory that a call makes; nil for an action that makes none.
    package let objectCount: Int?

    /// The name for C; a copy that is kept for ever, since a signal handler may read it at any time.
    let lastingName: UnsafePointer<CChar>?
    let shape: CallShape
    let function: Function
    /// The functions that release what a call hands over, by symbol.
    let releases: [String: Function]
    /// Their names in reports of crashes; never freed.
    let releaseNotes: [String: UnsafePointer<CChar>]
    /// The shapes of calls with further arguments, by those arguments.
    private let variants = Mutex<[[Parameter]: CallShape]>([:])
    private let hasSuccessTest: Bool
    /// The needs of calls beyond the function; see ``CallNeeds``.
    private let needs: Atomic<CallNeeds.RawValue>
    private let owner: InstanceBox
    /// Passed by its calls where its module can hand its state on.
    private let gate: CallGate?
    private let succession = Succession()
    /// The entry of a table that it calls; nil for a function of its own.
    private let entry: TableEntry?
    private let slot = ChainSlot()
    private let hooks = Mutex(HookList<ActionHook>())
    private let left = Atomic(0)

    /// Binds a function to its declaration.
    ///
    /// - Parameters:
    ///   - instance: the module's instance, for `_Self_`.
    ///   - releases: the functions of `_Free_`, one for each symbol of ``Signature/releases``.
    ///   - constants: the names that its module has for numbers.
    ///   - engine: what makes its calls.
    ///   - gate: passed by its calls; nil for a module that cannot hand its state on.
    /// - Throws: what the declaration asks for that cannot be passed rightly.
    package convenience init(
        _ name: ActionName, _ signature: Signature, function: Function, instance: InstanceBox,
        releases: [String: Function] = [:], constants: ConstantNames = ConstantNames(),
        calls engine: CallEngine = .preferred, gate: CallGate? = nil
    ) throws(Unsupported) {
        try self.init(
            name, signature, function: function, instance: instance, releases: releases, constants: constants,
            calls: engine, entry: nil, gate: gate)
    }

    init(
        _ name: ActionName, _ signature: Signature, function: Function, instance: InstanceBox,
        releases: [String: Function], constants: ConstantNames, calls engine: CallEngine, entry: TableEntry?,
        gate: CallGate? = nil, isUncertain: Bool = false, making objectCount: Int? = nil
    ) throws(Unsupported) {
        self.name = name
        self.objectCount = objectCount
        self.constants = constants
        unsafe lastingName = lasting(name.description)
        self.function = function
        self.releases = releases
        unsafe releaseNotes = unsafe Dictionary(
            uniqueKeysWithValues: releases.keys.compactMap { symbol in
                unsafe lasting("\(symbol), which releases memory from \(name)").map { unsafe (symbol, $0) }
            })
        owner = instance
        self.entry = entry
        shape = try CallShape(signature, of: function.library, name: name, by: engine, isUncertain: isUncertain)
        hasSuccessTest = signature.success != nil
        self.gate = gate
        var needs: CallNeeds = []
        if entry != nil || shape.instance != nil { needs.insert(.target) }
        if gate != nil { needs.insert(.gate) }
        self.needs = Atomic(needs.rawValue)
    }

    var instance: UInt { owner.address }

    /// The way in which its calls are made.
    package var transfer: CallTransfer { shape.transfer }

    /// The shape of calls with these arguments behind those that the declaration names.
    ///
    /// - Throws: an argument that cannot be passed rightly.
    func shape(further: [Parameter]) throws(Unsupported) -> CallShape {
        guard !further.isEmpty else { return shape }
        if let known = variants.withLock({ $0[further] }) { return known }
        let variant = try CallShape(
            signature.followed(by: further), of: function.library, name: name, by: transfer.engine,
            fixed: signature.parameters.count)
        // Kept for ever, as hooks may keep what they see of it.
        variants.withLock { $0[further] = variant }
        return variant
    }

    // MARK: Hooks

    /// Adds hooks: calls that begin from now on have them, all at once.
    ///
    /// - Parameter isReleasing: false for a caller that has a lock; see ``releaseReplaced()``.
    /// - Throws: ``WeavingError`` when their constraints contradict those of the others; then nothing has changed.
    package func add(_ added: [ActionHook], isReleasing: Bool = true) throws(WeavingError) {
        try hooks.withLock { hooks throws(WeavingError) in
            try hooks.add(added)
            discardChain(of: hooks)
        }
        if isReleasing { Self.releaseReplaced() }
    }

    /// Removes a hook: calls that begin from now on do not have it. False when it was not there.
    ///
    /// A call that has begun has it to its end; a hook may remove itself.
    @discardableResult
    package func remove(_ id: UInt64) -> Bool { !remove([id]).isEmpty }

    /// Removes several hooks: calls that begin from now on have none of them. Returns those that were there.
    @discardableResult
    package func remove(_ ids: Set<UInt64>) -> Set<UInt64> {
        // Released outside of the lock: a closure's captures may use this action when they go.
        let removed = hooks.withLock { hooks in
            let removed = hooks.remove(ids)
            if !removed.isEmpty { discardChain(of: hooks) }
            return removed
        }
        Self.releaseReplaced()
        return Set(removed.map(\.hook.id))
    }

    /// Lets calls that begin from now on pass a hook over; it keeps its place. False when it was not there or paused.
    ///
    /// - Parameter isReleasing: false for a caller that has a lock; see ``releaseReplaced()``.
    @discardableResult
    package func pause(_ id: UInt64, isReleasing: Bool = true) -> Bool {
        change(isReleasing) { $0.pause(id) }
    }

    /// Ends a pause for calls that begin from now on. False when the hook was not there or not paused.
    ///
    /// - Parameter isReleasing: false for a caller that has a lock; see ``releaseReplaced()``.
    @discardableResult
    package func resume(_ id: UInt64, isReleasing: Bool = true) -> Bool {
        change(isReleasing) { $0.resume(id) }
    }

    private func change(_ isReleasing: Bool, _ body: (inout HookList<ActionHook>) -> Bool) -> Bool {
        let isChanged = hooks.withLock { hooks in
            let isChanged = body(&hooks)
            if isChanged { discardChain(of: hooks) }
            return isChanged
        }
        if isReleasing { Self.releaseReplaced() }
        return isChanged
    }

    /// Releases what hooks held that were removed and that no call has any more.
    ///
    /// Closures of hooks may hold what does anything at all when it goes, so this is not for a caller that has a lock.
    package static func releaseReplaced() { EpochReclaimer.shared.release() }

    private func discardChain(of hooks: HookList<ActionHook>) {
        EpochReclaimer.shared.retire(slot.discard(needsNext: hooks.hasAwake))
    }

    /// The chain, for a thread that is inside of a call: from here on it is kept.
    @inline(__always)
    private func currentChain() -> UnsafeRawPointer? {
        guard let chain = unsafe slot.current else { return nil }
        return unsafe ChainSlot.isUnwoven(chain) ? weave() : chain
    }

    /// Weaves what the hooks have come to, once for all calls.
    @inline(never)
    private func weave() -> UnsafeRawPointer? {
        let address = hooks.withLock { hooks in
            if let chain = unsafe slot.current, unsafe ChainSlot.isUnwoven(chain) { slot.fill(with: WovenChain(hooks)) }
            return unsafe UInt(bitPattern: slot.current)
        }
        return unsafe UnsafeRawPointer(bitPattern: address)
    }

    /// The hooks, outermost first, those that are paused among them.
    package var chain: [ActionHook] { hooks.withLock { $0.outermostFirst } }

    /// The same without those that only mark calls as a scope.
    package var visibleHooks: [ActionHook] { chain.filter { !$0.isScope } }

    /// The pieces of an outermost call in the order in which they run, if every `instead` proceeds.
    package var turns: [Turn] {
        hooks.withLock { hooks in
            let named = Dictionary(hooks.outermostFirst.map { ($0.id, $0) }) { first, _ in first }
            func turn(_ position: HookPosition, _ step: Chain<HookPiece>.Step) -> Turn? {
                named[step.hook].map { .piece(step.code.label, position, of: $0) }
            }
            return hooks.chain { !$0.isPaused && $0.limits.scope == nil }.turns.compactMap { next in
                switch next {
                case .before(let step): turn(.before, step)
                case .instead(let step): turn(.instead, step)
                case .action: .action
                case .after(let step): turn(.after, step)
                }
            }
        }
    }

    /// One thing that a call runs.
    package enum Turn {
        case piece(String, HookPosition, of: ActionHook)
        case action
    }

    // MARK: Calls

    /// Runs a body in which calls on this thread run no hooks, of any action.
    package static func ignoringHooks<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure)
        -> Result
    {
        let thread = unsafe heddle_current_thread()
        unsafe thread.pointee.ignores += 1
        defer { unsafe thread.pointee.ignores -= 1 }
        return try body()
    }

    /// Makes one call through the hooks. The caller owns the failure that comes back.
    @inline(__always)
    func run(_ invocation: UnsafeMutablePointer<heddle_invocation>) -> UnsafeMutablePointer<heddle_failure>? {
        guard unsafe slot.current != nil else { return unsafe call(invocation) }
        return unsafe runWoven(invocation)
    }

    /// Makes one call of the function itself.
    @inline(__always)
    func call(_ invocation: UnsafeMutablePointer<heddle_invocation>) -> UnsafeMutablePointer<heddle_failure>? {
        let needs = needs.load(ordering: .relaxed)
        if needs != 0 { return unsafe call(invocation, with: CallNeeds(rawValue: needs)) }
        return unsafe callFunction(invocation)
    }

    @inline(__always)
    private func callFunction(
        _ invocation: UnsafeMutablePointer<heddle_invocation>
    ) -> UnsafeMutablePointer<heddle_failure>? {
        let failure = unsafe heddle_invoke(invocation)
        guard unsafe failure == nil, hasSuccessTest else { return unsafe failure }
        return unsafe judge(invocation)
    }

    @inline(never)
    private func call(
        _ invocation: UnsafeMutablePointer<heddle_invocation>, with needs: CallNeeds
    ) -> UnsafeMutablePointer<heddle_failure>? {
        if needs.contains(.successor) { return unsafe callSuccessor(invocation) }
        if let gate {
            switch gate.pass() {
            case .passed: break
            case .retired: return unsafe callSuccessor(invocation)
            case .late:
                return unsafe Failure(
                    .timedOut, "\(name) waited for a reload of \(name.module) that has not ended in time"
                ).native()
            case .full:
                return unsafe Failure(
                    .refused,
                    "\(name) cannot be called: more than \(CallGate.most) calls of modules that hand their "
                        + "state on run inside of each other on this thread"
                ).native()
            }
        }
        defer { if gate != nil { CallGate.leave() } }
        if needs.contains(.target), let failure = unsafe takeNeeds(of: invocation) { return unsafe failure }
        return unsafe callFunction(invocation)
    }

    /// The native code that a call of the function itself runs now; nil where there is none.
    var code: UnsafeRawPointer? {
        guard let entry else { return unsafe UnsafeRawPointer(function.address) }
        return unsafe UnsafeRawPointer(bitPattern: entry.address(calledBy: self))
    }

    /// Notes the function that stands in the table now, before the action itself may stand there.
    func noteFunction() { _ = entry?.address(calledBy: self) }

    /// Takes the function that stands in the table now; returns a failure where there is none, or no instance.
    @inline(never)
    private func takeNeeds(
        of invocation: UnsafeMutablePointer<heddle_invocation>
    ) -> UnsafeMutablePointer<heddle_failure>? {
        guard let entry else {
            if instance != 0 { return nil }
            let message = "\(name) cannot be called: there is no instance of \(name.module) before a run or after it"
            return unsafe Failure(.noInstance, message).native()
        }
        let address = entry.address(calledBy: self)
        guard address != 0 else { return unsafe entry.absence(of: name).native() }
        unsafe invocation.pointee.function = unsafeBitCast(address, to: (@convention(c) () -> Void).self)
        return nil
    }

    /// Applies the declaration's `_Success_`.
    private func judge(_ invocation: UnsafeMutablePointer<heddle_invocation>) -> UnsafeMutablePointer<heddle_failure>? {
        guard let test = shape.signature.success, let memory = unsafe invocation.pointee.result,
            let result = unsafe shape.result.integer(at: memory), !test.holds(for: result)
        else { return nil }
        return unsafe heddle_failure_create(
            FailureCode.unsuccessful.rawValue,
            "it returned \(result); its declaration says that success is return \(test.comparison.rawValue) \(test.value)",
            nil)
    }

    /// Makes a call with hooks.
    private func runWoven(_ invocation: UnsafeMutablePointer<heddle_invocation>) -> UnsafeMutablePointer<
        heddle_failure
    >? {
        let thread = unsafe heddle_current_thread()
        if unsafe thread.pointee.ignores > 0 { return unsafe call(invocation) }
        unsafe heddle_enter(thread)
        let chain = unsafe currentChain()
        unsafe heddle_settle(thread)
        guard let chain = unsafe chain else {
            unsafe heddle_leave(thread)
            return unsafe call(invocation)
        }
        // It refers to this object by a plain pointer: references that closures capture would be counted at each call.
        let run = unsafe WovenRun(
            invocation: invocation, thread: thread, owner: UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()),
            chain: chain)
        let (failure, number) = unsafe run()
        unsafe heddle_leave(thread)
        if number != 0 { removeSpent(by: number) }
        return unsafe failure
    }

    // MARK: Reloading

    /// The action of the present build of its module in the place of this one, whose calls it makes from now on; itself
    /// until the module is reloaded.
    ///
    /// - Throws: why there is none that takes the same calls.
    var latest: Action {
        get throws(Failure) {
            guard isSuperseded else { return self }
            return try succession.latest(of: self)
        }
    }

    /// True if another build has taken the place of its own.
    var isSuperseded: Bool { CallNeeds(rawValue: needs.load(ordering: .acquiring)).contains(.successor) }

    /// Has calls that begin from now on made by the action of the module's present build.
    ///
    /// - Parameter successor: finds that action; nil if there is none of the name.
    package func supersede(by successor: @escaping @Sendable () -> Action?) {
        succession.set(successor)
        needs.bitwiseOr(CallNeeds.successor.rawValue, ordering: .releasing)
    }

    /// Makes a call that has begun, with hooks or without, in the present build.
    private func callSuccessor(
        _ invocation: UnsafeMutablePointer<heddle_invocation>
    ) -> UnsafeMutablePointer<heddle_failure>? {
        do throws(Failure) {
            let latest = try succession.take(for: self)
            unsafe invocation.pointee.function = latest.function.entry
            if let index = latest.shape.instance {
                unsafe invocation.pointee.arguments[index]?.storeBytes(of: latest.instance, as: UInt.self)
            }
            return unsafe latest.call(invocation)
        } catch {
            return unsafe error.native()
        }
    }

    /// The functions that release what a call has handed over: those of the build that made it.
    func releases(of invocation: UnsafeMutablePointer<heddle_invocation>) -> [String: Function] {
        guard isSuperseded else { return releases }
        return unsafe succession.releases(of: unsafeBitCast(invocation.pointee.function, to: UInt.self)) ?? releases
    }

    /// Counts a call with hooks that native code has left by `longjmp`, or by ending its thread.
    func noteLeft() { left.add(1, ordering: .relaxed) }

    /// The number of calls with hooks that native code has left by `longjmp`, or by ending its thread, since this was
    /// asked last: no hook has run behind them.
    package func takeLeftCalls() -> Int { left.exchange(0, ordering: .relaxed) }

    /// Removes the hooks that run in one call only, where that was the call of this number.
    @inline(never)
    private func removeSpent(by call: UInt64) {
        let spent = chain.filter { $0.once?.belongs(to: call) ?? false }
        remove(Set(spent.map(\.id)))
        for hook in spent { hook.once?.spend() }
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
public import HeddleDeclarations
internal import Glibc

/// A call of an action with its arguments in memory, which can be made any number of times.
///
/// It owns the memory of its arguments and result. One thread at a time may use it.
///
/// ## Topics
/// - ``invoke()``
/// - ``result``
/// - ``outputs``
@safe public final class PreparedCall {
    /// The action that is called: that of the present build of its module, once a call was made there.
    package var action: Action { unsafe called.takeUnretainedValue() }
    /// Owned. Swift would count references to a variable at each call.
    private var called: Unmanaged<Action>
    /// True while the call is made.
    private var isMaking = false
    /// The actions in whose place others came while they were called: a hook may make the same call again.
    private var former: [Action] = []
    let shape: CallShape
    let memory: CallMemory
    let invocation: UnsafeMutablePointer<heddle_invocation>
    /// Owned; behind a pointer, since Swift would check every access to a variable of a class.
    private let lastFailure: UnsafeMutablePointer<UnsafeMutablePointer<heddle_failure>?>
    /// True if functions or tables go with the call, or guarded memory: something is to be done before and behind it.
    private(set) var hasCallbacks = false

    /// Makes room for a call of an action.
    package convenience init(_ action: Action) { self.init(action, action.shape) }

    /// Makes room for a call with further arguments, behind those that the declaration names.
    ///
    /// - Parameter further: the types of the further arguments, with their annotations where they are pointers.
    /// - Throws: an argument that cannot be passed rightly; and any, where the declaration has no `...`.
    package convenience init(_ action: Action, further: [Parameter]) throws(Unsupported) {
        guard further.isEmpty || action.signature.isVariadic else {
            throw Unsupported(parameter: nil, message: "\(action.name) takes no variadic arguments")
        }
        self.init(action, try action.shape(further: further.map(\.promoted)))
    }

    /// Makes room for a call of the same action with arguments of the same types.
    package convenience init(like other: PreparedCall) { self.init(other.action, other.shape) }

    private init(_ action: Action, _ shape: CallShape) {
        unsafe called = .passRetained(action)
        self.shape = shape
        memory = CallMemory(shape)
        unsafe invocation = .allocate(capacity: 1)
        unsafe invocation.initialize(
            to: heddle_invocation(shape, action.function, UnsafePointer(memory.pointers), result: memory.result))
        unsafe invocation.pointee.memory = UnsafeRawPointer(Unmanaged.passUnretained(memory).toOpaque())
        unsafe lastFailure = .allocate(capacity: 1)
        unsafe lastFailure.initialize(to: nil)
    }

    deinit {
        clear()
        unsafe invocation.deallocate()
        unsafe lastFailure.deallocate()
        unsafe called.release()
    }

    /// Puts arguments into memory, one for each parameter of the declaration and each further argument.
    ///
    /// Out-parameters and the instance are absent. A parameter that only counts another may be absent, and is then
    /// taken from it.
    ///
    /// - Parameter names: what they may name.
    /// - Returns: all values that do not fit; the call may be made only when there are none and none is unknown.
    package func encode(_ arguments: [Argument], naming names: (any HostNames)? = nil) -> [CrossingError] {
        guard arguments.count == shape.parameters.count else {
            return [
                CrossingError(
                    parameter: nil, found: "\(arguments.count) arguments", expected: "\(shape.parameters.count)")
            ]
        }
        var encoder = ArgumentEncoder(memory: memory, arguments: arguments, names: names)
        for index in shape.parameters.indices { encoder.encodeValue(index) }
        for index in shape.parameters.indices { encoder.encodeCount(index) }
        for index in shape.parameters.indices { encoder.checkCount(index) }
        hasCallbacks = !memory.callbacks.isEmpty || memory.hasTables || GuardedMemory.isUsed
        memory.seal()
        return (encoder.errors + [formatMistake(arguments)].compactMap(\.self)).map {
            $0.concealed(in: shape.signature)
        }
    }

    /// The way in which the call is made.
    package var transfer: CallTransfer { shape.transfer }

    /// Forgets the arguments of a call that was never made, and the functions that were made for them.
    package func discardArguments() {
        for index in shape.parameters.indices { memory.discard(index, isUnused: true) }
        hasCallbacks = false
    }

    /// A format that wants other further arguments than there are: it may be known only now.
    private func formatMistake(_ arguments: [Argument]) -> CrossingError? {
        let signature = shape.signature
        guard let index = signature.format, case .value(.string(let text)) = arguments[index] else { return nil }
        let given = signature.parameters.dropFirst(action.signature.parameters.count).map(\.type)
        let wanted = try? PrintfFormat(text).arguments
        if let wanted, wanted.count == given.count, zip(given, wanted).allSatisfy({ $0.passes(for: $1) }) { return nil }
        let types = given.map(\.description).joined(separator: ", ")
        return CrossingError(
            parameter: index, found: "the format \(Value.string(text).excerpt())",
            expected: given.isEmpty ? "one without variadic arguments" : "one for the variadic arguments \(types)")
    }

    /// Makes the call, through the action's hooks.
    ///
    /// Runs on the calling thread until the action has returned. A call without hooks that returns allocates nothing.
    ///
    /// - Returns: true if the call returned; otherwise ``failure`` has the reason.
    @discardableResult
    public func invoke() -> Bool {
        unsafe make { unsafe $0.run($1) }
    }

    /// Makes the call past the action's hooks. Calls that the action makes itself have their hooks.
    ///
    /// - Returns: true if the call returned; otherwise ``failure`` has the reason.
    @discardableResult
    public func invokeWithoutHooks() -> Bool {
        unsafe make { unsafe $0.call($1) }
    }

    @inline(__always)
    private func make(
        _ run: (Action, UnsafeMutablePointer<heddle_invocation>) -> UnsafeMutablePointer<heddle_failure>?
    ) -> Bool {
        if unsafe invocation.pointee.arena != nil || lastFailure.pointee != nil { clear() }
        if unsafe called._withUnsafeGuaranteedRef(\.isSuperseded) {
            unsafe lastFailure.pointee = takeLatest()
            if hasFailed { return false }
        }
        if shape.writes || shape.instance != nil || hasCallbacks { prepare() }
        let isInside = isMaking
        isMaking = true
        unsafe lastFailure.pointee = called._withUnsafeGuaranteedRef { unsafe run($0, invocation) }
        isMaking = isInside
        if hasCallbacks { closeCallbacks() }
        if shape.reachesMemory, HandleTable.shared.hasReleasedPointers { noteReached() }
        if shape.takesHandles, !hasFailed { forgetReleased() }
        return !hasFailed
    }

    /// The structure that the returned pointer points to, copied; nil for other results, for null, and for a structure
    /// whose members are not known.
    package var resultTarget: Value? {
        guard !hasFailed, case .pointer(let target, _) = shape.signature.result.canonical,
            case .record(let record) = target.canonical, let structure = RecordShape(record),
            let address = unsafe memory.result.load(as: UnsafeRawPointer?.self)
        else { return nil }
        let reading = DecodingContext(library: shape.library, extent: .max)
        return unsafe ValueLayout.record(structure).read(from: address, reading)
    }

    /// Has the call made by the action of the present build; returns the reason if that does not take it.
    @inline(never)
    private func takeLatest() -> UnsafeMutablePointer<heddle_failure>? {
        let present = action
        let latest: Action
        do throws(Failure) { latest = try present.latest } catch { return unsafe error.native() }
        former = isMaking ? former + [present] : []
        unsafe called.release()
        unsafe called = .passRetained(latest)
        unsafe invocation.pointee.function = latest.function.entry
        return nil
    }

    /// Preparation that not every call needs.
    @inline(never)
    private func prepare() {
        if shape.writes { memory.reset() }
        if let index = shape.instance { unsafe memory.slot(index).storeBytes(of: action.instance, as: UInt.self) }
        for entry in memory.callbacks { entry.callback.open() }
        memory.copyTables()
        memory.noteGuarded(isRunning: true)
    }

    /// A callback that failed on a thread of the module fails the call.
    private func closeCallbacks() {
        memory.noteGuarded(isRunning: false)
        for entry in memory.callbacks { entry.callback.endCall() }
        guard !hasFailed, let failure = memory.callbacks.lazy.compactMap(\.callback.failure).first else { return }
        unsafe action.releaseResult(of: invocation)
        unsafe lastFailure.pointee = heddle_failure_create(failure.code, failure.message, nil)
    }

    private func clear() {
        unsafe heddle_arena_release(invocation)
        unsafe heddle_failure_destroy(lastFailure.pointee)
        unsafe lastFailure.pointee = nil
    }

    var hasFailed: Bool { unsafe lastFailure.pointee != nil }

    /// The failure of the last call; nil if it returned.
    public var failure: Failure? { unsafe lastFailure.pointee.map { unsafe Failure(copying: $0) } }

    /// The result of the last call; nil for `void`, and if it failed.
    public var result: Value? {
        guard !hasFailed else { return nil }
        if let number = shape.resultNumber { return unsafe number.read(from: memory.result) }
        return memory.arguments.decodedResult()
    }

    /// The values of the out-parameters and the recorded calls of callbacks after the last call, by name; empty if it
    /// failed.
    public var outputs: [Value.Member] {
        guard !hasFailed, shape.writes || hasCallbacks else { return [] }
        let arguments = memory.arguments
        return shape.parameters.indices.flatMap { index in
            (arguments.decodedOutput(index).map { [Value.Member(shape.signature.name(of: index), $0)] } ?? [])
                + recordedCalls(index)
        }
    }

    private func recordedCalls(_ index: Int) -> [Value.Member] {
        memory.callbacks.filter { $0.parameter == index && $0.callback.isRecorded }
            .map { Value.Member(shape.signature.name(of: index) + $0.path.description, .array($0.callback.calls)) }
    }

    /// The numbers of calls of the functions that were made for the call after these were closed, by the parameter that
    /// took them; functions without any are left out.
    package var lateCallbacks: [(parameter: String, calls: Int)] { callbacks(\.lateCalls) }

    /// The same for calls that were to be recorded, and came after the end of the call that the functions were made for.
    package var unrecordedCallbacks: [(parameter: String, calls: Int)] { callbacks(\.unrecordedCalls) }

    private func callbacks(_ count: (Callback) -> Int) -> [(parameter: String, calls: Int)] {
        memory.callbacks.compactMap { entry in
            let calls = count(entry.callback)
            return calls == 0 ? nil : (shape.signature.name(of: entry.parameter) + entry.path.description, calls)
        }
    }

    /// The arguments as they were given.
    public var arguments: [Value] { memory.arguments.given }

    /// The same for people and reports: what the declaration says is secret is not among them.
    package var shownArguments: [Value] {
        var shown: [Value] = []
        showArguments(in: &shown)
        return shown
    }

    /// Puts the ``shownArguments`` of the next call in the place of others, whose memory is used again where nobody else
    /// has kept them. Of the latest call the outputs are gone then.
    package func showNextArguments(in shown: inout [Value]) {
        // It begins with what was given, not with what the latest one has left.
        if shape.writes { memory.resetGiven() }
        showArguments(in: &shown)
    }

    private func showArguments(in shown: inout [Value]) {
        shown.removeAll(keepingCapacity: true)
        for index in shape.parameters.indices {
            if let number = shape.numbers[index] {
                shown.append(unsafe number.read(from: memory.slot(index)))
            } else if let value = memory.arguments.decoded(index) {
                shown.append(shape.signature.parameters[index].isSecret ? .secret : value)
            }
        }
    }

    /// `errno` as the action left it in the last call.
    public var savedErrno: Int32 { unsafe invocation.pointee.saved_errno }
}

extension Parameter {
    /// The parameter as a further argument has it: C widens `float`. Short integers fill a whole word in any case, so
    /// that they keep their type, and with it their range.
    fileprivate var promoted: Parameter {
        type.canonical == .floating(.float) ? Parameter(name: name, type: .floating(.double)) : self
    }
}

extension Failure {
    /// Takes a failure of C over.
    init(consuming failure: UnsafeMutablePointer<heddle_failure>) {
        self = unsafe Failure(copying: failure)
        unsafe heddle_failure_destroy(failure)
    }

    /// Copies a failure of C.
    init(copying failure: UnsafeMutablePointer<heddle_failure>) {
        var suppressed: [Failure] = []
        var next = unsafe failure.pointee.suppressed
        while let earlier = unsafe next {
            unsafe suppressed.append(
                Failure(
                    code: earlier.text(\.code), message: earlier.text(\.message), hook: earlier.optionalText(\.hook)))
            unsafe next = earlier.pointee.suppressed
        }
        unsafe self.init(
            code: failure.text(\.code), message: failure.text(\.message), suppressed: suppressed,
            hook: failure.optionalText(\.hook))
    }
}

extension Failure {
    /// The failure as C has it; the caller owns it.
    func native() -> UnsafeMutablePointer<heddle_failure> {
        var earlier: UnsafeMutablePointer<heddle_failure>?
        for failure in suppressed.reversed() { unsafe earlier = failure.native(earlier) }
        return unsafe native(earlier)
    }

    private func native(_ earlier: UnsafeMutablePointer<heddle_failure>?) -> UnsafeMutablePointer<heddle_failure> {
        let failure: UnsafeMutablePointer<heddle_failure> = unsafe heddle_failure_create(code, message, earlier)
        if let hook { unsafe failure.pointee.hook = strdup(hook) }
        return unsafe failure
    }
}

extension UnsafeMutablePointer<heddle_failure> {
    fileprivate func text(_ field: KeyPath<heddle_failure, UnsafeMutablePointer<CChar>?>) -> String {
        unsafe optionalText(field) ?? ""
    }

    fileprivate func optionalText(_ field: KeyPath<heddle_failure, UnsafeMutablePointer<CChar>?>) -> String? {
        unsafe pointee[keyPath: field].map { unsafe String(cString: $0) }
    }
}

// MARK: - Parameters

extension PreparedCall {
    /// The values that a parameter takes, variadic ones included.
    package func shapeTaken(by parameter: Int) -> ValueShape { shape.signature.parameters[parameter].shapeTaken }

    /// Returns whether a value that is null ends an array that a parameter takes.
    package func isEndedByNull(_ parameter: Int) -> Bool {
        shape.signature.parameters[parameter].count?.endsWithNull ?? false
    }

    /// Returns whether parts of the value that a parameter takes depend on others, so that one can be judged only when
    /// all are known.
    package func hasDependentParts(_ parameter: Int) -> Bool {
        switch shape.parameters[parameter] {
        case .value(let element), .pointed(let element, _): element.hasDependentParts
        case .run(let run): run.element.hasDependentParts
        case .received, .instance: false
        }
    }
}

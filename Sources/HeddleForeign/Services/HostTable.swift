// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import Glibc
internal import Synchronization

/// The table of functions that a module gets. Each module has its own, so that it is known on any thread which module
/// calls. It is never released: modules keep it.
@safe final class HostTable: Sendable {
    /// The sizes of the tables of Heddle's own services, by their names.
    static let sizes = unsafe [
        "heddle.host": MemoryLayout<heddle_host>.size, "heddle.main": MemoryLayout<heddle_main>.size,
        "heddle.identity": MemoryLayout<heddle_identity>.size,
    ]

    private struct WeakHost: Sendable {
        weak var host: HostServices?
    }

    /// The host that the module has used last on a thread of that host.
    private let latest = Mutex(WeakHost())
    /// The module's name, for its messages.
    private let module: String
    /// The path of its file, a text that lives on.
    nonisolated(unsafe) private let path: UnsafePointer<CChar>
    private let contract: Int
    /// The types that the module describes.
    fileprivate let scope: DeclarationScope
    /// Behind the table stand functions that later contracts may have, for modules that do not ask whether the host has
    /// them: each makes the call fail.
    nonisolated(unsafe) private let table: UnsafeMutablePointer<heddle_host>
    private static let laterFunctions = 64
    nonisolated(unsafe) private let mainTable: UnsafeMutablePointer<heddle_main>
    /// Gives the module a service by name.
    nonisolated(unsafe) private(set) var services: heddle_services = { _ in nil }

    /// Makes the table; nil where there is no memory for its functions.
    ///
    /// - Parameters:
    ///   - module: the module's name.
    ///   - contract: the version of the contract that it was built with.
    ///   - path: the path of its file.
    ///   - scope: the types that it describes.
    init?(of module: String, contract: Int, at path: String, describing scope: DeclarationScope) {
        self.module = module
        self.contract = contract
        self.scope = scope
        let size = MemoryLayout<heddle_host>.size
        let memory = unsafe UnsafeMutableRawPointer.allocate(
            byteCount: size + Self.laterFunctions * MemoryLayout<UnsafeRawPointer>.size,
            alignment: MemoryLayout<heddle_host>.alignment)
        unsafe table = memory.bindMemory(to: heddle_host.self, capacity: 1)
        unsafe mainTable = .allocate(capacity: 1)
        guard let copy = unsafe strdup(path) else { return nil }
        unsafe self.path = UnsafePointer(copy)
        let context = unsafe Unmanaged.passRetained(self).toOpaque()
        guard let log = unsafe heddle_bound_create(boundLog, context),
            let find = unsafe heddle_bound_create(boundFind, context),
            let emit = unsafe heddle_bound_create(boundEmit, context),
            let modulePath = unsafe heddle_bound_create(boundModulePath, context),
            let services = unsafe heddle_bound_create(boundServices, context),
            let isMain = unsafe heddle_bound_create(boundIsMain, context),
            let run = unsafe heddle_bound_create(boundRun, context),
            let startTimer = unsafe heddle_bound_create(boundStartTimer, context),
            let stopTimer = unsafe heddle_bound_create(boundStopTimer, context),
            let later = unsafe heddle_bound_create(boundLater, context)
        else { return nil }
        for place in 0..<Self.laterFunctions {
            unsafe memory.storeBytes(
                of: later, toByteOffset: size + place * MemoryLayout<UnsafeRawPointer>.size,
                as: UnsafeMutableRawPointer.self)
        }
        unsafe table.initialize(
            to: heddle_host(
                size: size, log: unsafeBitCast(log, to: Log.self),
                fail: heddle_fail_current, find: unsafeBitCast(find, to: Find.self), call: call,
                emit: unsafeBitCast(emit, to: Emit.self),
                config_text: configText, config_number: configNumber, config_bool: configBool,
                allocate: { unsafe malloc($0) }, release: { unsafe free($0) }, proceed: proceed, answer: answer,
                config_has: configHas, config_integer: configInteger, config_unsigned: configUnsigned,
                config_count: configCount, module_path: unsafeBitCast(modulePath, to: ModulePathFunction.self),
                set_errno: setErrno, call_bare: callBare, depth: depth,
                service: unsafeBitCast(services, to: heddle_services.self)))
        unsafe mainTable.initialize(
            to: heddle_main(
                size: MemoryLayout<heddle_main>.size, is_main: unsafeBitCast(isMain, to: IsMain.self),
                run: unsafeBitCast(run, to: Run.self),
                start_timer: unsafeBitCast(startTimer, to: StartTimer.self),
                stop_timer: unsafeBitCast(stopTimer, to: StopTimer.self)))
        unsafe self.services = unsafeBitCast(services, to: heddle_services.self)
    }

    private typealias Log = @convention(c) (heddle_level, UnsafePointer<CChar>?) -> Void
    private typealias Find = @convention(c) (UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> OpaquePointer?
    private typealias Emit = @convention(c) (UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Void
    private typealias IsMain = @convention(c) () -> Bool
    private typealias ModulePathFunction = @convention(c) () -> UnsafePointer<CChar>?
    private typealias MainFunction = @convention(c) (UnsafeMutableRawPointer?) -> Void
    private typealias Run = @convention(c) (MainFunction?, UnsafeMutableRawPointer?) -> Bool
    private typealias StartTimer = @convention(c) (UInt64, MainFunction?, UnsafeMutableRawPointer?) -> UInt64
    private typealias StopTimer = @convention(c) (UInt64) -> Bool

    fileprivate static func behind(_ context: UnsafeRawPointer?) -> HostTable? {
        unsafe context.map { unsafe Unmanaged<HostTable>.fromOpaque($0).takeUnretainedValue() }
    }

    fileprivate func service(_ name: String) -> ServiceTable? {
        // Asked for whatever it is, so that the host is known from the time on at which it attaches the module.
        let host = host
        return switch name {
        case "heddle.host": unsafe ServiceTable(table)
        case "heddle.main": unsafe ServiceTable(mainTable)
        case "heddle.identity": host?.identityTable
        default: host?.offered(name)
        }
    }

    /// The host that serves the module on the calling thread.
    fileprivate var host: HostServices? {
        guard let serving = HostServices.serving else {
            return latest.withLock(\.host) ?? HostServices.current
        }
        latest.withLock { $0.host = serving }
        return serving
    }

    /// The module as the owner of what it wants to have run on the main thread.
    var owner: MainThread.Owner { MainThread.Owner(self, named: module) }

    fileprivate func say(_ level: MessageLevel, _ text: String) {
        host?.log(HostServices.Message(level, text, from: module))
    }

    /// A function is called that this host does not have.
    fileprivate func refuseLater() {
        let failure = Failure(
            .unknownFunction,
            "the module was built with contract \(contract) and calls a function of the host that this Heddle, "
                + "with contract \(HEDDLE_CONTRACT), does not have: use a newer Heddle, or build the module again so that "
                + "it asks HEDDLE_HAS before it calls that")
        say(.error, failure.message)
        unsafe heddle_fail_current(failure.code, failure.message)
    }

    fileprivate var pathAddress: UInt64 { unsafe UInt64(UInt(bitPattern: path)) }
}

// MARK: - What knows the module

/// A word of a function of C as the text that it points to.
private func text(_ word: UInt64) -> String? {
    unsafe UnsafePointer<CChar>(bitPattern: UInt(word)).map { unsafe String(cString: $0) }
}

private let boundServices: heddle_bound_body = { context, name, _, _ in
    guard let name = text(name), let service = unsafe HostTable.behind(context)?.service(name) else { return 0 }
    return unsafe UInt64(UInt(bitPattern: service.address))
}

private let boundEmit: heddle_bound_body = { context, event, json, _ in
    if let event = text(event) { unsafe HostTable.behind(context)?.host?.emit(event, text(json)) }
    return 0
}

private let boundIsMain: heddle_bound_body = { context, _, _, _ in
    unsafe HostTable.behind(context)?.host?.main.isCurrent == true ? 1 : 0
}

private let boundRun: heddle_bound_body = { context, function, argument, _ in
    guard let table = unsafe HostTable.behind(context), let main = table.host?.main else { return 0 }
    return main.run(UInt(function), UInt(argument), for: table.owner) ? 1 : 0
}

private let boundStartTimer: heddle_bound_body = { context, period, function, argument in
    guard let table = unsafe HostTable.behind(context), let main = table.host?.main else { return 0 }
    return main.startTimer(every: period, UInt(function), UInt(argument), for: table.owner)
}

private let boundStopTimer: heddle_bound_body = { context, timer, _, _ in
    guard let table = unsafe HostTable.behind(context), let main = table.host?.main else { return 0 }
    return main.stopTimer(timer, of: table.owner) ? 1 : 0
}

private let boundModulePath: heddle_bound_body = { context, _, _, _ in
    unsafe HostTable.behind(context)?.pathAddress ?? 0
}

private let boundLater: heddle_bound_body = { context, _, _, _ in
    unsafe HostTable.behind(context)?.refuseLater()
    return 0
}

private let boundLog: heddle_bound_body = { context, level, message, _ in
    // The register of an argument of 4 bytes has anything in its other half.
    let level = MessageLevel(heddle_level(rawValue: UInt32(truncatingIfNeeded: level)))
    if let message = text(message) { unsafe HostTable.behind(context)?.say(level, message) }
    return 0
}

private let boundFind: heddle_bound_body = { context, name, declaration, _ in
    guard let wanted = text(name), let declaration = text(declaration), let table = unsafe HostTable.behind(context),
        let services = table.host
    else { return 0 }
    guard let (action, scope) = services.find(wanted) else {
        table.say(.warning, "there is no action \(wanted)")
        return 0
    }
    guard let reason = mismatch(of: declaration, scope, table.scope, with: action.signature) else {
        // Kept for ever: the module may call it at any time.
        return UInt64(UInt(bitPattern: unsafe Unmanaged.passRetained(action).toOpaque()))
    }
    table.say(.warning, "the action \(wanted) is not what was asked for: \(reason)")
    return 0
}

// MARK: - What is the same for all modules

private func proceed(_ call: UnsafeMutablePointer<heddle_call>?) -> heddle_status {
    guard let native = unsafe NativeCall(call, usedBy: "proceed") else { return HEDDLE_FAILED }
    native.proceed()
    return heddle_status(UInt32(unsafe native.frame.pointee.status))
}

private func answer(_ call: UnsafeMutablePointer<heddle_call>?) {
    // Before the body there is nothing that could be answered.
    guard let native = unsafe NativeCall(call, usedBy: "answer"), !native.isBefore else { return }
    native.answer()
}

private func setErrno(_ call: UnsafeMutablePointer<heddle_call>?, _ number: Int32) {
    guard let native = unsafe NativeCall(call, usedBy: "set_errno") else { return }
    native.setErrno(number)
}

private func depth(_ call: UnsafeMutablePointer<heddle_call>?) -> Int {
    unsafe NativeCall(call, usedBy: "depth")?.depth ?? 0
}

extension NativeCall {
    /// The call behind what a hook of C hands back; nil if it has ended or is another thread's, which is then said.
    fileprivate init?(_ call: UnsafeMutablePointer<heddle_call>?, usedBy function: String) {
        guard let call = unsafe call else { return nil }
        let frame = unsafe UnsafeMutableRawPointer(call).assumingMemoryBound(to: heddle_frame.self)
        guard unsafe heddle_is_live(frame) else {
            let failure = Failure(
                .callEnded,
                "heddle->\(function) got a call that has ended, or that another thread makes: a heddle_call is valid "
                    + "until the hook that got it returns, on the thread of that hook")
            HostServices.current?.log(HostServices.Message(.error, failure.message, from: "heddle"))
            unsafe heddle_fail_current(failure.code, failure.message)
            return nil
        }
        unsafe self.init(frame: frame)
    }
}

// MARK: - Calling other actions

/// The reason why a declaration that a caller believes in is not the action's own; nil when it is.
///
/// - Parameters:
///   - scope: the types of the action's module.
///   - ownScope: those of the caller. Where it has one of the same name, it means that.
private func mismatch(
    of text: String, _ scope: DeclarationScope, _ ownScope: DeclarationScope, with signature: Signature
) -> String? {
    let source = SourceText(name: "find", text)
    func wanted(_ scope: DeclarationScope) throws -> Signature? {
        var scope = scope
        return try scope.read(source.whole).lazy.compactMap(\.function).first
    }
    do {
        guard let wanted = try wanted(scope) else { return "\"\(text)\" is not a function declaration" }
        try wanted.checkFit(to: signature, at: .instead)
    } catch {
        return "it is declared as \(signature)"
    }
    do {
        // A type that the caller does not describe is that of the action's module.
        guard let own = try? wanted(ownScope) else { return nil }
        try own.checkFit(to: signature, at: .instead)
        return nil
    } catch {
        return "it is declared as \(signature), whose types are others than those of the module that asks"
    }
}

private func call(
    _ action: OpaquePointer?, _ arguments: UnsafePointer<UnsafeMutableRawPointer?>?, _ result: UnsafeMutableRawPointer?
) -> Bool { unsafe make(action, arguments, result, isBare: false) }

private func callBare(
    _ action: OpaquePointer?, _ arguments: UnsafePointer<UnsafeMutableRawPointer?>?, _ result: UnsafeMutableRawPointer?
) -> Bool { unsafe make(action, arguments, result, isBare: true) }

private func make(
    _ action: OpaquePointer?, _ arguments: UnsafePointer<UnsafeMutableRawPointer?>?, _ result: UnsafeMutableRawPointer?,
    isBare: Bool
) -> Bool {
    guard let action = unsafe action else { return false }
    let (isReturned, jump) = unsafe Unmanaged<Action>.fromOpaque(UnsafeRawPointer(action))._withUnsafeGuaranteedRef {
        unsafe $0.callFromModule(arguments, result, isBare: isBare)
    }
    if let jump = unsafe jump { unsafe heddle_go_on(jump) }
    return isReturned
}

extension Action {
    /// A call that a module makes: the values that it points to are copied into slots, the result back.
    ///
    /// - Returns: true if it returned; and the jump that left it, if it has failed for that.
    fileprivate func callFromModule(
        _ arguments: UnsafePointer<UnsafeMutableRawPointer?>?, _ result: UnsafeMutableRawPointer?, isBare: Bool
    ) -> (isReturned: Bool, jump: OpaquePointer?) {
        // The call begins here, so that it can begin in the present build, with the hooks of that.
        if isSuperseded {
            guard let latest = try? latest else { return (false, nil) }
            return unsafe latest.callFromModule(arguments, result, isBare: isBare)
        }
        // The end of the call may change errno, so that it is set last.
        var saved: Int32?
        defer { if let saved { errno = saved } }
        let call = unsafe EnteredCall(shape, noted: lastingName)
        defer { call.end() }
        for (index, passing) in shape.parameters.enumerated() {
            if passing.isInstance {
                unsafe call.slot(index).storeBytes(of: instance, as: UInt.self)
            } else if let value = unsafe arguments?[index] {
                unsafe call.slot(index).copyMemory(from: value, byteCount: passing.size)
            }
        }
        let invocation = unsafe call.invocation(of: self)
        let failure = unsafe isBare ? self.call(invocation) : run(invocation)
        defer { unsafe releaseArena(of: invocation) }
        saved = unsafe invocation.pointee.saved_errno
        if let failure = unsafe failure {
            let jump = unsafe call.takeJump()
            if unsafe jump == nil {
                unsafe heddle_failure_destroy(failure)
            } else {
                unsafe heddle_failure_leave(failure)
            }
            return unsafe (false, jump)
        }
        unsafe keepResult(of: invocation)
        if let result = unsafe result { unsafe result.copyMemory(from: call.result, byteCount: shape.result.size) }
        return (true, nil)
    }
}

extension MessageLevel {
    /// A level of C; a number that is none counts as `HEDDLE_INFO`.
    fileprivate init(_ level: heddle_level) {
        self =
            switch level {
            case HEDDLE_DEBUG: .debug
            case HEDDLE_WARNING: .warning
            case HEDDLE_ERROR: .error
            default: .info
            }
    }
}

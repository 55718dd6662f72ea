// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Declarations
internal import Diagnostics
internal import Glibc

/// The table of functions that modules get.
@safe enum HostTable {
    /// The services that a module may ask for, by name.
    static let serviceNames: Set<String> = ["heddle.host"]

    /// Gives a service by name.
    static let services: heddle_services = { name in
        guard let name = unsafe name, unsafe HostTable.serviceNames.contains(String(cString: name)) else { return nil }
        return unsafe UnsafeRawPointer(HostTable.table)
    }

    /// Never released: modules keep it.
    nonisolated(unsafe) private static let table: UnsafePointer<heddle_host> = {
        let table = UnsafeMutablePointer<heddle_host>.allocate(capacity: 1)
        unsafe table.initialize(
            to: heddle_host(
                size: MemoryLayout<heddle_host>.size, log: log, fail: heddle_fail_current, find: find, call: call,
                emit: emit, config_text: configText, config_number: configNumber, config_bool: configBool,
                allocate: { unsafe malloc($0) }, release: { unsafe free($0) }, proceed: proceed, answer: answer,
                config_has: configHas, config_integer: configInteger, config_unsigned: configUnsigned,
                config_count: configCount))
        return unsafe UnsafePointer(table)
    }()
}

private func log(_ level: heddle_level, _ message: UnsafePointer<CChar>?) {
    guard let message = unsafe message else { return }
    let level = HostServices.Level(rawValue: Int32(level.rawValue)) ?? .info
    HostServices.current?.log(level, unsafe String(cString: message))
}

private func emit(_ event: UnsafePointer<CChar>?, _ json: UnsafePointer<CChar>?) {
    guard let event = unsafe event else { return }
    HostServices.current?.emit(unsafe String(cString: event), unsafe json.map { unsafe String(cString: $0) })
}

private func proceed(_ call: UnsafeMutablePointer<heddle_call>?) -> heddle_status {
    guard let native = unsafe NativeCall(call) else { return HEDDLE_FAILED }
    native.proceed()
    return heddle_status(UInt32(unsafe native.frame.pointee.call.status))
}

private func answer(_ call: UnsafeMutablePointer<heddle_call>?) {
    // Before the body there is nothing that could be answered.
    guard let native = unsafe NativeCall(call), !native.isBefore else { return }
    native.answer()
}

// MARK: - Calling other actions

private func find(_ name: UnsafePointer<CChar>?, _ declaration: UnsafePointer<CChar>?) -> OpaquePointer? {
    guard let name = unsafe name, let declaration = unsafe declaration, let services = HostServices.current else {
        return nil
    }
    let wanted = unsafe String(cString: name)
    guard let (action, scope) = services.find(wanted) else {
        services.log(.warning, "there is no action \(wanted)")
        return nil
    }
    let text = unsafe String(cString: declaration)
    guard let reason = mismatch(of: text, scope, with: action.signature) else {
        // Kept for ever: the module may call it at any time.
        return unsafe OpaquePointer(Unmanaged.passRetained(action).toOpaque())
    }
    services.log(.warning, "the action \(wanted) is not what was asked for: \(reason)")
    return nil
}

/// Why a declaration that a caller believes in is not the action's own; nil when it is.
private func mismatch(of text: String, _ scope: DeclarationScope, with signature: Signature) -> String? {
    var scope = scope
    let source = SourceText(name: "find", text)
    let read = try? scope.read(source.whole)
    guard let wanted = read?.lazy.compactMap(\.function).first else {
        return "\"\(text)\" is no declaration of a function"
    }
    do {
        try wanted.checkFit(to: signature, at: .instead)
        return nil
    } catch {
        return "it is declared as \(signature)"
    }
}

private func call(
    _ action: OpaquePointer?, _ arguments: UnsafePointer<UnsafeMutableRawPointer?>?, _ result: UnsafeMutableRawPointer?
) -> Bool {
    guard let action = unsafe action else { return false }
    return unsafe Unmanaged<Action>.fromOpaque(UnsafeRawPointer(action))._withUnsafeGuaranteedRef {
        unsafe $0.callFromModule(arguments, result)
    }
}

extension Action {
    /// A call that a module makes: the values that it points to are copied into slots, the result back.
    fileprivate func callFromModule(
        _ arguments: UnsafePointer<UnsafeMutableRawPointer?>?, _ result: UnsafeMutableRawPointer?
    ) -> Bool {
        let memory = CallMemory(shape)
        for (index, passing) in shape.parameters.enumerated() {
            if passing.isInstance {
                unsafe memory.slot(index).storeBytes(of: instance, as: UInt.self)
            } else if let value = unsafe arguments?[index] {
                unsafe memory.slot(index).copyMemory(from: value, byteCount: passing.size)
            }
        }
        var invocation = unsafe heddle_invocation(
            shape, function, UnsafePointer(memory.pointers), result: memory.result)
        let failure = unsafe run(&invocation)
        defer { unsafe releaseArena(of: &invocation) }
        errno = unsafe invocation.saved_errno
        if let failure = unsafe failure {
            unsafe heddle_failure_destroy(failure)
            return false
        }
        unsafe keepResult(of: &invocation)
        if let result = unsafe result { unsafe result.copyMemory(from: memory.result, byteCount: shape.result.size) }
        return true
    }
}

// SPDX-License-Identifier: Apache-2.0

public import CHeddle

/// Runs the body of a hook. An error makes the hooked call fail.
///
///     @c @implementation
///     public func check(_ call: UnsafeMutablePointer<heddle_call>!) {
///         hook(call) { call in if try call.argument("amount", as: Int64.self) < 0 { throw Failure("negative", "…") } }
///     }
public func hook(_ call: UnsafeMutablePointer<heddle_call>, _ body: (HookedCall) throws -> Void) {
    do { try body(unsafe HookedCall(call)) } catch { Failure(error).report() }
}

/// A call, as a hook sees it: on the thread of the hook, until the body of ``hook(_:_:)`` ends.
@safe
public struct HookedCall {
    /// The position of the hook.
    public enum Position: Int32, Sendable { case before, instead, after }

    /// The outcome so far.
    public enum Status: Int32, Sendable { case pending, returned, failed }

    private let call: UnsafeMutablePointer<heddle_call>

    init(_ call: UnsafeMutablePointer<heddle_call>) { unsafe self.call = call }

    /// The name of the module, as the behaviour calls it.
    public var module: String { unsafe String(cString: call.pointee.action.pointee.module) }
    /// The name of the action.
    public var action: String { unsafe String(cString: call.pointee.action.pointee.action) }
    /// The number of parameters, `_Self_` included.
    public var count: Int { unsafe call.pointee.action.pointee.count }

    /// In which position the hook runs now.
    public var position: Position { unsafe Position(rawValue: call.pointee.position) ?? .before }
    /// The outcome so far.
    public var status: Status { unsafe Status(rawValue: call.pointee.status) ?? .pending }
    /// The failure of a call that has failed.
    public var failure: Failure? {
        guard status == .failed, let code = unsafe call.pointee.failure_code else { return nil }
        let message = unsafe call.pointee.failure_message.map { unsafe String(cString: $0) }
        return unsafe Failure(String(cString: code), message ?? "")
    }

    /// An argument by the name of its parameter.
    ///
    /// - Throws: a ``Failure`` with the code `noParameter`, or `wrongType` where it is declared as another type.
    public func argument<Value: CValue>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
        unsafe try memory(at: place(of: name, as: type)).loadUnaligned(as: type)
    }

    /// Gives the hooks further in and the action another argument.
    ///
    /// - Throws: as ``argument(_:as:)``.
    public func setArgument<Value: CValue>(_ name: String, to value: Value) throws {
        unsafe try memory(at: place(of: name, as: Value.self)).storeBytes(of: value, as: Value.self)
    }

    /// The text of an argument; nil where that is null.
    ///
    /// - Throws: as ``argument(_:as:)``.
    public func text(_ name: String) throws -> String? {
        let index = try place(of: name)
        let type = unsafe call.pointee.action.pointee.parameters[index]
        guard unsafe CDeclared(type).isText else { throw unsafe wrongType("the argument \(name)", type, "a text") }
        let text = unsafe try memory(at: index).load(as: UnsafePointer<CChar>?.self)
        return unsafe text.map { unsafe String(cString: $0) }
    }

    /// The result of a call that has returned.
    ///
    /// - Throws: a ``Failure`` with the code `noResult` before that, or `wrongType`.
    public func result<Value: CValue>(as type: Value.Type = Value.self) throws -> Value {
        try checkResult(type)
        guard status == .returned else { throw Failure("noResult", "the call of \(name) has no result") }
        return unsafe call.pointee.result.loadUnaligned(as: type)
    }

    /// Gives the call a result, in place of its own or of its failure.
    ///
    /// - Throws: a ``Failure`` with the code `wrongType`.
    public func answer<Value: CValue>(_ value: Value) throws {
        try checkResult(Value.self)
        unsafe call.pointee.result.storeBytes(of: value, as: Value.self)
        unsafe heddle.pointee.answer(call)
    }

    /// Says that a call without a result is done.
    ///
    /// - Throws: a ``Failure`` with the code `wrongType` where it has one.
    public func answer() throws {
        guard unsafe call.pointee.result == nil else {
            throw unsafe wrongType("the result", call.pointee.action.pointee.result, "void")
        }
        unsafe heddle.pointee.answer(call)
    }

    /// Runs the rest of the body of the call, in an instead hook, any number of times.
    ///
    /// - Returns: the outcome so far.
    @discardableResult
    public func proceed() -> Status {
        unsafe Status(rawValue: Int32(heddle.pointee.proceed(call).rawValue)) ?? .pending
    }

    private var name: String { "\(module).\(action)" }

    private func memory(at index: Int) throws -> UnsafeMutableRawPointer {
        guard let memory = unsafe call.pointee.arguments[index] else {
            throw Failure("noParameter", "\(name) has no argument at \(index)")
        }
        return unsafe memory
    }

    private func place(of parameter: String) throws -> Int {
        for index in 0..<count {
            guard let known = unsafe call.pointee.action.pointee.parameters[index].name else { continue }
            if unsafe String(cString: known) == parameter { return index }
        }
        throw Failure("noParameter", "\(name) has no parameter \(parameter)")
    }

    private func place<Value: CValue>(of parameter: String, as type: Value.Type) throws -> Int {
        let index = try place(of: parameter)
        let declared = unsafe call.pointee.action.pointee.parameters[index]
        guard unsafe CDeclared(declared).holds(type) else {
            throw unsafe wrongType("the argument \(parameter)", declared, type.spelling)
        }
        return index
    }

    private func checkResult<Value: CValue>(_ type: Value.Type) throws {
        let declared = unsafe call.pointee.action.pointee.result
        guard unsafe CDeclared(declared).holds(type) else {
            throw unsafe wrongType("the result", declared, type.spelling)
        }
    }

    private func wrongType(_ what: String, _ declared: heddle_type, _ asked: String) -> Failure {
        unsafe Failure("wrongType", "\(what) of \(name) is \(String(cString: declared.text)), not \(asked)")
    }
}

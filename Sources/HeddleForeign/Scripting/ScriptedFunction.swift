// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import Glibc

/// A function of C whose body is written in Swift. It is never released, since C may call it at any time.
@safe final class ScriptedFunction: Sendable {
    private let shape: CallShape
    private let body: @Sendable ([Value]) throws -> Value?

    private init(_ shape: CallShape, _ body: @escaping @Sendable ([Value]) throws -> Value?) {
        self.shape = shape
        self.body = body
    }

    /// Makes a function.
    ///
    /// - Parameters:
    ///   - library: the library that it counts as a part of.
    ///   - engine: what makes calls on its host.
    static func make(
        _ signature: Signature, of library: String, by engine: CallEngine,
        _ body: @escaping @Sendable ([Value]) throws -> Value?
    ) throws(Diagnostics) -> Function {
        do throws(Unsupported) {
            let identity = LibraryIdentity(name: library)
            let script = ScriptedFunction(try CallShape(signature, of: identity, by: engine, isEntered: true), body)
            if let obstacle = script.obstacle { throw Unsupported(parameter: nil, message: obstacle) }
            let context = unsafe Unmanaged.passRetained(script).toOpaque()
            guard let address = unsafe heddle_callback_create(script.shape.native, enterScript, context) else {
                throw Unsupported(parameter: nil, message: "there is no memory for a function")
            }
            return unsafe Function(symbol: signature.symbol, address: address, library: identity)
        } catch {
            throw Diagnostics([
                Diagnostic(
                    code: .program(.scriptUnsupported), "\(signature.symbol) cannot be scripted: \(error.message)")
            ])
        }
    }

    /// The features that such a function cannot have.
    private var obstacle: String? {
        if shape.signature.isVariadic { return "it takes variadic arguments" }
        if shape.writes { return "it writes into its arguments" }
        switch shape.result {
        case .void, .value: return nil
        case .pointed, .run: return "it returns memory that is not a text"
        }
    }

    fileprivate func enter(_ entering: OpaquePointer?) {
        let before = errno
        let memory = CallMemory(shape)
        unsafe heddle_take_arguments(entering, memory.pointers)
        if let failure = run(memory) { unsafe heddle_fail_current_with(failure.native()) }
        unsafe heddle_give_result(entering, memory.result)
        errno = before
    }

    /// Runs the body and writes what it returns; returns why it failed.
    private func run(_ memory: CallMemory) -> Failure? {
        let arguments = unsafe ArgumentList(
            shape: shape, pointers: UnsafePointer(memory.pointers), result: nil, memory: nil)
        let result: Value?
        do {
            result = try body(arguments.given)
        } catch {
            return Failure(thrown: error)
        }
        do throws(Misfit) {
            try write(result, to: memory)
            return nil
        } catch {
            return Failure(.misfit, "\(error.error(for: nil, of: result))")
        }
    }

    private func write(_ value: Value?, to memory: CallMemory) throws(Misfit) {
        switch (shape.result, value) {
        case (.void, nil): break
        case (.value(let element), .null?) where element.isPointer: break
        case (.value(let element), let value?):
            try unsafe element.write(value, to: memory.result, LastingStore(library: shape.library))
        case (.void, .some): throw Misfit(expected: "no result: the action returns void")
        case (_, nil), (.pointed, _), (.run, _): throw Misfit(expected: "a result of type \(shape.signature.result)")
        }
    }
}

private func enterScript(_ context: UnsafeRawPointer?, _ entering: OpaquePointer?) {
    guard let context = unsafe context else { return }
    unsafe Unmanaged<ScriptedFunction>.fromOpaque(context)._withUnsafeGuaranteedRef { unsafe $0.enter(entering) }
}

// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
package import HeddleDeclarations
internal import Glibc

/// The owner of the memory that a call returns: the module, its caller (`_Free_`), or the call itself, where a hook has
/// answered with it.
extension Action {
    /// Gives what is the caller's, and is copied when it is looked at, back to the module.
    func releaseResult(of invocation: UnsafeMutablePointer<heddle_invocation>) {
        guard shape.result.isCopied, let symbol = signature.release, let result = unsafe invocation.pointee.result
        else {
            return
        }
        unsafe release(at: result, with: symbol, invocation)
    }

    /// The same for what out-parameters have received, but for some of them.
    func releaseOutputs(of invocation: UnsafeMutablePointer<heddle_invocation>, but kept: [Int] = []) {
        for (index, parameter) in signature.parameters.enumerated() where !kept.contains(index) {
            guard let symbol = parameter.release, shape.parameters[index].receivesCopied,
                let target = unsafe invocation.pointee.arguments[index]?.load(as: UnsafeMutableRawPointer?.self)
            else { continue }
            unsafe release(at: target, with: symbol, invocation)
        }
    }

    /// Releases what the pointer at an address points to, and forgets the pointer.
    private func release(
        at place: UnsafeMutableRawPointer, with symbol: String, _ invocation: UnsafeMutablePointer<heddle_invocation>
    ) {
        typealias Release = @convention(c) (UnsafeMutableRawPointer?) -> Void
        guard let release = unsafe releases(of: invocation)[symbol],
            let memory = unsafe place.load(as: UnsafeMutableRawPointer?.self)
        else {
            return
        }
        unsafe place.storeBytes(of: nil, as: UnsafeMutableRawPointer?.self)
        if unsafe heddle_arena_owns(invocation, memory) { return }
        let outer = unsafe heddle_note_call(releaseNotes[symbol])
        unsafe unsafeBitCast(release.address, to: Release.self)(memory)
        unsafe heddle_note_call(outer)
    }

    /// Makes a text that would end with the call outlive it, for a module that gets it as a result.
    func keepResult(of invocation: UnsafeMutablePointer<heddle_invocation>) {
        guard let run = shape.result.terminatedText, let result = unsafe invocation.pointee.result,
            let text = unsafe result.load(as: UnsafeMutableRawPointer?.self), unsafe heddle_arena_owns(invocation, text)
        else { return }
        let size = unsafe (run.lengthUntilNull(at: text, atMost: nil) + 1) * run.stride
        let bytes = unsafe UnsafeRawBufferPointer(start: text, count: size)
        guard signature.release != nil else {
            return unsafe result.storeBytes(of: lasting(Array(bytes)), as: UnsafeMutableRawPointer?.self)
        }
        // The module will release what is its own: functions that do so come down to free.
        let copy = unsafe malloc(size)
        unsafe copy?.copyMemory(from: text, byteCount: size)
        unsafe result.storeBytes(of: copy, as: UnsafeMutableRawPointer?.self)
    }
}

extension Action {
    /// Releases what hooks have put in place of values, once a module has got the result. What a structure or array
    /// that may be such a value points to is kept for ever instead: nobody can tell for how long the module looks at
    /// it.
    func releaseArena(of invocation: UnsafeMutablePointer<heddle_invocation>) {
        if case .value(let element) = shape.result, element.mayPoint { return }
        unsafe heddle_arena_release(invocation)
    }
}

extension ResultPassing {
    /// The characters of a text that ends with NUL; nil for other results.
    fileprivate var terminatedText: CountedBuffer? {
        switch self {
        case .value(.text): .text
        case .run(let run): run.isWideText ? run : nil
        case .value, .pointed, .void: nil
        }
    }
}

extension ValueLayout {
    /// True if there may be pointers inside of the value.
    fileprivate var mayPoint: Bool {
        switch self {
        case .record, .array: true
        default: false
        }
    }
}

extension ParameterPassing {
    /// True if it receives a pointer to something that is copied when it is looked at.
    fileprivate var receivesCopied: Bool {
        switch self {
        case .pointed(.text, .out), .pointed(.wideText, .out), .received: true
        case .value, .pointed, .run, .instance: false
        }
    }
}

extension ResultPassing {
    /// True if it is a pointer to something that is copied when it is looked at.
    fileprivate var isCopied: Bool {
        switch self {
        case .value(.text), .pointed, .run: true
        case .void, .value: false
        }
    }
}

extension PreparedCall {
    /// Settles the ownership of memory that the last call returned, by its declaration. The function of `_Free_`
    /// releases texts and copies, and handles that the caller owns are recorded.
    public func settleOwnership() {
        guard !hasFailed, shape.handsOver || hasCallbacks else { return }
        let isResultOwned = noteOwned(result, signature.release)
        let owned = signature.parameters.indices.filter { index in
            guard let release = signature.parameters[index].release else { return false }
            return noteOwned(memory.arguments.decodedOutput(index), release)
        }
        keepCallbacks()
        // A handle that came since its memory could not be copied is the caller's.
        if !isResultOwned { unsafe action.releaseResult(of: invocation) }
        unsafe action.releaseOutputs(of: invocation, but: owned)
    }

    /// The declaration, with a parameter for each further argument behind it.
    package var signature: Signature { shape.signature }

    /// Forgets the handles that the last call has released, before anything is made of what it returned: `realloc` may
    /// return the pointer that it got.
    func forgetReleased() {
        for index in shape.parameters.indices { settleHandle(index) }
    }

    /// Notes the memory that the last call has got, where it may have put other pointers.
    func noteReached() {
        for (index, passing) in shape.parameters.enumerated() where passing.isPointer {
            HandleTable.shared.noteReached(unsafe memory.slot(index).load(as: UInt.self))
        }
    }

    /// A function that releases often takes `void *`: the address counts, not the type.
    private func settleHandle(_ index: Int) {
        guard case .value(.handle) = shape.parameters[index], let target = unsafe memory.arguments.target(index) else {
            return
        }
        HandleTable.shared.pass(
            UInt(bitPattern: target), to: action.function.symbol, of: shape.library,
            isCertain: signature.parameters[index].isReleased)
    }

    /// Notes a handle that the caller is to release. Returns whether the value is one.
    private func noteOwned(_ value: Value?, _ release: String?) -> Bool {
        guard case .handle(let handle)? = value, let name = release, let release = action.releases[name] else {
            return false
        }
        HandleTable.shared.own(handle, releasedBy: release, named: name, givenBy: action.name)
        return true
    }

    /// Callbacks that live as long as a handle: one that the call gave out, or else the first that it took.
    private func keepCallbacks() {
        let kept = memory.callbacks.map(\.callback).filter { $0.lifetime == .released }
        guard !kept.isEmpty else { return }
        let given = [result].compactMap(\.self) + shape.parameters.indices.compactMap(memory.arguments.decodedOutput)
        for case .handle(let handle) in given + memory.arguments.given {
            for callback in kept { HandleTable.shared.attach(callback, to: handle) }
            return
        }
    }
}

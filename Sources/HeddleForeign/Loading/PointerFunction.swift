// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleDeclarations
internal import HeddleDiagnostics

/// A function that takes one pointer and may return one.
@safe struct PointerFunction {
    let shape: CallShape
    let function: Function

    init(_ signature: Signature, in library: Library, by engine: CallEngine) throws(Diagnostic) {
        function = try library.function(signature.symbol)
        do {
            shape = try CallShape(signature, of: function.library, by: engine)
        } catch {
            throw Library.refusal(library.path, because: error.message)
        }
    }

    /// A function that releases what a pointer points to, whatever else its declaration says.
    ///
    /// - Throws: where such a function cannot be called.
    init(releasing function: Function, by engine: CallEngine) throws(Unsupported) {
        self.function = function
        let pointer = Parameter(name: nil, type: .pointer(to: .void, isConst: false))
        shape = try CallShape(
            Signature(symbol: function.symbol, result: .void, parameters: [pointer]), of: function.library,
            by: engine)
    }

    /// Calls the function.
    ///
    /// - Throws: what the module said, or an exception that left it.
    func call(_ argument: UInt) throws(Failure) -> UInt {
        let memory = CallMemory(shape)
        unsafe memory.slot(0).storeBytes(of: argument, as: UInt.self)
        var invocation = unsafe heddle_invocation(
            shape, function, UnsafePointer(memory.pointers), result: memory.result)
        if let failure = unsafe heddle_invoke(&invocation) { throw unsafe Failure(consuming: failure) }
        return unsafe memory.result.load(as: UInt.self)
    }
}

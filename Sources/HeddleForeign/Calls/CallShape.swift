// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleDeclarations

/// The way in which the calls of one signature are made: classified and placed, once.
@safe final class CallShape: @unchecked Sendable {
    let signature: Signature
    /// The name of the action that is called; nil for other functions.
    let name: ActionName?
    /// The library that the function is of, and whose handles it takes and gives.
    let library: LibraryIdentity
    let parameters: [ParameterPassing]
    let result: ResultPassing
    /// The parameters that are plain numbers and may be shown, which most are: those that can be read without the rest.
    let numbers: [Scalar?]
    /// The same of the result.
    let resultNumber: Scalar?
    /// The alignment, in bytes, of all memory that the arguments and the result point to.
    let alignment: Int
    /// The beginning of each argument's slot.
    let slots: [Int]
    /// The size of all slots together.
    let slotBytes: Int
    /// The index of the parameter that takes the instance.
    let instance: Int?
    /// True if any parameter is written into.
    let writes: Bool
    /// True for each parameter that is written into.
    let isWritten: [Bool]
    /// True for each parameter that the callee keeps.
    let isRetained: [Bool]
    /// True if a call may hand memory over, either way.
    let handsOver: Bool
    /// True if an argument is a pointer that only the module can follow, which the call may release.
    let takesHandles: Bool
    /// True if an argument points to memory in which the action may write.
    let reachesMemory: Bool
    /// True if the result lies in memory that nobody has promised to be whole.
    let isUncertain: Bool
    /// The way in which its calls are made.
    let transfer: CallTransfer
    private let placed: NativeShape

    /// As much as any type asks for by itself.
    private static let leastAlignment = 64
    /// More than this a thread's stack need not hold.
    private static let mostStackBytes = 1 << 16

    /// Classifies and places.
    ///
    /// - Parameters:
    ///   - name: the action's name, where hooks are to see it.
    ///   - engine: what makes the calls.
    ///   - fixed: how many of the parameters stand before `...`; nil if all do.
    ///   - isEntered: true for calls that C makes of a function of the host.
    /// - Throws: what cannot be passed rightly, and by which mend it could.
    init(
        _ signature: Signature, of library: LibraryIdentity, name: ActionName? = nil,
        by engine: CallEngine, fixed: Int? = nil, isEntered: Bool = false, isUncertain: Bool = false
    ) throws(Unsupported) {
        self.isUncertain = isUncertain
        self.signature = signature
        self.name = name
        self.library = library
        var parameters: [ParameterPassing] = []
        for (index, parameter) in signature.parameters.enumerated() {
            parameters.append(try ParameterPassing(parameter, at: index))
        }
        self.parameters = parameters
        instance = parameters.firstIndex(where: \.isInstance)
        isWritten = parameters.map(\.isWritten)
        writes = isWritten.contains(true)
        isRetained = signature.parameters.map(\.isRetained)
        takesHandles = parameters.contains(where: \.isHandle)
        reachesMemory = !isUncertain && parameters.contains(where: \.isPointer)
        handsOver =
            takesHandles || signature.release != nil || signature.parameters.contains { $0.release != nil }
        result = try ResultPassing(signature)
        numbers = zip(parameters, signature.parameters).map { $1.isSecret ? nil : $0.number }
        resultNumber = result.number
        (slots, slotBytes) = Self.slots(of: parameters)
        alignment =
            (signature.parameters.map(\.type.targetAlignment) + [signature.result.canonical.layout?.alignment ?? 1])
            .reduce(Self.leastAlignment, max)
        let types = signature.parameters.map(\.type)
        let placement = try Machine.host.convention?.place(types, result: signature.result)
        let stackBytes = placement?.bytesOnStack ?? slotBytes
        guard stackBytes <= Self.mostStackBytes else {
            throw Unsupported(
                parameter: nil, message: "\(stackBytes) bytes of arguments by value are more than Heddle passes")
        }
        placed = NativeShape(placement, slots: slots, slotBytes: slotBytes, resultSize: result.size)
        transfer = try CallTransfer(
            signature, placement, fixed: fixed ?? types.count, by: engine, isEntered: isEntered, describing: placed)
        unsafe placed.pointer.pointee.owner = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        if let name { unsafe placed.pointer.pointee.info = makeInfo(name, self) }
    }

    /// The shape as the barrier takes it.
    var native: UnsafePointer<heddle_shape> { unsafe UnsafePointer(placed.pointer) }

    /// The room of a value: whole registers may be read from it, and written to it.
    static func slotSize(for size: Int) -> Int { max(16, (size + 15) & ~15) }

    private static func slots(of parameters: [ParameterPassing]) -> (starts: [Int], end: Int) {
        var end = 0
        let starts = parameters.map { parameter in
            defer { end += slotSize(for: parameter.size) }
            return end
        }
        return (starts, end)
    }

    /// The shape that stands behind a call.
    static func behind(_ native: UnsafePointer<heddle_shape>?) -> CallShape {
        guard let owner = unsafe native?.pointee.owner else { preconditionFailure("a call without its shape") }
        return unsafe Unmanaged<CallShape>.fromOpaque(owner).takeUnretainedValue()
    }
}

extension heddle_invocation {
    /// A call that is still to be made.
    init(
        _ shape: CallShape, _ function: Function, _ arguments: UnsafePointer<UnsafeMutableRawPointer?>?,
        result: UnsafeMutableRawPointer?
    ) {
        unsafe self.init(
            shape: shape.native, function: function.entry, arguments: arguments, result: result, saved_errno: 0,
            arena: nil, memory: nil)
    }
}

extension ParameterPassing {
    fileprivate var number: Scalar? { if case .value(.scalar(let scalar)) = self { scalar } else { nil } }
}

extension ResultPassing {
    fileprivate var number: Scalar? { if case .value(.scalar(let scalar)) = self { scalar } else { nil } }
}

extension CType {
    /// The alignment, in bytes, of the memory that a pointer points to.
    var targetAlignment: Int {
        guard case .pointer(let target, _) = canonical else { return 1 }
        return target.layout?.alignment ?? 1
    }
}

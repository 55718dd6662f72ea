// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations

/// A call of an action as a function of Swift, prepared once: `let hypot: TypedCall<(Double, Double), Double>`.
///
/// ```swift
/// let hypot = try host.function("m.hypot", as: ((Double, Double) -> Double).self)
/// let length = try hypot(3, 4)
/// ```
///
/// Its types were checked against the declaration when it was made. Numbers go straight into the memory of the call and
/// come straight from it, without an allocation; everything else goes by a ``Value``. Each call runs the hooks that the
/// action has at that time, on the calling thread. One thread at a time may use it; a hook of the call may call it again.
@safe public struct TypedCall<Input, Output> {
    /// Keeps what the others point to.
    private let memory: TypedCallMemory
    @usableFromInline let call: Unmanaged<PreparedCall>
    @usableFromInline let isBusy: UnsafeMutablePointer<Bool>
    @usableFromInline let places: UnsafePointer<NumberPlace>
    @usableFromInline let result: NumberPlace
    @usableFromInline let general: ([Value]) throws -> Output

    /// Prepares calls of an action whose declaration takes the types.
    ///
    /// - Parameters:
    ///   - inputs: the types of the arguments that a caller gives.
    ///   - general: makes a call that cannot be made in place.
    package init(
        _ action: Action, _ inputs: [any ValueConvertible.Type], general: @escaping ([Value]) throws -> Output
    ) {
        memory = TypedCallMemory(action, inputs, Output.self)
        unsafe call = Unmanaged.passUnretained(memory.call)
        unsafe isBusy = memory.isBusy
        unsafe places = UnsafePointer(memory.places)
        result = memory.result
        self.general = general
    }

    /// False where the memory is in use, or is not for such a call.
    @inlinable @inline(__always)
    func enter() -> Bool {
        if unsafe isBusy.pointee { return false }
        unsafe isBusy.pointee = true
        return true
    }

    @inlinable @inline(__always)
    func leave() { unsafe isBusy.pointee = false }

    /// Makes the call with the arguments that stand in memory, and leaves it.
    @inlinable @inline(__always)
    func end() throws -> Output {
        let hasReturned = unsafe call._withUnsafeGuaranteedRef { $0.invoke() }
        leave()
        guard hasReturned else { throw failure }
        return result.load()
    }

    @usableFromInline var failure: Failure {
        memory.call.failure ?? Failure(code: "unknown", message: "the call failed")
    }
}

// MARK: - Calls

// One for each number of arguments: a pack of them the compiler does not specialize, which makes a call three times as
// slow.
extension TypedCall {
    /// Makes one call.
    ///
    /// - Throws: the ``Failure`` of a call that was made and failed; a `Diagnostic` for an argument that the declaration
    ///   cannot take, such as a number out of range, or a result that the type cannot hold.
    @inlinable
    public func callAsFunction() throws -> Output where Input == Void {
        if enter() { return try end() }
        return try general([])
    }

    /// Makes one call.
    @inlinable
    public func callAsFunction(_ a: Input) throws -> Output where Input: ValueConvertible {
        if enter() {
            if unsafe places[0].store(a) { return try end() }
            leave()
        }
        return try general([a.value])
    }

    /// Makes one call.
    @inlinable
    public func callAsFunction<A: ValueConvertible, B: ValueConvertible>(
        _ a: A, _ b: B
    ) throws -> Output where Input == (A, B) {
        if enter() {
            if unsafe places[0].store(a) && places[1].store(b) { return try end() }
            leave()
        }
        return try general([a.value, b.value])
    }

    /// Makes one call.
    @inlinable
    public func callAsFunction<A: ValueConvertible, B: ValueConvertible, C: ValueConvertible>(
        _ a: A, _ b: B, _ c: C
    ) throws -> Output where Input == (A, B, C) {
        if enter() {
            if unsafe places[0].store(a) && places[1].store(b) && places[2].store(c) { return try end() }
            leave()
        }
        return try general([a.value, b.value, c.value])
    }

    /// Makes one call.
    @inlinable
    public func callAsFunction<
        A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible
    >(
        _ a: A, _ b: B, _ c: C, _ d: D
    ) throws -> Output where Input == (A, B, C, D) {
        if enter() {
            if unsafe places[0].store(a) && places[1].store(b) && places[2].store(c) && places[3].store(d) {
                return try end()
            }
            leave()
        }
        return try general([a.value, b.value, c.value, d.value])
    }

    /// Makes one call.
    @inlinable
    public func callAsFunction<
        A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible
    >(
        _ a: A, _ b: B, _ c: C, _ d: D, _ e: E
    ) throws -> Output where Input == (A, B, C, D, E) {
        if enter() {
            if unsafe places[0].store(a) && places[1].store(b) && places[2].store(c) && places[3].store(d)
                && places[4].store(e)
            {
                return try end()
            }
            leave()
        }
        return try general([a.value, b.value, c.value, d.value, e.value])
    }

    /// Makes one call.
    @inlinable
    public func callAsFunction<
        A: ValueConvertible, B: ValueConvertible, C: ValueConvertible, D: ValueConvertible, E: ValueConvertible,
        F: ValueConvertible
    >(
        _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F
    ) throws -> Output where Input == (A, B, C, D, E, F) {
        if enter() {
            if unsafe places[0].store(a) && places[1].store(b) && places[2].store(c) && places[3].store(d)
                && places[4].store(e) && places[5].store(f)
            {
                return try end()
            }
            leave()
        }
        return try general([a.value, b.value, c.value, d.value, e.value, f.value])
    }
}

// MARK: - Memory

/// The memory that a typed call points to.
@safe private final class TypedCallMemory {
    let call: PreparedCall
    /// True in a call, whose arguments must stay, and always where calls cannot be made in place. Behind a pointer, since
    /// Swift would check every access to a variable of a class.
    let isBusy: UnsafeMutablePointer<Bool>
    /// One for each argument.
    let places: UnsafeMutablePointer<NumberPlace>
    let result: NumberPlace

    init(_ action: Action, _ inputs: [any ValueConvertible.Type], _ output: Any.Type) {
        let call = PreparedCall(action)
        let given = action.signature.given
        let isPlain = action.shape.isNumbersOnly && given.count == inputs.count
        let arguments = isPlain ? zip(given, inputs).map { NumberPlace(argument: $0, of: call, $1) } : []
        result = NumberPlace(resultOf: call, output)
        unsafe places = .allocate(capacity: max(1, arguments.count))
        for (index, place) in arguments.enumerated() { unsafe (places + index).initialize(to: place) }
        unsafe isBusy = .allocate(capacity: 1)
        unsafe isBusy.initialize(to: !isPlain || (arguments + [result]).contains { $0.form == .none })
        self.call = call
    }

    deinit {
        unsafe places.deallocate()
        unsafe isBusy.deallocate()
    }
}

/// The form of a number of Swift in the memory of a call.
@usableFromInline enum NumberForm: UInt8, Sendable {
    /// As the same bytes.
    case exact
    /// An `Int` as 32 bits with a sign.
    case signed32
    /// An `Int` as 32 bits without a sign.
    case unsigned32
    /// `Void`.
    case nothing
    /// Not at all: it is written and read as a `Value`.
    case none

    init(_ type: Any.Type, _ scalar: Scalar) {
        switch scalar {
        case .floating(.double) where type == Double.self, .floating(.float) where type == Float.self,
            .bool where type == Bool.self:
            self = .exact
        case .integer(let integer) where integer.size == 4 && type == Int.self:
            self = integer.isSigned ? .signed32 : .unsigned32
        case .integer(let integer):
            let isSame = (type as? any FixedWidthInteger.Type)?.isSame(as: integer) ?? false
            self = isSame ? .exact : .none
        default: self = .none
        }
    }
}

extension FixedWidthInteger {
    fileprivate static func isSame(as integer: IntegerType) -> Bool {
        bitWidth == integer.size * 8 && isSigned == integer.isSigned
    }
}

/// The place of an argument or of the result.
@safe @usableFromInline struct NumberPlace {
    @usableFromInline let address: UnsafeMutableRawPointer
    @usableFromInline let form: NumberForm

    fileprivate init(argument index: Int, of call: PreparedCall, _ type: Any.Type) {
        unsafe address = call.memory.slot(index)
        form =
            if case .value(.scalar(let scalar)) = call.shape.parameters[index] { NumberForm(type, scalar) } else {
                .none
            }
    }

    fileprivate init(resultOf call: PreparedCall, _ type: Any.Type) {
        unsafe address = call.memory.result
        if type == Void.self {
            form = .nothing
        } else if case .value(.scalar(let scalar)) = call.shape.result, scalar != .bool {
            // A byte of C may be a bool of no kind that Swift knows.
            form = NumberForm(type, scalar)
        } else {
            form = .none
        }
    }

    /// Writes an argument of the type that the place is for; false if it does not fit.
    @inlinable @inline(__always)
    func store<Input>(_ input: Input) -> Bool {
        switch form {
        case .exact:
            if MemoryLayout<Input>.size == 4 {
                store(word: unsafe unsafeBitCast(input, to: UInt32.self))
            } else {
                unsafe address.initializeMemory(as: Input.self, to: input)
            }
            return true
        case .signed32:
            guard let number = Int32(exactly: unsafe unsafeBitCast(input, to: Int.self)) else { return false }
            store(word: UInt32(bitPattern: number))
            return true
        case .unsigned32:
            guard let number = UInt32(exactly: unsafe unsafeBitCast(input, to: Int.self)) else { return false }
            store(word: number)
            return true
        case .nothing, .none: return false
        }
    }

    /// Writes 32 bits into a register's room. The call reads whole registers, and a processor waits for a smaller write
    /// before it.
    @inlinable @inline(__always)
    func store(word: UInt32) {
        #if _endian(little)
            unsafe address.storeBytes(of: UInt64(word), as: UInt64.self)
        #else
            unsafe address.storeBytes(of: word, as: UInt32.self)
        #endif
    }

    /// Reads the result as the type that the place is for.
    @inlinable @inline(__always)
    func load<Output>() -> Output {
        switch form {
        case .signed32: unsafe unsafeBitCast(Int(address.load(as: Int32.self)), to: Output.self)
        case .unsigned32: unsafe unsafeBitCast(Int(address.load(as: UInt32.self)), to: Output.self)
        case .nothing: unsafe unsafeBitCast((), to: Output.self)
        case .exact, .none: unsafe address.assumingMemoryBound(to: Output.self).pointee
        }
    }
}

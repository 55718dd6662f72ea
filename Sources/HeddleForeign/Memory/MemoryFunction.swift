// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import Glibc
internal import Synchronization

/// A function that makes, reads or writes an object in memory. C calls it as any other, so that such a step is a call
/// like all others. It is never released.
@safe final class MemoryFunction: Sendable {
    /// The work of the function.
    enum Work {
        /// Makes an object of the type of a name, with the value that the first argument points to, and returns where it is.
        case make(String, count: Int, size: Int, alignment: Int)
        /// Returns the value of so many bytes at the place that the first argument is.
        case readValue(size: Int, MemoryTrust)
        /// Returns the place that the first argument is, if so many bytes can be read there.
        case readTarget(size: Int)
        /// Returns where the values are to which a field leads of the structure at the place that the first argument is.
        case readMember(RecordShape, index: Int, MemoryTrust)
        /// Writes the second argument, of so many bytes, to the place that the first one is.
        case writeValue(size: Int)
        /// Writes so many bytes that the second argument points to, to the place that the first one is.
        case writeTarget(size: Int)
        /// Writes the bit-field of the structure that the second argument points to, to that of the structure at the place
        /// that the first one is.
        case writeBits(BitField, to: BitField)
        /// Calls the function that the last argument is, with the arguments before it.
        case call(CallShape)

        /// The count, size and alignment of the values.
        var extent: [Int] {
            switch self {
            case .make(_, let count, let size, let alignment): [count, size, alignment]
            case .readValue(let size, let trust): [size, trust == .anything ? 1 : 0]
            case .readTarget(let size), .writeValue(let size), .writeTarget(let size): [size]
            case .writeBits(_, let field): [field.offset, field.width]
            case .readMember, .call: []
            }
        }
    }

    private let shape: CallShape
    private let work: Work
    /// The offsets of the pointers in a value that it writes.
    private let pointers: [Int]

    private init(_ shape: CallShape, _ work: Work) {
        self.shape = shape
        self.work = work
        let value = shape.signature.parameters.last?.type
        pointers =
            switch work {
            case .writeValue: value.flatMap { ValueLayout($0) }?.pointerOffsets ?? []
            case .make, .writeTarget: (value?.target).flatMap { ValueLayout($0) }?.pointerOffsets ?? []
            case .readValue, .readTarget, .readMember, .writeBits, .call: []
            }
    }

    /// Tells a function from others.
    private struct Key: Hashable {
        let signature: Signature
        let library: LibraryIdentity
        let engine: CallEngine
        let extent: [Int]
    }

    /// The functions that make, read and write, each for all plans. One that calls others, or reads the values of a
    /// member, knows types as the declarations of one plan have them, and stays with that.
    private static let known = Mutex<[Key: Function]>([:])

    /// The function that does some work for values of a type.
    ///
    /// - Parameters:
    ///   - library: the library whose handles it takes and gives.
    ///   - engine: the engine for calls of its host.
    static func function(
        _ signature: Signature, of library: LibraryIdentity, by engine: CallEngine, _ work: Work
    ) throws(Unsupported) -> Function {
        switch work {
        case .readMember, .call: return try make(signature, of: library, by: engine, work)
        case .make, .readValue, .readTarget, .writeValue, .writeTarget, .writeBits: break
        }
        let key = Key(signature: signature, library: library, engine: engine, extent: work.extent)
        if let function = known.withLock({ $0[key] }) { return function }
        let function = try make(signature, of: library, by: engine, work)
        known.withLock { $0[key] = function }
        return function
    }

    private static func make(
        _ signature: Signature, of library: LibraryIdentity, by engine: CallEngine, _ work: Work
    ) throws(Unsupported) -> Function {
        let function = MemoryFunction(try CallShape(signature, of: library, by: engine, isEntered: true), work)
        let context = unsafe Unmanaged.passRetained(function).toOpaque()
        guard let address = unsafe heddle_callback_create(function.shape.native, enterMemory, context) else {
            throw Unsupported(parameter: nil, message: "there is no memory for a function")
        }
        return unsafe Function(symbol: signature.symbol, address: address, library: library)
    }

    fileprivate func enter(_ entering: OpaquePointer?) {
        var number = errno
        EnteredMemory.with(shape) { memory in
            unsafe heddle_take_arguments(entering, memory.pointers)
            do throws(Failure) {
                try run(memory, &number)
            } catch {
                unsafe heddle_fail_current_with(error.native())
            }
            unsafe heddle_give_result(entering, memory.result)
        }
        errno = number
    }

    /// - Parameter number: `errno` as it is to be left.
    private func run(_ memory: EnteredMemory, _ number: inout Int32) throws(Failure) {
        let first = unsafe shape.parameters.isEmpty ? 0 : memory.slot(0).load(as: UInt.self)
        switch work {
        case .make(let type, let count, let size, let alignment):
            let object = try OwnObject(type, count: count, size: size, alignment: alignment)
            if let value = unsafe UnsafeRawPointer(bitPattern: first) {
                unsafe UnsafeMutableRawPointer(bitPattern: object.address)?.copyMemory(from: value, byteCount: size)
            }
            _ = HandleTable.shared.add(object, of: shape.library)
            notePointers(at: object.address)
            unsafe memory.result.storeBytes(of: object.address, as: UInt.self)
        case .readValue(let size, let trust):
            if trust == .known, shape.signature.result.isPointer { try refuseReleased(at: first) }
            guard unsafe UncertainMemory.copyAtOnce(first, to: memory.result, count: size) else { throw .unreadable }
        case .readTarget(let size):
            guard UncertainMemory.bytes(at: first, count: size) != nil else { throw .unreadable }
            unsafe memory.result.storeBytes(of: first, as: UInt.self)
        case .readMember(let record, let index, let trust):
            if trust == .known, case .buffer(let buffer, let offset) = record.fields[index].content, !buffer.isInline {
                try refuseReleased(at: first &+ UInt(bitPattern: offset))
            }
            let start = try values(of: record.fields[index], in: record, at: first)
            unsafe memory.result.storeBytes(of: start, as: UInt.self)
        case .writeValue(let size): try unsafe write(memory.slot(1), size, to: first)
        case .writeTarget(let size):
            try unsafe write(memory.slot(1).load(as: UnsafeRawPointer?.self), size, to: first)
        case .writeBits(let given, let field):
            guard let value = unsafe memory.slot(1).load(as: UnsafeRawPointer?.self) else { return }
            try write(unsafe given.read(from: value), to: field, at: first)
        case .call(let called): try call(called, memory, &number)
        }
    }

    /// Refuses a pointer at a place, if a step has put it there, and what it led to was released.
    private func refuseReleased(at place: UInt) throws(Failure) {
        guard HandleTable.shared.hasReleasedPointers, let pointer = UncertainMemory.pointer(at: place) else { return }
        if HandleTable.shared.isReleased(pointer, at: place) { throw .released }
    }

    /// Notes the pointers of a value that was written.
    private func notePointers(at start: UInt) {
        for offset in pointers {
            let place = start &+ UInt(offset)
            if let pointer = UncertainMemory.pointer(at: place) { HandleTable.shared.noteStored(pointer, at: place) }
        }
    }

    /// Writes the bytes of a record in which a bit-field stands, with its bits changed.
    private func write(_ value: Value, to field: BitField, at address: UInt) throws(Failure) {
        let start = field.offset / 8
        let place = address &+ UInt(start)
        guard var bytes = UncertainMemory.bytes(at: place, count: field.end - start) else { throw .unreadable }
        let moved = BitField(scalar: field.scalar, offset: field.offset % 8, width: field.width)
        let isWritten = unsafe bytes.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress, unsafe (try? moved.write(value, to: start)) != nil else {
                return false
            }
            return unsafe UncertainMemory.write(UnsafeRawBufferPointer(bytes), to: place)
        }
        if !isWritten { throw .unwritable }
    }

    /// Finds the values to which a field leads of the record at an address.
    ///
    /// - Throws: that there are not so many as other fields count.
    private func values(
        of field: RecordShape.Field, in record: RecordShape, at address: UInt
    ) throws(Failure) -> UInt {
        guard case .buffer(let buffer, let offset) = field.content else { return 0 }
        let place = address &+ UInt(bitPattern: offset)
        guard let bytes = UncertainMemory.bytes(at: address, count: record.size),
            let start = buffer.isInline ? place : UncertainMemory.pointer(at: place)
        else { throw .unreadable }
        let (absence, count) = unsafe bytes.withUnsafeBytes { bytes -> (String?, Int?) in
            guard let memory = bytes.baseAddress else { return (nil, nil) }
            return unsafe (record.absence(of: field, in: memory), record.count(of: buffer, in: memory))
        }
        if let absence { throw Failure(.argument, "\(field.name) \(absence)") }
        if start == 0 { return 0 }
        guard let count else { throw Failure(.argument, "the members beside \(field.name) give it no count") }
        guard count <= ArgumentEncoder.largestRoom / buffer.run.stride else {
            throw Failure(.argument, "\(field.name) would have \(count) values, more than any memory has")
        }
        let known = buffer.run.valuesGiven(of: count, at: start)
        if let room = HandleTable.shared.room(at: start), known > room / buffer.run.stride {
            throw Failure(
                .argument,
                "\(field.name) has \(counted(known, buffer.run.unit)), and there is room for \(room / buffer.run.stride)"
            )
        }
        guard known == 0 || known > 0 && UncertainMemory.bytes(at: start, count: known * buffer.run.stride) != nil
        else {
            throw .unreadable
        }
        return start
    }

    private func call(_ called: CallShape, _ memory: EnteredMemory, _ number: inout Int32) throws(Failure) {
        let pointer = unsafe memory.slot(called.parameters.count).load(as: UnsafeMutableRawPointer?.self)
        guard let address = unsafe pointer else { throw Failure(.argument, "the function is null") }
        let function = unsafe Function(symbol: called.signature.symbol, address: address, library: called.library)
        var invocation = unsafe heddle_invocation(
            called, function, UnsafePointer(memory.pointers), result: memory.result)
        let failure = unsafe heddle_invoke(&invocation)
        number = unsafe invocation.saved_errno
        if let failure = unsafe failure { throw unsafe Failure(consuming: failure) }
    }

    private func write(_ value: UnsafeRawPointer?, _ size: Int, to address: UInt) throws(Failure) {
        guard unsafe UncertainMemory.write(UnsafeRawBufferPointer(start: value, count: size), to: address) else {
            throw .unwritable
        }
        notePointers(at: address)
    }
}

/// The arguments and the result of a function while it runs, on the stack.
@safe private struct EnteredMemory {
    private let shape: CallShape
    /// Points to the slot of each argument.
    let pointers: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    let result: UnsafeMutableRawPointer

    /// Runs a closure with the memory for a call.
    static func with(_ shape: CallShape, _ body: (EnteredMemory) -> Void) {
        let count = shape.parameters.count
        let results = CallShape.slotSize(for: shape.result.size)
        let size = results + shape.slotBytes
        unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: shape.alignment) { block in
            unsafe withUnsafeTemporaryAllocation(
                of: UnsafeMutableRawPointer?.self, capacity: max(1, count)
            ) { pointers in
                guard let result = block.baseAddress, let first = pointers.baseAddress else { return }
                unsafe block.initializeMemory(as: UInt8.self, repeating: 0)
                for index in 0..<count {
                    unsafe (first + index).initialize(to: result + results + shape.slots[index])
                }
                body(unsafe EnteredMemory(shape: shape, pointers: first, result: result))
            }
        }
    }

    /// The place of an argument's value.
    func slot(_ index: Int) -> UnsafeMutableRawPointer {
        unsafe result + CallShape.slotSize(for: shape.result.size) + shape.slots[index]
    }
}

extension Failure {
    /// The failure of memory that is not there, or may not be read.
    fileprivate static let unreadable = Failure(.argument, "the memory cannot be read")
    /// The failure of a pointer that a step has put somewhere, and that leads to released memory.
    fileprivate static let released = Failure(.argument, "what the pointer leads to was released")
    /// The failure of memory that is not there, or may not be written.
    fileprivate static let unwritable = Failure(.argument, "the memory cannot be written")
}

private func enterMemory(_ context: UnsafeRawPointer?, _ entering: OpaquePointer?) {
    guard let context = unsafe context else { return }
    unsafe Unmanaged<MemoryFunction>.fromOpaque(context)._withUnsafeGuaranteedRef { unsafe $0.enter(entering) }
}

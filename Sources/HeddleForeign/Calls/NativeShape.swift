// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleDeclarations

/// The shape of calls as the barrier executes it, in memory that lives as long as this object.
@safe final class NativeShape: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<heddle_shape>
    private let pieces: UnsafeMutableBufferPointer<heddle_piece>

    /// - Parameters:
    ///   - placement: nil on a machine that Heddle has no calling convention of.
    ///   - slots: where each argument's slot begins.
    ///   - resultSize: the size of the result in bytes.
    ///   - words: those of the machine that the placement is for.
    init(_ placement: Placement?, slots: [Int], slotBytes: Int, resultSize: Int, words: RegisterWords = .host) {
        let placement = placement ?? Placement()
        let all = placement.arguments.enumerated().flatMap { index, pieces in
            pieces.map { heddle_piece($0, of: index, slot: slots[index], words) }
        }
        unsafe pieces = .allocate(capacity: all.count)
        _ = unsafe pieces.initialize(fromContentsOf: all)
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(to: heddle_shape())
        unsafe pointer.pointee.placement = heddle_placement(
            placement, UnsafePointer(pieces.baseAddress), all.count, words)
        unsafe pointer.pointee.placement.result_size = UInt32(resultSize)
        unsafe pointer.pointee.arguments = UInt32(slots.count)
        unsafe pointer.pointee.slot_bytes = UInt32(slotBytes)
        unsafe pointer.pointee.result_bytes = UInt32(CallShape.slotSize(for: resultSize))
    }

    /// Lets libffi make the calls.
    ///
    /// - Parameter types: what it is told; nil where it is told the words of the placement.
    /// - Returns: false if libffi refuses that.
    func describe(by types: LibffiTypes?) -> Bool {
        guard let types else {
            unsafe pointer.pointee.description = unsafe heddle_describe_words(placement)
            return unsafe pointer.pointee.description != nil
        }
        unsafe pointer.pointee.description = unsafe heddle_describe_types(
            types.codes, UInt32(types.codes.count), UInt32(types.arguments), UInt32(types.fixed))
        return unsafe pointer.pointee.description != nil
    }

    private var placement: UnsafePointer<heddle_placement> {
        unsafe UnsafeRawPointer(pointer).assumingMemoryBound(to: heddle_placement.self)
    }

    deinit {
        unsafe heddle_description_destroy(pointer.pointee.description)
        unsafe pieces.deallocate()
        unsafe pointer.deallocate()
    }
}

extension heddle_placement {
    fileprivate init(
        _ placement: Placement, _ pieces: UnsafePointer<heddle_piece>?, _ count: Int, _ words: RegisterWords
    ) {
        unsafe self.init()
        let copies = placement.arguments.joined().compactMap(\.copied)
        let alignment = copies.map(\.alignment).reduce(16, max)
        unsafe copy_bytes = UInt32(copies.reduce(0) { $0 + $1.size + alignment })
        unsafe copy_alignment = UInt32(alignment)
        unsafe self.pieces = pieces
        unsafe self.count = UInt32(count)
        unsafe stack_words = UInt32(placement.stackSize / 8)
        unsafe stack_alignment = UInt32(placement.stackAlignment)
        unsafe floats = UInt32(placement.floats)
        unsafe take(placement.result, words)
    }

    private mutating func take(_ result: Placement.Result, _ words: RegisterWords) {
        switch result {
        case .none: unsafe self.result = HEDDLE_RESULT_NONE
        case .memory: unsafe self.result = HEDDLE_RESULT_MEMORY
        case .x87(let count): unsafe self.result = count == 2 ? HEDDLE_RESULT_X87_PAIR : HEDDLE_RESULT_X87
        case .registers(let pieces):
            unsafe self.result = HEDDLE_RESULT_REGISTERS
            unsafe result_count = UInt32(pieces.count)
            let parts = pieces.map { heddle_result_part($0, words) } + Array(repeating: heddle_result_part(), count: 4)
            unsafe result_parts = (parts[0], parts[1], parts[2], parts[3])
            unsafe result_load = pieces.first?.load ?? HEDDLE_WHOLE
        }
    }
}

extension heddle_result_part {
    fileprivate init(_ piece: Placement.Piece, _ words: RegisterWords) {
        self.init(
            offset: UInt8(piece.offset), word: UInt8(words.index(ofResult: piece.place)), size: UInt8(piece.storedSize))
    }
}

extension Placement.Piece {
    /// The number of bytes of its register that are stored as a result.
    fileprivate var storedSize: Int {
        if case .integer = place { return 8 }
        return size <= 4 ? 4 : size <= 8 ? 8 : 16
    }
}

extension heddle_piece {
    fileprivate init(_ piece: Placement.Piece, of argument: Int, slot: Int, _ words: RegisterWords) {
        self.init(
            argument: UInt32(argument), offset: UInt32(piece.offset), start: UInt32(slot + piece.offset),
            word: UInt32(words.index(of: piece.place)), size: UInt32(piece.copied?.size ?? piece.size), load: piece.load
        )
    }
}

extension Placement.Piece {
    fileprivate var load: heddle_load {
        if copied != nil { return HEDDLE_ADDRESS }
        guard fillsWord else { return HEDDLE_MEMORY }
        return switch (size, widening) {
        case (1, .signed): HEDDLE_INT8
        case (1, .unsigned): HEDDLE_UINT8
        case (2, .signed): HEDDLE_INT16
        case (2, .unsigned): HEDDLE_UINT16
        default: HEDDLE_WHOLE
        }
    }

    /// True if a whole word may be read from where the part stands, and written to it: a slot ends with a whole word.
    fileprivate var fillsWord: Bool { size <= 8 && offset % 8 == 0 }
}

/// The registers of a machine as words of 8 bytes; see `machine.h`.
struct RegisterWords: Sendable {
    /// The words of the integer registers, before those of the floating-point ones.
    let integers: Int
    let ofFloat: Int
    /// The words of all registers, before those of the stack.
    let registers: Int
    /// The words of a result's integer registers, before those of the floating-point ones.
    let resultIntegers: Int

    /// Those of the machine that Heddle was built for.
    static let host = RegisterWords(
        integers: Int(HEDDLE_INTEGER_WORDS), ofFloat: Int(HEDDLE_WORDS_OF_FLOAT),
        registers: Int(HEDDLE_REGISTER_WORDS), resultIntegers: Int(HEDDLE_RESULT_INTEGERS))

    fileprivate func index(of place: Placement.Place) -> Int {
        switch place {
        case .integer(let index): index
        case .float(let index): integers + index * ofFloat
        case .stack(let offset): registers + offset / 8
        }
    }

    fileprivate func index(ofResult place: Placement.Place) -> Int {
        switch place {
        case .integer(let index): index
        case .float(let index): resultIntegers + index * ofFloat
        case .stack: preconditionFailure("a result does not come on the stack")
        }
    }
}

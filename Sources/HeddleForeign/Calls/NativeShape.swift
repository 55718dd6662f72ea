// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleDeclarations

/// A placement as the barrier executes it, in memory that lives as long as this object.
@safe final class NativeShape: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<heddle_shape>
    private let pieces: UnsafeMutableBufferPointer<heddle_piece>

    /// - Parameter slots: where each argument's slot begins.
    init(_ placement: Placement, slots: [Int], slotBytes: Int, result: ResultPassing) {
        let all = placement.arguments.enumerated().flatMap { index, pieces in
            pieces.map { heddle_piece($0, of: index, slot: slots[index]) }
        }
        unsafe pieces = .allocate(capacity: all.count)
        _ = unsafe pieces.initialize(fromContentsOf: all)
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(to: heddle_shape())
        unsafe pointer.pointee.placement = heddle_placement(placement, UnsafePointer(pieces.baseAddress), all.count)
        unsafe pointer.pointee.placement.result_size = UInt32(result.size)
        unsafe pointer.pointee.arguments = UInt32(placement.arguments.count)
        unsafe pointer.pointee.slot_bytes = UInt32(slotBytes)
        unsafe pointer.pointee.result_bytes = UInt32(CallShape.slotSize(for: result.size))
    }

    deinit {
        unsafe pieces.deallocate()
        unsafe pointer.deallocate()
    }
}

extension heddle_placement {
    fileprivate init(_ placement: Placement, _ pieces: UnsafePointer<heddle_piece>?, _ count: Int) {
        unsafe self.init()
        unsafe self.pieces = pieces
        unsafe self.count = UInt32(count)
        unsafe stack_words = UInt32(placement.stackSize / 8)
        unsafe stack_alignment = UInt32(placement.stackAlignment)
        unsafe floats = UInt32(placement.floats)
        unsafe take(placement.result)
    }

    private mutating func take(_ result: Placement.Result) {
        switch result {
        case .none: unsafe self.result = HEDDLE_RESULT_NONE
        case .memory: unsafe self.result = HEDDLE_RESULT_MEMORY
        case .x87(let count): unsafe self.result = count == 2 ? HEDDLE_RESULT_X87_PAIR : HEDDLE_RESULT_X87
        case .registers(let pieces):
            unsafe self.result = HEDDLE_RESULT_WORDS
            unsafe result_words = UInt32(pieces.count)
            let offsets = pieces.map { UInt8($0.offset) }
            unsafe result_offsets = (offsets.first ?? 0, offsets.last ?? 0)
            let names = pieces.map(\.place.resultRegister)
            unsafe result_registers = (names.first ?? 0, names.last ?? 0)
            unsafe result_load = pieces.first?.load ?? HEDDLE_WHOLE
        }
    }
}

extension heddle_piece {
    fileprivate init(_ piece: Placement.Piece, of argument: Int, slot: Int) {
        self.init(
            argument: UInt32(argument), offset: UInt32(piece.offset), start: UInt32(slot + piece.offset),
            word: piece.place.word, size: UInt32(piece.size), load: piece.load)
    }
}

extension Placement.Piece {
    fileprivate var load: heddle_load {
        switch (size, widening) {
        case (9..., _): HEDDLE_MEMORY
        case (1, .signed): HEDDLE_INT8
        case (1, .unsigned): HEDDLE_UINT8
        case (2, .signed): HEDDLE_INT16
        case (2, .unsigned): HEDDLE_UINT16
        default: HEDDLE_WHOLE
        }
    }
}

extension Placement.Place {
    fileprivate var word: UInt32 {
        switch self {
        case .integer(let index): UInt32(index)
        case .float(let index): UInt32(Int(HEDDLE_INTEGER_WORDS) + index)
        case .stack(let offset): UInt32(Int(HEDDLE_REGISTER_WORDS) + offset / 8)
        }
    }

    fileprivate var resultRegister: UInt8 {
        switch self {
        case .integer(let index): UInt8(Int(HEDDLE_RAX) + index)
        case .float(let index): UInt8(Int(HEDDLE_XMM0) + index)
        case .stack: preconditionFailure("a result does not come on the stack")
        }
    }
}

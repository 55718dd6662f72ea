// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleDeclarations

/// The arguments of a call by pointer, with their shape.
@safe struct ArgumentList {
    let shape: CallShape
    let pointers: UnsafePointer<UnsafeMutableRawPointer?>
    /// Where the result stands; nil where the call has none to be had yet.
    let result: UnsafeRawPointer?
    /// The memory that the host made for the arguments; nil for calls that modules make.
    let memory: CallMemory?

    func slot(_ index: Int) -> UnsafeMutableRawPointer {
        guard let slot = unsafe pointers[index] else { preconditionFailure("an argument without a slot") }
        return unsafe slot
    }

    /// The pointer that an argument is.
    func target(_ index: Int) -> UnsafeMutableRawPointer? {
        unsafe slot(index).load(as: UnsafeMutableRawPointer?.self)
    }

    // MARK: Counts

    /// How many elements a counted run has; never negative. Nil where the number cannot be known.
    func count(_ count: Parameter.Count) -> Int? {
        number(count).map { max(0, Int(clamping: $0)) }
    }

    private func number(_ count: Parameter.Count) -> Int128? {
        switch count {
        case .constant(let number): Int128(number)
        case .parameter(let index), .pointee(let index): number(at: index)
        case .result: unsafe result.flatMap { unsafe shape.result.integer(at: $0) }
        case .product(let left, let right): product(left, right)
        case .untilNull: nil
        }
    }

    private func product(_ left: Parameter.Count, _ right: Parameter.Count) -> Int128? {
        guard let left = number(left), let right = number(right) else { return nil }
        let (product, isTooLarge) = left.multipliedReportingOverflow(by: right)
        return isTooLarge ? .max : product
    }

    /// The number that a parameter holds, by value or behind a pointer.
    func number(at index: Int) -> Int128? {
        guard let scalar = shape.parameters[index].counter else { return nil }
        guard case .pointed = shape.parameters[index] else { return unsafe scalar.readInteger(from: slot(index)) }
        return unsafe target(index).flatMap { unsafe scalar.readInteger(from: $0) }
    }

    /// How many elements of a run may be looked at, none of them behind the end of its room.
    func length(of run: CountedBuffer, at start: UnsafeRawPointer, _ index: Int, afterCall: Bool) -> Int {
        let room = unsafe memory?.room(index, at: start).map { $0 / run.stride }
        if run.count == .untilNull { return unsafe run.lengthUntilNull(at: start, atMost: room) }
        let declared = count(run.count)
        let written = afterCall ? run.written.map { count($0) ?? 0 } : nil
        let known = [declared, written, room].compactMap(\.self)
        return known.min() ?? 0
    }
}

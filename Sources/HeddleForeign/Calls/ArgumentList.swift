// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleDeclarations
internal import Glibc

/// The arguments of a call by pointer, with their shape.
@safe struct ArgumentList {
    let shape: CallShape
    let pointers: UnsafePointer<UnsafeMutableRawPointer?>
    /// The place of the result; nil where the call has none to be had yet.
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

    /// The number of elements that a counted run has; never negative. Nil where the number cannot be known.
    func count(_ count: Parameter.Count) -> Int? {
        (try? number(of: count)).map { max(0, Int(clamping: $0)) }
    }

    /// The number that a count is, which may be negative.
    func number(of count: Parameter.Count) throws(CountFlaw) -> Int128 {
        try count.evaluate(number(ofPart:))
    }

    private func number(ofPart part: Parameter.Count) -> Int128? {
        switch part {
        case .parameter(let index), .pointee(let index): number(at: index)
        case .field(let index, let path): number(at: index, path)
        case .handedField(let index, let path): number(handedOutBy: index, path)
        case .length(let index): length(ofText: index)
        case .result: unsafe result.flatMap { unsafe shape.result.integer(at: $0) }
        case .constant, .operation, .untilNull, .terminated: nil
        }
    }

    /// The parts of a count with their values: `0 - 1` for `n - 1`.
    func values(in count: Parameter.Count) -> String {
        count.text { part in
            if part.parameters.contains(where: { shape.signature.parameters[$0].isSecret }) { return Value.secretWord }
            return number(ofPart: part).map { "\($0)" } ?? "?"
        }
    }

    /// The number in a field of the structure that a parameter points to; nil where nothing says that it is all there.
    private func number(at index: Int, _ path: [String]) -> Int128? {
        guard case .pointer(let type, _) = shape.signature.parameters[index].type.canonical,
            let target = unsafe target(index)
        else { return nil }
        if memory?.object(index) != nil {
            guard let room = unsafe memory?.room(index, at: target), let size = type.layout?.size, room >= size else {
                return nil
            }
        }
        return type.number(at: path).flatMap { unsafe $0.scalar.readInteger(from: target + $0.offset) }
    }

    /// The number in a field of the structure to which a call has handed out a pointer; nil where it has handed out none, or
    /// one that leads nowhere.
    private func number(handedOutBy index: Int, _ path: [String]) -> Int128? {
        guard case .pointer(let pointer, _) = shape.signature.parameters[index].type.canonical,
            case .pointer(let type, _) = pointer.canonical,
            let start = unsafe target(index)?.load(as: UInt.self), let number = type.number(at: path),
            let bytes = UncertainMemory.bytes(at: start &+ UInt(bitPattern: number.offset), count: number.scalar.size)
        else { return nil }
        return unsafe bytes.withUnsafeBytes { bytes in
            unsafe bytes.baseAddress.flatMap { unsafe number.scalar.readInteger(from: $0) }
        }
    }

    /// The bytes of a text before its NUL; nil for null.
    private func length(ofText index: Int) -> Int128? {
        unsafe target(index).map { Int128(unsafe strlen($0.assumingMemoryBound(to: CChar.self))) }
    }

    /// The number that a parameter holds, by value or behind a pointer.
    func number(at index: Int) -> Int128? {
        guard let scalar = shape.parameters[index].counter else { return nil }
        guard case .pointed = shape.parameters[index] else { return unsafe scalar.readInteger(from: slot(index)) }
        return unsafe target(index).flatMap { unsafe scalar.readInteger(from: $0) }
    }

    /// The number of elements of a run that may be looked at, none of them behind the end of its room.
    func length(of run: CountedBuffer, at start: UnsafeRawPointer, _ index: Int, afterCall: Bool) -> Int {
        let room = unsafe memory?.room(index, at: start).map { $0 / run.stride }
        if run.count == .untilNull { return unsafe run.lengthUntilNull(at: start, atMost: room) }
        let declared = count(run.count)
        let written = afterCall ? run.written.map { count($0) ?? 0 } : nil
        let known = [declared, written, room].compactMap(\.self)
        let most = known.min() ?? 0
        return run.count.isTerminated ? unsafe run.lengthUntilNull(at: start, atMost: most) : most
    }
}

extension CType {
    /// The number that a field of a structure is, by its path, and the bytes before it.
    fileprivate func number(at path: [String]) -> (scalar: Scalar, offset: Int)? {
        var (type, offset) = (self, 0)
        for name in path {
            guard case .record(let record) = type.canonical, let place = record.place(of: name), place.bits == nil
            else { return nil }
            (type, offset) = (place.type, offset + place.offset)
        }
        return Scalar(type).map { ($0, offset) }
    }
}

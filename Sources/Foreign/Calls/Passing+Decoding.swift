// SPDX-License-Identifier: Apache-2.0

internal import Declarations
internal import Glibc

extension Passing {
    /// The value that an argument's slot holds; nil for what a caller does not give.
    ///
    /// - Parameter arguments: the call's argument list, for the count of a buffer.
    func decode(_ slot: UnsafeRawPointer, in arguments: ArgumentList) -> Value? {
        switch self {
        case .scalar(let scalar): return unsafe scalar.read(from: slot)
        case .instance, .receivedPointer, .pointed(_, .out), .buffer(.out, _, _): return nil
        case .pointed(let scalar, _):
            guard let target = unsafe slot.load(as: UnsafeRawPointer?.self) else { return .null }
            return unsafe scalar.read(from: target)
        case .text: return unsafe copiedText(at: slot.load(as: UnsafePointer<CChar>?.self))
        case .handle(let type): return unsafe handleValue(at: slot.load(as: UInt.self), type: type)
        case .buffer(_, let count, let isText):
            guard let start = unsafe slot.load(as: UnsafeRawPointer?.self) else { return .null }
            return unsafe copiedBytes(at: start, count: arguments.count(count), isText: isText)
        }
    }

    /// What the action has written into an out-parameter; nil for the other parameters.
    func decodeOutput(_ slot: UnsafeRawPointer, in arguments: ArgumentList) -> Value? {
        switch self {
        case .pointed(let scalar, .out), .pointed(let scalar, .inout):
            return unsafe slot.load(as: UnsafeRawPointer?.self).map { unsafe scalar.read(from: $0) }
        case .buffer(.out, let count, let isText), .buffer(.inout, let count, let isText):
            guard let start = unsafe slot.load(as: UnsafeRawPointer?.self) else { return nil }
            return unsafe copiedBytes(at: start, count: arguments.count(count), isText: isText)
        case .receivedPointer(let type):
            guard let received = unsafe slot.load(as: UnsafeRawPointer?.self) else { return nil }
            guard let type else { return unsafe copiedText(at: received.load(as: UnsafePointer<CChar>?.self)) }
            return unsafe handleValue(at: received.load(as: UInt.self), type: type)
        default: return nil
        }
    }
}

extension ResultPassing {
    /// The value that a result's memory holds; nil for void.
    func decode(_ memory: UnsafeRawPointer) -> Value? {
        switch self {
        case .void: nil
        case .scalar(let scalar): unsafe scalar.read(from: memory)
        case .text: unsafe copiedText(at: memory.load(as: UnsafePointer<CChar>?.self))
        case .handle(let type): unsafe handleValue(at: memory.load(as: UInt.self), type: type)
        }
    }
}

/// The arguments of a call by pointer, with their shape.
@safe struct ArgumentList {
    let shape: CallShape
    let pointers: UnsafePointer<UnsafeMutableRawPointer?>

    func slot(_ index: Int) -> UnsafeMutableRawPointer {
        guard let slot = unsafe pointers[index] else { preconditionFailure("an argument without a slot") }
        return unsafe slot
    }

    /// How many elements a counted parameter has; never negative.
    func count(_ count: Parameter.Count) -> Int {
        switch count {
        case .constant(let number): number
        case .parameter(let index): max(0, Int(clamping: number(at: index) ?? 0))
        }
    }

    /// The number that a parameter holds, by value or behind a pointer.
    func number(at index: Int) -> Int128? {
        switch shape.parameters[index] {
        case .scalar(let scalar): unsafe scalar.readInteger(from: slot(index))
        case .pointed(let scalar, _):
            unsafe slot(index).load(as: UnsafeRawPointer?.self).flatMap { unsafe scalar.readInteger(from: $0) }
        default: nil
        }
    }
}

/// A text of C, copied; one that is not UTF-8 comes as the bytes that it is.
private func copiedText(at start: UnsafePointer<CChar>?) -> Value {
    guard let start = unsafe start else { return .null }
    if let text = unsafe String(validatingCString: start) { return .string(text) }
    return unsafe .bytes([UInt8](UnsafeRawBufferPointer(start: start, count: strlen(start))))
}

/// A counted run, copied; as text it ends at a NUL, or at its end where a module forgot it.
private func copiedBytes(at start: UnsafeRawPointer, count: Int, isText: Bool) -> Value {
    let all = unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    guard isText else { return .bytes(all) }
    let text = all.prefix { $0 != 0 }
    return String(validating: text, as: UTF8.self).map { .string($0) } ?? .bytes(Array(text))
}

private func handleValue(at address: UInt, type: String) -> Value {
    address == 0 ? .null : .handle(HandleTable.shared.handle(for: address, type: type))
}

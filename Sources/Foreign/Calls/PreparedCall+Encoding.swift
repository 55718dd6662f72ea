// SPDX-License-Identifier: Apache-2.0

public import Declarations
internal import Glibc

/// What is known of an argument.
public enum Argument: Hashable, Sendable {
    /// Its value.
    case value(Value)
    /// It was not given.
    case absent
    /// It will be given, but is not known before the run.
    case unknown
}

extension PreparedCall {
    /// Puts arguments into memory, one for each parameter of the declaration.
    ///
    /// Out-parameters and the instance are absent. A parameter that only counts another may be absent, and is then
    /// taken from it.
    ///
    /// - Returns: all values that do not fit; the call may be made only when there are none and none is unknown.
    public func encode(_ arguments: [Argument]) -> [CrossingError] {
        var encoder = ArgumentEncoder(memory: memory, arguments: arguments)
        for index in shape.parameters.indices { encoder.encodeValue(index) }
        for index in shape.parameters.indices { encoder.encodeCount(index) }
        return encoder.errors
    }
}

/// Writes arguments into a call's memory: first the values, then what is counted, since counts are values too.
struct ArgumentEncoder {
    let memory: CallMemory
    let arguments: [Argument]
    private(set) var errors: [CrossingError] = []

    /// The largest room that a call gets for one out-parameter.
    static let largestBuffer = 1 << 30

    init(memory: CallMemory, arguments: [Argument]) {
        self.memory = memory
        self.arguments = arguments
    }

    private var shape: CallShape { memory.shape }
    private func parameter(_ index: Int) -> Parameter { shape.signature.parameters[index] }

    mutating func encodeValue(_ index: Int) {
        switch (arguments[index], shape.parameters[index]) {
        case (.unknown, _), (_, .instance), (_, .buffer(.out, _, _)): return
        case (_, .pointed(_, .out)), (_, .receivedPointer): memory.pointToCell(index, keepsValue: false)
        case (.absent, let passing):
            if !isCounted(by: index) { reject(index, "nothing", expected(by: passing)) }
        case (.value(let value), let passing):
            do { try encode(value, passing, index) } catch { reject(index, value.kindDescription, error.expected) }
        }
    }

    private mutating func encode(_ value: Value, _ passing: Passing, _ index: Int) throws(Misfit) {
        if value == .null, passing.isPointer, parameter(index).isOptional {
            return memory.pointToNull(index)
        }
        switch passing {
        case .scalar(let scalar): try unsafe scalar.write(value, to: memory.slot(index))
        case .pointed(let scalar, let direction):
            try unsafe scalar.write(value, to: memory.cell(index))
            memory.pointToCell(index, keepsValue: direction == .inout)
        case .text:
            let bytes = try text(value, index)
            memory.pointToBuffer(index, bytes, size: bytes.count)
        case .buffer:
            let bytes = try bytes(value, passing, index)
            memory.pointToBuffer(index, bytes, size: bytes.count)
        case .handle(let type): try point(index, to: value, type)
        case .instance, .receivedPointer: break
        }
    }

    // MARK: Counts

    /// Settles a buffer's count: taken from the buffer where it was not given, checked against it where it was.
    mutating func encodeCount(_ index: Int) {
        guard case .buffer(let direction, let count, _) = shape.parameters[index], arguments[index] != .unknown else {
            return
        }
        if case .parameter(let counter) = count {
            if arguments[counter] == .unknown || errors.contains(where: { $0.parameter == counter }) { return }
            if arguments[counter] == .absent, direction != .out { return takeCount(of: index, for: counter) }
            if let number = memory.arguments.number(at: counter), number < 0 {
                let most = direction == .in ? memory.bufferSize(index) : nil
                return reject(counter, "number \(number)", "a number from 0 to \(most ?? Self.largestBuffer)")
            }
        }
        let number = memory.arguments.count(count)
        guard number <= Self.largestBuffer else {
            return reject(index, "room for \(number) bytes", "at most 1 GiB")
        }
        switch direction {
        case .in: if let size = memory.bufferSize(index), size < number { rejectCount(index, count, number, size) }
        case .out: memory.pointToBuffer(index, [], size: number)
        case .inout: growBuffer(index, to: number)
        }
    }

    private mutating func takeCount(of index: Int, for counter: Int) {
        let size = memory.bufferSize(index) ?? 0
        if let other = firstBuffer(countedBy: counter), other != index, let known = memory.bufferSize(other),
            known != size
        {
            return reject(
                index, "\(size) bytes",
                "\(known) bytes, as many as argument \(other + 1) has: \(name(counter)) counts both")
        }
        do {
            try writeCount(size, to: counter)
        } catch {
            reject(index, "\(size) bytes", "no more than \(name(counter)) can count: \(error.expected)")
        }
    }

    private func writeCount(_ size: Int, to counter: Int) throws(Misfit) {
        switch shape.parameters[counter] {
        case .scalar(let scalar): try unsafe scalar.write(.number(.integer(Int128(size))), to: memory.slot(counter))
        case .pointed(let scalar, let direction):
            try unsafe scalar.write(.number(.integer(Int128(size))), to: memory.cell(counter))
            memory.pointToCell(counter, keepsValue: direction == .inout)
        default: break
        }
    }

    private mutating func growBuffer(_ index: Int, to size: Int) {
        guard case .value(let value) = arguments[index], value != .null,
            let bytes = try? bytes(value, shape.parameters[index], index)
        else { return }
        if bytes.count > size { return reject(index, "\(bytes.count) bytes", "at most \(size) bytes") }
        memory.pointToBuffer(index, bytes, size: size)
    }

    private mutating func rejectCount(_ index: Int, _ count: Parameter.Count, _ number: Int, _ size: Int) {
        guard case .parameter(let counter) = count else {
            return reject(index, "\(size) bytes", "\(number) bytes")
        }
        reject(counter, "number \(number)", "at most \(size), the number of bytes in argument \(index + 1)")
    }

    private func firstBuffer(countedBy counter: Int) -> Int? {
        shape.parameters.indices.first {
            if case .buffer(let direction, .parameter(counter), _) = shape.parameters[$0] {
                direction != .out
            } else {
                false
            }
        }
    }

    /// Whether the parameter only counts a buffer that is given.
    private func isCounted(by index: Int) -> Bool {
        shape.parameters.indices.contains {
            if case .buffer(let direction, .parameter(index), _) = shape.parameters[$0] {
                direction != .out && arguments[$0] != .absent
            } else {
                false
            }
        }
    }

    // MARK: Values

    private func text(_ value: Value, _ index: Int) throws(Misfit) -> [UInt8] {
        guard case .string(let text) = value else {
            throw Misfit(expected: parameter(index).isOptional ? "a text or null" : "a text")
        }
        let bytes = Array(text.utf8)
        guard !bytes.contains(0) else { throw Misfit(expected: "a text without NUL: C takes it for the text's end") }
        return bytes
    }

    private func bytes(_ value: Value, _ passing: Passing, _ index: Int) throws(Misfit) -> [UInt8] {
        switch value {
        case .string(let text): return Array(text.utf8)
        case .bytes(let bytes): return bytes
        default: throw Misfit(expected: expected(by: passing))
        }
    }

    private func point(_ index: Int, to value: Value, _ type: String) throws(Misfit) {
        guard case .handle(let handle) = value else { throw Misfit(expected: expected(by: .handle(type: type))) }
        guard handle.type == type || type == "void" else { throw Misfit(expected: "a handle of \(type)") }
        guard let address = HandleTable.shared.address(of: handle) else {
            throw Misfit(expected: "a handle that was not released")
        }
        unsafe memory.point(index, to: UnsafeMutableRawPointer(bitPattern: address))
    }

    private mutating func reject(_ index: Int, _ found: String, _ expected: String) {
        errors.append(CrossingError(parameter: index, found: found, expected: expected))
    }

    private func name(_ index: Int) -> String { parameter(index).name ?? "argument \(index + 1)" }

    private func expected(by passing: Passing) -> String { passing.expectation }
}

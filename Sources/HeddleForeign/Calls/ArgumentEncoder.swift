// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics

/// Writes arguments into a call's memory: first the values, then what is counted, since counts are values too.
struct ArgumentEncoder {
    let memory: CallMemory
    let arguments: [Argument]
    /// What the values may name.
    let names: (any HostNames)?
    private(set) var errors: [CrossingError] = []

    /// The largest room that a call gets for one out-parameter.
    static let largestRoom = 1 << 30

    init(memory: CallMemory, arguments: [Argument], names: (any HostNames)?) {
        self.memory = memory
        self.arguments = arguments
        self.names = names
    }

    private var shape: CallShape { memory.shape }
    private func parameter(_ index: Int) -> Parameter { shape.signature.parameters[index] }

    mutating func encodeValue(_ index: Int) {
        switch (arguments[index], shape.parameters[index]) {
        case (.unknown, _), (.object, _), (_, .instance): return
        case _ where isWithoutRoom(index): memory.pointToNull(index)
        case (.value(let value), let passing) where parameter(index).direction == .out:
            do throws(Misfit) {
                try encode(ownPlace: value, passing, index)
            } catch {
                errors.append(error.error(for: index, of: value))
            }
        case (_, .pointed(let element, .out)): _ = unsafe memory.pointToRegion(index, size: element.size)
        case (_, .received): _ = unsafe memory.pointToRegion(index, size: MemoryLayout<UInt>.size)
        case (_, .run(let run)) where run.direction == .out: return
        case (.absent, let passing): if !isCounter(index) { reject(index, "missing", passing.expectation) }
        case (.value(let value), let passing):
            do throws(Misfit) {
                try encode(value, passing, index)
            } catch {
                errors.append(error.error(for: index, of: value))
            }
        }
    }

    /// Returns whether null is given in the place of what the function would write.
    private func isWithoutRoom(_ index: Int) -> Bool {
        arguments[index] == .value(.null) && parameter(index).direction == .out && parameter(index).isOptional
    }

    private func encode(_ value: Value, _ passing: ParameterPassing, _ index: Int) throws(Misfit) {
        memory.discard(index)
        if value == .null, passing.isPointer, parameter(index).isOptional { return memory.pointToNull(index) }
        if case .handle(let handle) = value, passing.pointsToValues, !isValue(handle, passing, index) {
            return try encode(handle, passing, index)
        }
        switch passing {
        case .value(.text): try encodeText(value, index)
        case .value(let element): try unsafe element.write(value, to: memory.slot(index), store(for: index))
        case .pointed(let element, _): try encode(value, pointedTo: element, index)
        case .run(let run): try encode(value, run, index, room: nil)
        case .received, .instance: break
        }
    }

    /// Passes an object of the caller in the place of room that a call makes for what the function writes.
    private func encode(ownPlace value: Value, _ passing: ParameterPassing, _ index: Int) throws(Misfit) {
        guard case .handle(let handle) = value, passing.pointsToValues else {
            throw Misfit(expected: "an object in memory to write to")
        }
        memory.discard(index)
        try encode(handle, passing, index)
    }

    /// Returns whether a handle is the pointer that the parameter points to, and not the object that holds one.
    private func isValue(_ handle: Handle, _ passing: ParameterPassing, _ index: Int) -> Bool {
        guard case .pointed(.handle, _) = passing else { return false }
        return !parameter(index).targetType.takesObjects(named: handle.type)
    }

    /// Passes an object in memory as it is, so that the function may write to it, and keep it.
    private func encode(_ handle: Handle, _ passing: ParameterPassing, _ index: Int) throws(Misfit) {
        let target = parameter(index).targetType
        guard target.takesObjects(named: handle.type) else {
            throw Misfit(expected: "\(passing.expectation), or a handle of \(target.handleName)")
        }
        let address = try HandleTable.shared.address(of: handle, for: shape.library)
        let room = HandleTable.shared.room(behind: handle)
        switch passing {
        case .pointed(let element, _):
            let start = unsafe UnsafeRawPointer(bitPattern: address)
            var size = element.size
            if case .record(let shape) = element, let room, room >= size, let start = unsafe start {
                size = unsafe shape.size(in: start) ?? .max
            }
            if let room, room < size {
                throw Misfit(expected: "an object of \(size) bytes or more", found: "one of \(room)")
            }
        case .run(let run):
            guard let room else {
                throw Misfit(
                    expected: "\(run.expectation), or an object whose size is known: one that \"new\" has made")
            }
            guard run.count == .untilNull else { break }
            let most = room / run.stride
            let start = unsafe UnsafeRawPointer(bitPattern: address)
            guard let start = unsafe start, unsafe run.lengthUntilNull(at: start, atMost: most) < most else {
                throw Misfit(expected: "values of which one is null or 0, as the function looks for their end")
            }
        case .value, .received, .instance: break
        }
        memory.pointToObject(index, at: address, handle, room: room)
    }

    private func encodeText(_ value: Value, _ index: Int) throws(Misfit) {
        let bytes = try value.textBytes(orNull: parameter(index).isOptional)
        unsafe memory.pointToRegion(index, size: bytes.count, isTerminated: true)
            .copyMemory(from: bytes, byteCount: bytes.count)
    }

    private func encode(_ value: Value, pointedTo element: ValueLayout, _ index: Int) throws(Misfit) {
        let size = element.size(of: value)
        let region = unsafe memory.pointToRegion(index, size: size)
        try unsafe element.write(value, to: region, room: size, store(for: index))
        memory.keepInitial(index, count: size)
    }

    /// Writes a run into room for so many elements; for just those that are given where that is nil.
    private func encode(_ value: Value, _ run: CountedBuffer, _ index: Int, room: Int?) throws(Misfit) {
        let length = try run.length(of: value)
        let end = run.count.endsWithNull ? 1 : 0
        let region = unsafe memory.pointToRegion(index, size: ((room ?? length) + end) * run.stride)
        try unsafe run.fill(region, with: value, count: length, store(for: index))
        memory.keepInitial(index, count: length * run.stride)
    }

    private func store(for index: Int) -> ParameterStore {
        ParameterStore(memory: memory, index: index, path: PartPath(), names: names)
    }

    private mutating func reject(_ index: Int, _ found: String, _ expected: String) {
        errors.append(CrossingError(parameter: index, found: found, expected: expected))
    }
}

extension CountedBuffer {
    /// The number of elements that a value has.
    func length(of value: Value) throws(Misfit) -> Int {
        switch (content, value) {
        case (.elements, .array(let values)): return values.count
        case (.bytes, .string(let text)), (.characters, .string(let text)): return text.utf8.count
        case (.bytes, .bytes(let bytes)), (.characters, .bytes(let bytes)): return bytes.count
        case (.bytes, .array(let values)) where value.bytesOfNumbers != nil: return values.count
        case (.wideCharacters(let text), _):
            guard let bytes = text.bytes(of: value) else { throw Misfit(expected: expectation) }
            return bytes.count / text.size
        default: throw Misfit(expected: expectation)
        }
    }
}

// MARK: - Counts

extension ArgumentEncoder {
    /// Takes a count that was not given from the run that it counts; the room of others may depend on it.
    mutating func encodeCount(_ index: Int) {
        guard let run = runToCount(index), let counter = takenCounter(of: run) else { return }
        // Null in the place of an optional array says nothing of the others that the parameter counts.
        if arguments[index] == .value(.null), hasValues(countedBy: counter) { return }
        takeCount(of: index, run, for: counter)
    }

    /// Checks a run against the count that was given, and makes room for one that the action writes.
    mutating func checkCount(_ index: Int) {
        guard let run = runToCount(index), takenCounter(of: run) == nil else { return }
        if run.count.isProduct,
            let counter = run.count.parameters.first(where: { memory.arguments.number(at: $0) ?? 0 < 0 })
        {
            let number = memory.arguments.number(at: counter) ?? 0
            let most = run.direction == .in ? length(of: index, run) : nil
            return reject(counter, "number \(number)", "a number from 0 to \(most ?? Self.largestRoom)")
        }
        let exact: Int128
        do throws(CountFlaw) {
            exact = try memory.arguments.number(of: run.count)
        } catch {
            return reject(index, error, of: run.count)
        }
        if exact < 0 { return reject(index, "\(equation(run.count)) = \(exact)", "a count from 0") }
        guard run.direction == .in || exact <= Self.largestRoom / run.stride else {
            return reject(index, "room for \(exact) \(run.unit)s" + origin(run.count), "at most 1 GiB")
        }
        settle(index, run, exact)
    }

    /// The run that a parameter is, where all that its count depends on is known and fits.
    private func runToCount(_ index: Int) -> CountedBuffer? {
        guard case .run(let run) = shape.parameters[index], arguments[index] != .unknown, !isWithoutRoom(index),
            run.count != .untilNull, !hasError(index),
            !run.count.parameters.contains(where: { isUnknown($0) || hasError($0) })
        else { return nil }
        return run
    }

    /// Returns whether a number is not known before the run: it was not given, or what it counts was not.
    private func isUnknown(_ counter: Int) -> Bool {
        arguments[counter] == .unknown
            || arguments[counter] == .absent
                && firstRun(countedBy: counter).map { arguments[$0.0] == .unknown } ?? false
    }

    /// The parameter that gets its count from the run, as it was not given.
    private func takenCounter(of run: CountedBuffer) -> Int? {
        guard run.direction != .out, let counter = run.count.counter, arguments[counter] == .absent else { return nil }
        return counter
    }

    private mutating func settle(_ index: Int, _ run: CountedBuffer, _ exact: Int128) {
        // More than an address can hold is as good as all that it can.
        let number = Int(clamping: exact)
        switch run.direction {
        case .in,
            .inout where isObject(index), .out where isObject(index):
            if run.count.isTerminated { return }
            guard let length = length(of: index, run) else { return }
            if length < number { rejectCount(index, run, exact, length) }
            if number == 0, length > 0, let field = omittedCounter(of: run) {
                reject(
                    index, counted(length, run.unit),
                    "\(field.path) in \(place(field.parameter)), which counts them")
            }
        case .out: _ = unsafe memory.pointToRegion(index, size: number * run.stride)
        case .inout: grow(index, run, to: number)
        }
    }

    /// The field of another argument that alone counts a run, and that the value of that argument leaves out.
    private func omittedCounter(of run: CountedBuffer) -> (parameter: Int, path: String)? {
        guard case .field(let parameter, let path) = run.count,
            case .value(.object(let members)) = arguments[parameter],
            let first = path.first, !members.contains(where: { $0.name == first })
        else { return nil }
        return (parameter, path.joined(separator: "."))
    }

    private mutating func takeCount(of index: Int, _ run: CountedBuffer, for counter: Int) {
        let length = length(of: index, run) ?? 0
        if let (other, otherRun) = firstRun(countedBy: counter), other != index,
            let known = self.length(of: other, otherRun), known != length
        {
            return reject(
                index, "\(length) \(run.unit)s",
                "\(known) \(otherRun.unit)s, as many as \(place(other)) has: "
                    + "\(name(counter)) counts both")
        }
        do throws(Misfit) {
            try writeCount(length, to: counter)
        } catch {
            reject(index, "\(length) \(run.unit)s", "no more than \(name(counter)) can count: \(error.expected)")
        }
    }

    private func writeCount(_ length: Int, to counter: Int) throws(Misfit) {
        guard let scalar = shape.parameters[counter].counter else { return }
        guard case .pointed = shape.parameters[counter] else {
            return try unsafe scalar.write(number: Int128(length), to: memory.slot(counter))
        }
        try unsafe scalar.write(number: Int128(length), to: memory.pointToRegion(counter, size: scalar.size))
        memory.keepInitial(counter, count: scalar.size)
    }

    private mutating func grow(_ index: Int, _ run: CountedBuffer, to room: Int) {
        guard case .value(let value) = arguments[index], value != .null, let length = try? run.length(of: value) else {
            return
        }
        if length > room {
            return reject(
                index, "\(length) \(run.unit)s", "at most \(room) \(run.unit)s" + origin(run.count))
        }
        try? encode(value, run, index, room: room)
    }

    private mutating func rejectCount(_ index: Int, _ run: CountedBuffer, _ number: Int128, _ length: Int) {
        guard let counter = run.count.counter else {
            return reject(index, "\(length) \(run.unit)s", "\(number) \(run.unit)s" + origin(run.count))
        }
        reject(
            counter, "number \(number)",
            "at most \(length), the number of \(run.unit)s in \(place(index))")
    }

    // MARK: Who counts whom

    private func length(of index: Int, _ run: CountedBuffer) -> Int? {
        if case .object(let bytes) = arguments[index] { return bytes / run.stride }
        return memory.regionSize(index).map { $0 / run.stride }
    }

    /// Returns whether an object of the caller's is passed in the place of values.
    private func isObject(_ index: Int) -> Bool {
        if case .object = arguments[index] { true } else { memory.object(index) != nil }
    }

    private func hasError(_ index: Int) -> Bool { errors.contains { $0.parameter == index } }

    private mutating func reject(_ index: Int, _ flaw: CountFlaw, of count: Parameter.Count) {
        switch flaw {
        case .unknown: reject(index, "nothing to count it", "a count that is known before the call")
        case .arithmetic(.divisionByZero): reject(index, equation(count), "a count that is not divided by 0")
        case .arithmetic(.shift): reject(index, equation(count), "a count that is shifted by 0 to 63 bits")
        case .arithmetic(.overflow): reject(index, equation(count), "a count that 127 bits can hold")
        }
    }

    /// The expression of a count, and the same with the values: `n - 1 = 0 - 1`.
    private func equation(_ count: Parameter.Count) -> String {
        "\(count.text(among: shape.signature.parameters)) = \(memory.arguments.values(in: count))"
    }

    /// The way to a count that no single argument is; empty for a product, whose factors stand beside it.
    private func origin(_ count: Parameter.Count) -> String {
        count.isProduct ? "" : " (\(equation(count)))"
    }

    private func firstRun(countedBy counter: Int) -> (Int, CountedBuffer)? {
        for index in shape.parameters.indices {
            if case .run(let run) = shape.parameters[index], run.count.counter == counter, run.direction != .out {
                return (index, run)
            }
        }
        return nil
    }

    /// Returns whether a run that is not null is counted by a parameter.
    private func hasValues(countedBy counter: Int) -> Bool {
        shape.parameters.indices.contains { index in
            guard case .run(let run) = shape.parameters[index], run.count.counter == counter, run.direction != .out
            else { return false }
            return arguments[index] != .absent && arguments[index] != .value(.null)
        }
    }

    /// Returns whether the parameter only counts a run that is given.
    private func isCounter(_ index: Int) -> Bool {
        firstRun(countedBy: index).map { arguments[$0.0] != .absent } ?? false
    }

    /// An argument by its number among those that a caller gives by position, if it is one of them, and its name.
    private func place(_ index: Int) -> String {
        let number = shape.signature.given.firstIndex(of: index).map { "argument \($0 + 1)" }
        guard let name = parameter(index).name else { return number ?? name(index) }
        return "\(number ?? "argument") (\(name))"
    }

    private func name(_ index: Int) -> String { parameter(index).name ?? "argument \(index + 1)" }
}

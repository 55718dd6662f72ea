// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleDeclarations
internal import HeddleDiagnostics

extension NativeCall {
    /// Writes what an answer says into the out-parameters and the result of the call.
    func write(_ answer: CallAnswer, naming names: HandleNames) throws(CrossingError) {
        let list = arguments
        let invocation = unsafe frame.pointee.invocation
        let store = unsafe AnswerStore(invocation: invocation, library: list.shape.library, names: names)
        for (index, calls) in list.shape.callbacks(of: answer) {
            try callBack(calls, parameter: index, naming: names)
        }
        if !answer.kept.isEmpty || !answer.callbacks.isEmpty { try callKept(of: answer, naming: names) }
        let outputs = try list.shape.outputs(of: answer)
        try clearOutputs()
        for (index, value) in outputs {
            guard let target = unsafe list.target(index) else { continue }
            let room =
                if case .run(let run) = list.shape.parameters[index] {
                    unsafe list.length(of: run, at: target, index, afterCall: false)
                } else { 1 }
            try unsafe list.shape.write(value, output: index, to: target, room: room, store)
        }
        if answer.failure == nil { try write(result: answer.result, store) }
        try fillCounted(answer, store)
    }

    /// Sets to zero what the action only writes.
    func clearOutputs() throws(CrossingError) {
        guard let name = arguments.clearOutputs() else { return }
        throw CrossingError(
            parameter: nil, found: "an address of no memory for \(name)", expected: "memory that can be written")
    }

    private func write(result value: Value?, _ store: AnswerStore) throws(CrossingError) {
        let (list, invocation) = unsafe (arguments, frame.pointee.invocation)
        let size = list.shape.result.size
        guard let copy = unsafe heddle_arena_allocate(invocation, CallShape.slotSize(for: max(1, size))) else { return }
        try unsafe list.shape.write(value, to: copy, store)
        discardResult()
        unsafe frame.pointee.call.result?.copyMemory(from: copy, byteCount: size)
    }

    /// Has as many values behind each pointer that is answered as the declaration counts, once all numbers are known.
    private func fillCounted(_ answer: CallAnswer, _ store: AnswerStore) throws(CrossingError) {
        let list = arguments
        for (index, value) in try list.shape.outputs(of: answer) {
            guard case .received(let run) = list.shape.parameters[index], let place = unsafe list.target(index) else {
                continue
            }
            try unsafe fill(run, with: value, behind: place, parameter: index, store)
        }
        guard answer.failure == nil, case .run(let run) = list.shape.result, let value = answer.result,
            let place = unsafe frame.pointee.call.result
        else { return }
        try unsafe fill(run, with: value, behind: place, parameter: nil, store)
    }

    /// NULs alone behind a text belong to no value, so there may be fewer characters; all others are as many as counted.
    private func fill(
        _ run: CountedBuffer, with value: Value, behind place: UnsafeMutableRawPointer, parameter: Int?,
        _ store: AnswerStore
    ) throws(CrossingError) {
        let list = arguments
        guard value != .null, run.count != .untilNull, let given = try? run.length(of: value),
            let number = try? list.number(of: run.count), number >= 0, number != Int128(given)
        else { return }
        let isText =
            switch run.content {
            case .characters, .wideCharacters: true
            case .bytes, .elements: false
            }
        guard isText, number > Int128(given), number <= Int128(ArgumentEncoder.largestRoom / run.stride),
            let start = unsafe place.load(as: UnsafeRawPointer?.self)
        else {
            let count = run.count.text(among: list.shape.signature.parameters)
            throw CrossingError(
                parameter: nil,
                found: counted(given, run.unit) + (parameter.map { " in \(list.shape.signature.name(of: $0))" } ?? ""),
                expected: "\(counted(Int(clamping: number), run.unit)), as \(count) says")
        }
        let (old, size) = (given * run.stride, (Int(number) + 1) * run.stride)
        let whole = unsafe store.allocate(size)
        unsafe whole.copyMemory(from: start, byteCount: old)
        unsafe (whole + old).initializeMemory(as: UInt8.self, repeating: 0, count: size - old)
        unsafe place.storeBytes(of: whole, as: UnsafeMutableRawPointer?.self)
    }
}

extension CallShape {
    /// Finds what of an answer does not fit, without a call.
    func check(_ answer: CallAnswer, _ store: some ValueStore) throws(CrossingError) {
        for (index, calls) in callbacks(of: answer) { _ = try calls.calls(of: signature.name(of: index)) }
        for kept in answer.kept { _ = try parameter(keptAs: kept) }
        for (index, value) in try outputs(of: answer) {
            var (size, room) = (parameters[index].size, 1)
            switch parameters[index] {
            case .pointed(let element, _): size = element.size
            case .run(let run):
                room = value.elementCount
                size = room * run.stride
            case .value, .received, .instance: break
            }
            try unsafe write(value, output: index, to: store.allocate(max(1, size)), room: room, store)
        }
        if answer.failure == nil { try unsafe write(answer.result, to: store.allocate(max(1, result.size)), store) }
    }

    /// The values of an answer for each out-parameter: buffers first, as other values may give their length.
    fileprivate func outputs(of answer: CallAnswer) throws(CrossingError) -> [(index: Int, value: Value)] {
        let written = parameters.indices.filter { parameters[$0].isWritten }
        let known = (written + parameters.indices.filter { parameters[$0].isFunction }).map(signature.name)
        for output in answer.out where !known.contains(output.name) {
            throw CrossingError(
                parameter: nil, found: "a value for \(output.name)",
                expected: known.isEmpty
                    ? "none, as it has no out-parameter" : "values for \(known.joined(separator: ", "))")
        }
        let ordered = written.filter { parameters[$0].isRun } + written.filter { !parameters[$0].isRun }
        return ordered.compactMap { index in
            answer.out.first { $0.name == signature.name(of: index) }.map { (index, $0.value) }
        }
    }

    /// The recorded calls of an answer for each function that the call is given.
    fileprivate func callbacks(of answer: CallAnswer) -> [(index: Int, calls: Value)] {
        parameters.indices.filter { parameters[$0].isFunction }.compactMap { index in
            answer.out.first { $0.name == signature.name(of: index) }.map { (index, $0.value) }
        }
    }

    /// - Parameter room: how many values an out-parameter has room for.
    fileprivate func write(
        _ value: Value, output index: Int, to target: UnsafeMutableRawPointer, room: Int, _ store: some ValueStore
    ) throws(CrossingError) {
        do throws(Misfit) {
            switch parameters[index] {
            case .pointed(let element, _): try unsafe element.write(value, orNull: true, to: target, store)
            case .run(let run): try unsafe run.write(value, to: target, room: room, store)
            case .received(let run): try unsafe run.write(value, behind: target, store)
            case .value, .instance: break
            }
        } catch {
            throw error.inside([.member(signature.name(of: index))], of: value).error(for: nil, of: value)
        }
    }

    /// Writes the result into memory for it.
    fileprivate func write(
        _ value: Value?, to memory: UnsafeMutableRawPointer, _ store: some ValueStore
    ) throws(CrossingError) {
        do throws(Misfit) {
            switch (result, value) {
            case (.void, nil): return
            case (.void, .some): throw Misfit(expected: "no result: the action returns void")
            case (_, nil): throw Misfit(expected: "a result of type \(signature.result)")
            case (.value(let element), let value?): try unsafe element.write(value, orNull: true, to: memory, store)
            case (.pointed, .null?):
                unsafe memory.storeBytes(of: nil, as: UnsafeMutableRawPointer?.self)
            case (.pointed(let element), let value?):
                let target = unsafe store.allocate(max(1, element.size))
                try unsafe element.write(value, to: target, store)
                unsafe memory.storeBytes(of: target, as: UnsafeMutableRawPointer?.self)
            case (.run(let run), let value?): try unsafe run.write(value, behind: memory, store)
            }
        } catch {
            throw error.error(for: nil, of: value)
        }
    }
}

extension CountedBuffer {
    /// Writes values into memory of their own, and a pointer to them to a place.
    fileprivate func write(
        _ value: Value, behind place: UnsafeMutableRawPointer, _ store: some ValueStore
    ) throws(Misfit) {
        if value == .null { return unsafe place.storeBytes(of: nil, as: UnsafeMutableRawPointer?.self) }
        // One more, which is null: it may end there.
        let (count, size) = (value.elementCount, (value.elementCount + 1) * max(1, stride))
        let target = unsafe store.allocate(size)
        unsafe target.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        try unsafe write(value, to: target, room: count, store)
        unsafe place.storeBytes(of: target, as: UnsafeMutableRawPointer?.self)
    }

    /// Writes values, and no more than there is room for.
    fileprivate func write(
        _ value: Value, to target: UnsafeMutableRawPointer, room: Int, _ store: some ValueStore
    ) throws(Misfit) {
        let count = if case .wideCharacters = content { try length(of: value) } else { value.elementCount }
        guard count <= room else { throw Misfit(expected: "at most \(counted(room, unit))", found: "\(count)") }
        switch (content, value) {
        case (.wideCharacters(let text), _):
            let bytes = text.bytes(of: value) ?? []
            unsafe target.copyMemory(from: bytes, byteCount: bytes.count)
            if count < room {
                unsafe (target + bytes.count).initializeMemory(as: UInt8.self, repeating: 0, count: text.size)
            }
        case (.bytes, .bytes(let bytes)), (.characters, .bytes(let bytes)):
            unsafe target.copyMemory(from: bytes, byteCount: bytes.count)
        case (.bytes, .array):
            guard let bytes = value.bytesOfNumbers else { throw Misfit(expected: expectation) }
            unsafe target.copyMemory(from: bytes, byteCount: bytes.count)
        case (.bytes, .string(let text)), (.characters, .string(let text)):
            let bytes = isWhole ? text.utf8.map(\.self) : try value.textBytes(orNull: false)
            unsafe target.copyMemory(from: bytes, byteCount: bytes.count)
            if bytes.count < room { unsafe target.storeBytes(of: 0, toByteOffset: bytes.count, as: UInt8.self) }
        case (.elements(let element), .array(let values)):
            try unsafe element.write(value, count: values.count, to: target, store)
        case (.elements(let element), .bytes(let bytes)):
            try unsafe element.write(value, count: bytes.count, to: target, store)
        default: throw Misfit(expected: expectation)
        }
    }
}

extension Value {
    /// The number of values, or bytes of a text, that it consists of.
    fileprivate var elementCount: Int {
        switch self {
        case .array(let elements): elements.count
        case .bytes(let bytes): bytes.count
        case .string(let text): text.utf8.count
        case .null, .bool, .number, .object, .handle: 0
        }
    }
}

extension ParameterPassing {
    fileprivate var isRun: Bool { if case .run = self { true } else { false } }

    /// True if it is a function by itself, and not one in a structure.
    var isFunction: Bool { if case .value(.function) = self { true } else { false } }
}

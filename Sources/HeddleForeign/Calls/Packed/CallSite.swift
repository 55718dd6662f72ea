// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// A call that many steps share: each of them has its arguments in an arena, and loads them before the call is made.
///
/// There are two ways into the arena, which put the same values into the same places. Numbers, texts and bytes are
/// written straight into it; everything else ``PreparedCall/encode(_:actions:)`` writes into the memory of the call, from
/// where it is moved.
///
/// ## Topics
/// - ``store(_:where:keepsResult:)``
/// - ``storeEncoded(late:where:keepsResult:hasNote:)``
/// - ``load(_:)``
@safe package final class CallSite {
    /// The action that is called.
    package let action: Action
    /// The call that the steps share.
    package let call: PreparedCall
    /// The way in which the result can be kept for later calls; nil if it has names, or does not fit into a word.
    package let kept: KeptResult?
    private let arena: ArgumentArena
    private let storage: [ArgumentStorage]
    /// The way in which each parameter takes literals; nil if some take others than numbers, texts and bytes.
    private let parameters: [PackedPassing]?
    /// The same for each parameter by itself.
    private let passings: [PackedPassing?]
    /// The parameters that a caller gives, in order.
    private let given: [Int]
    /// The parts of an outcome that are compared without being taken out of memory.
    private let parts: [CallPath: PackedPart]
    private let result: PackedPart?
    /// The bytes that the call's parameters point to and that the action writes.
    private let outRoom: Int
    private let keepsArguments: Bool
    /// True if all arguments fit into their words.
    private let isPlain: Bool
    /// The latest text that each parameter has got in a run, as a loop may pass it again.
    private var lateTexts: [Int: LateText] = [:]

    /// A text in memory that was handed over to the arena.
    private struct LateText {
        let value: Value
        let word: UInt64
        /// The `runs` of the arena when it got the memory.
        let run: Int
    }

    /// The latest handle that each parameter has got in a run, as a loop may pass it again.
    private var lateHandles: [LateHandle?]

    /// A handle with its address.
    private struct LateHandle {
        let id: UInt64
        let word: UInt64
        /// The version of the table of handles before it gave the address.
        let version: UInt64
    }

    /// Creates the call of an action.
    ///
    /// - Parameter further: the types of arguments behind those that the declaration names.
    /// - Throws: an argument that cannot be passed rightly.
    package init(_ action: Action, further: [Parameter] = [], arena: ArgumentArena) throws(Unsupported) {
        self.action = action
        self.arena = arena
        call = try PreparedCall(action, further: further)
        let shape = call.shape
        storage = shape.parameters.map(ArgumentStorage.init)
        isPlain = storage.allSatisfy { if case .word = $0 { true } else { false } }
        keepsArguments = shape.signature.parameters.contains(where: \.isRetained)
        given = shape.signature.given
        kept = shape.result.scalar.flatMap(PackedPassing.init).map(KeptResult.init)
        passings = zip(shape.parameters, shape.signature.parameters).map(PackedPassing.init)
        lateHandles = Array(repeating: nil, count: passings.count)
        let packed = passings.compactMap(\.self)
        let isFixed = !shape.signature.isVariadic && shape.signature.format == nil
        parameters = isFixed && packed.count == shape.parameters.count ? packed : nil
        outRoom = packed.reduce(0) { $0 + $1.outRoom }
        parts = shape.parts
        result = parts[.result]
    }

    /// A part of an outcome that has no parts and no names; nil for any other.
    package func part(_ path: CallPath) -> PackedPart? { path == .result ? result : parts[path] }

    /// The parameters of the call, those of further arguments among them.
    package var parameterIndices: Range<Int> { storage.indices }

    /// Makes another call of the same kind, with memory of its own.
    package func makeOwnCall() -> PreparedCall { PreparedCall(like: call) }

    /// True if the call that was encoded last cannot share its memory: functions were made for it, or the action keeps
    /// what it is given; and where each piece of memory is to stand alone.
    package var needsOwnMemory: Bool { call.hasCallbacks || keepsArguments || GuardedMemory.isUsed }

    /// Returns whether a parameter can take a value that becomes known in the run, independent of all others.
    package func takesLate(_ parameter: Int) -> Bool {
        guard parameter < ParameterSet.most, !call.shape.isCounted(parameter), !GuardedMemory.isUsed else {
            return false
        }
        switch call.shape.parameters[parameter] {
        case .value(.scalar), .value(.handle), .value(.text):
            return !call.shape.signature.parameters[parameter].isRetained
        default: return false
        }
    }

    // MARK: Storing

    /// Stores the arguments of one call, if they are literals that need no more than a look, or results that were kept.
    ///
    /// - Parameters:
    ///   - arguments: by position, the instance left out.
    ///   - conditions: the conditions on the outcome.
    ///   - keepsResult: true to make room for the result.
    /// - Returns: nil for other arguments, and for those that do not fit.
    package func store(
        _ arguments: [PackedArgument], where conditions: [PackedCondition] = [], keepsResult: Bool = false
    ) -> PackedCall? {
        guard let parameters, !GuardedMemory.isUsed, arguments.count == given.count,
            conditions.count <= PackedCondition.most,
            !keepsResult || kept != nil, let (room, references) = check(arguments, parameters)
        else { return nil }
        let layout = PackedLayout(
            parameters: parameters.count, conditions, keepsResult: keepsResult, hasNote: false)
        guard let (index, words) = unsafe arena.allocate(words: layout.words, bytes: room + outRoom) else { return nil }
        unsafe store(arguments, parameters, at: words, bytes: ArgumentArena.rounded(layout.words * 8))
        unsafe store(conditions, at: words, layout)
        return PackedCall(arguments: index, references: references, late: ParameterSet(), layout: layout)
    }

    /// Stores the arguments that were encoded last into the memory of the call.
    ///
    /// - Parameters:
    ///   - late: the words of those parameters that take values of the run.
    ///   - conditions: the conditions on the outcome.
    ///   - keepsResult: true to make room for the result.
    ///   - hasNote: true to make room for a word of the caller's own.
    /// - Returns: nil if the arena is full.
    package func storeEncoded(
        late: [Int: UInt64] = [:], where conditions: [PackedCondition] = [], keepsResult: Bool = false,
        hasNote: Bool = false
    ) -> PackedCall? {
        let layout = PackedLayout(
            parameters: storage.count, conditions, keepsResult: keepsResult && kept != nil, hasNote: hasNote)
        guard let (index, words) = unsafe arena.allocate(words: layout.words) else { return nil }
        var lateParameters = ParameterSet()
        for parameter in storage.indices {
            let word: UInt64
            if let known = late[parameter] {
                guard lateParameters.insert(parameter) else { return nil }
                word = known
            } else {
                word = storedWord(parameter)
            }
            unsafe words.storeBytes(of: word, toByteOffset: parameter * 8, as: UInt64.self)
        }
        unsafe store(conditions, at: words, layout)
        return PackedCall(arguments: index, references: ParameterSet(), late: lateParameters, layout: layout)
    }

    private func storedWord(_ parameter: Int) -> UInt64 {
        let memory = call.memory
        switch storage[parameter] {
        case .word, .region, .room: return memory.moveRegion(parameter, to: arena)
        case .bytes(let size):
            _ = memory.moveRegion(parameter, to: arena)
            let start = unsafe arena.allocate(bytes: size, alignment: 1)
            unsafe start.copyMemory(from: memory.slot(parameter), byteCount: size)
            return UInt64(UInt(bitPattern: start))
        }
    }

    /// The bytes that arguments need behind their words, and the parameters that take results; nil if one does not fit.
    private func check(
        _ arguments: [PackedArgument], _ parameters: [PackedPassing]
    ) -> (room: Int, references: ParameterSet)? {
        var (room, references) = (0, ParameterSet())
        for (index, argument) in zip(given, arguments) {
            switch argument {
            case .value(let value):
                guard takes(value, for: parameters[index], among: arguments) else { return nil }
                room += parameters[index].room(for: value)
            case .result(_, let kept):
                guard parameters[index].takesAll(of: kept.passing), references.insert(index) else { return nil }
            }
        }
        return (room, references)
    }

    private func takes(_ value: Value, for passing: PackedPassing, among all: [PackedArgument]) -> Bool {
        switch (passing, value) {
        case (.text, .string(let text)): !text.utf8.contains(0)
        case (.run(let count), .string(let text)): number(count, all).map { 0...text.utf8.count ~= $0 } ?? false
        case (.run(let count), .bytes(let bytes)): number(count, all).map { 0...bytes.count ~= $0 } ?? false
        default: passing.word(value) != nil
        }
    }

    private func number(_ count: Parameter.Count, _ arguments: [PackedArgument]) -> Int? {
        switch count {
        case .constant(let number): return Int(exactly: number)
        case .parameter(let index):
            guard let place = given.firstIndex(of: index), case .value(.number(.integer(let number))) = arguments[place]
            else { return nil }
            return Int(exactly: number)
        default: return nil
        }
    }

    private func store(
        _ arguments: [PackedArgument], _ parameters: [PackedPassing], at words: UnsafeMutableRawPointer, bytes: Int
    ) {
        var free = unsafe words + bytes
        for (index, argument) in zip(given, arguments) {
            let place = unsafe words + index * 8
            switch argument {
            case .result(let result, _): unsafe place.storeBytes(of: UInt64(result.word), as: UInt64.self)
            case .value(.string(let text)): unsafe store(Array(text.utf8), parameters[index], at: place, &free)
            case .value(.bytes(let bytes)): unsafe store(bytes, parameters[index], at: place, &free)
            case .value(let value):
                unsafe place.storeBytes(of: parameters[index].word(value) ?? 0, as: UInt64.self)
            }
        }
        if outRoom == 0 { return }
        for (index, passing) in parameters.enumerated() where passing.outRoom > 0 {
            unsafe (words + index * 8).storeBytes(of: free, as: UnsafeMutableRawPointer.self)
            unsafe free += passing.outRoom
        }
    }

    /// Stores bytes where there is room for them, a pointer to them at a place, and steps over them with a zero.
    private func store(
        _ bytes: [UInt8], _ passing: PackedPassing, at place: UnsafeMutableRawPointer,
        _ free: inout UnsafeMutableRawPointer
    ) {
        if case .run = passing {
            unsafe free.storeBytes(of: bytes.count, as: Int.self)
            unsafe free += StoredRegion.headerSize
        }
        let target = unsafe UnsafeMutableRawBufferPointer(start: free, count: bytes.count)
        unsafe target.copyBytes(from: bytes)
        unsafe place.storeBytes(of: free, as: UnsafeMutableRawPointer.self)
        unsafe free += ArgumentArena.rounded(bytes.count + 1)
    }

    private func store(_ conditions: [PackedCondition], at words: UnsafeMutableRawPointer, _ layout: PackedLayout) {
        if conditions.isEmpty { return }
        unsafe words.storeBytes(of: conditions.codes, toByteOffset: layout.codes * 8, as: UInt64.self)
        var place = unsafe words + layout.operands * 8
        for condition in conditions {
            unsafe place.storeBytes(of: condition.operand, as: UInt64.self)
            unsafe place += 8
            for other in condition.others {
                unsafe place.storeBytes(of: other, as: UInt64.self)
                unsafe place += 8
            }
        }
    }

    // MARK: Loading

    /// Puts arguments into the memory of the call, all but those that become known in the run.
    ///
    /// - Complexity: O(parameters), however long the texts are.
    package func load(_ index: ArgumentArena.Index, _ references: ParameterSet, late: ParameterSet) {
        let words = unsafe arena.words(index)
        let memory = call.memory
        if isPlain, late.isEmpty {
            for parameter in storage.indices {
                var word = unsafe words.load(fromByteOffset: parameter * 8, as: UInt64.self)
                if references.contains(parameter) { word = arena.word(ArgumentArena.Index(word: UInt32(word))) }
                unsafe memory.slot(parameter).storeBytes(of: word, as: UInt64.self)
            }
            return
        }
        for parameter in storage.indices {
            let word = unsafe words.load(fromByteOffset: parameter * 8, as: UInt64.self)
            switch storage[parameter] {
            case .word where late.contains(parameter): continue
            case .word:
                let isReference = references.contains(parameter)
                unsafe memory.slot(parameter).storeBytes(
                    of: isReference ? arena.word(ArgumentArena.Index(word: UInt32(word))) : word, as: UInt64.self)
            case .bytes(let size):
                guard let start = unsafe UnsafeRawPointer(bitPattern: UInt(word)) else { continue }
                unsafe memory.slot(parameter).copyMemory(from: start, byteCount: size)
            case .region:
                unsafe memory.borrowRegion(parameter, at: UnsafeMutableRawPointer(bitPattern: UInt(word)))
            case .room(let size):
                unsafe memory.pointToRoom(parameter, at: UnsafeMutableRawPointer(bitPattern: UInt(word)), size: size)
            }
        }
    }

    /// Puts a value that has become known into the memory of the call. A text that the parameter got before in the run
    /// stays where it is.
    ///
    /// - Returns: the reason, if it does not fit.
    package func load(_ value: Value, for parameter: Int) -> CrossingError? {
        if case .handle(let handle) = value { return load(handle, for: parameter) }
        if case .number = value, let word = passings[parameter]?.word(value) {
            unsafe call.memory.slot(parameter).storeBytes(of: word, as: UInt64.self)
            return nil
        }
        guard case .string = value, case .value(.text) = call.shape.parameters[parameter] else {
            return encode(value, for: parameter)
        }
        if let known = lateTexts[parameter], known.run == arena.runs, known.value == value {
            call.memory.pointToText(parameter, at: known.word)
            return nil
        }
        let mistake = encode(value, for: parameter)
        if mistake == nil {
            let word = unsafe call.memory.slot(parameter).load(as: UInt64.self)
            lateTexts[parameter] = LateText(value: value, word: word, run: arena.runs)
        }
        return mistake
    }

    /// Puts a number from memory into the memory of the call, if the parameter takes each number of its type.
    ///
    /// - Returns: true if it does.
    package func load(_ number: PackedNumber, for parameter: Int) -> Bool {
        guard passings[parameter]?.takesAll(of: number.passing) == true else { return false }
        unsafe call.memory.slot(parameter).storeBytes(of: number.word, as: UInt64.self)
        return true
    }

    private func load(_ handle: Handle, for parameter: Int) -> CrossingError? {
        // Before the address, so that one that changes meanwhile is asked for again.
        let version = HandleTable.shared.version
        if let known = lateHandles[parameter], known.id == handle.id, known.version == version {
            unsafe call.memory.slot(parameter).storeBytes(of: known.word, as: UInt64.self)
            return nil
        }
        let mistake = encode(.handle(handle), for: parameter)
        if mistake == nil, case .handle = passings[parameter] {
            let word = unsafe call.memory.slot(parameter).load(as: UInt64.self)
            lateHandles[parameter] = LateHandle(id: handle.id, word: word, version: version)
        }
        return mistake
    }

    private func encode(_ value: Value, for parameter: Int) -> CrossingError? {
        var arguments = [Argument](repeating: .unknown, count: storage.count)
        arguments[parameter] = .value(value)
        var encoder = ArgumentEncoder(memory: call.memory, arguments: arguments, names: nil)
        encoder.encodeValue(parameter)
        call.memory.handOverRegion(parameter, to: arena)
        return encoder.errors.first?.concealed(in: call.shape.signature)
    }
}

/// The meaning of the word of an argument in an arena.
private enum ArgumentStorage {
    /// It is the argument: a number, or a pointer whose memory has its end in it.
    case word
    /// It points to so many bytes that are the argument.
    case bytes(Int)
    /// It is a pointer to memory that has its size before it.
    case region
    /// It is a pointer to room for one value of so many bytes that the action writes.
    case room(Int)

    init(_ passing: ParameterPassing) {
        switch passing {
        case .instance: self = .word
        case .value(let layout): self = layout.size <= MemoryLayout<UInt64>.size ? .word : .bytes(layout.size)
        case .pointed(let layout, .out): self = .room(layout.size)
        case .received: self = .room(MemoryLayout<UInt>.size)
        case .pointed, .run: self = .region
        }
    }
}

extension CallShape {
    /// Returns whether a parameter counts others, or is counted by others.
    fileprivate func isCounted(_ parameter: Int) -> Bool {
        parameters.contains { passing in
            switch passing {
            case .run(let run), .received(let run): run.count.parameters.contains(parameter)
            case .value, .pointed, .instance: false
            }
        } || result.isCounted(by: parameter) || signature.format == parameter
    }

    /// The parts of an outcome that are numbers without names, or texts.
    fileprivate var parts: [CallPath: PackedPart] {
        var parts: [CallPath: PackedPart] = [.errno: PackedPart(.errno, .integer(.int))]
        if result.isComparable { parts[.result] = PackedPart(.result, signature.result) }
        for (index, passing) in parameters.enumerated() {
            guard case .pointed(.scalar(let scalar), .out) = passing, scalar.isComparable,
                !signature.parameters[index].isSecret,
                case .pointer(let target, _) = signature.parameters[index].type.canonical
            else { continue }
            parts[.out(signature.name(of: index))] = PackedPart(.output(index), target)
        }
        return parts
    }
}

extension PackedPassing {
    fileprivate var outRoom: Int { if case .out(let size) = self { ArgumentArena.rounded(size + 1) } else { 0 } }
}

extension ResultPassing {
    fileprivate var scalar: Scalar? { if case .value(.scalar(let scalar)) = self { scalar } else { nil } }

    fileprivate func isCounted(by parameter: Int) -> Bool {
        if case .run(let run) = self { run.count.parameters.contains(parameter) } else { false }
    }

    /// True if it can be compared with literals as they are written.
    fileprivate var isComparable: Bool {
        switch self {
        case .value(.scalar(let scalar)): scalar.isComparable
        case .value(.text): true
        default: false
        }
    }
}

extension Scalar {
    /// True if its values have no names.
    fileprivate var isComparable: Bool {
        switch self {
        case .bool, .integer, .floating: true
        case .enumeration, .complex: false
        }
    }
}

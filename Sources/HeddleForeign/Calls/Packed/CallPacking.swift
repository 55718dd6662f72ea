// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// How the literals of an action's calls are packed, as far as that can be done.
///
/// It takes what ``PreparedCall/encode(_:actions:)`` would take, and puts the same values into the same places; what it
/// does not take may be right all the same.
///
/// It is a class so that each of a million calls asks it without a copy.
@safe package final class CallPacking: Sendable {
    private let parameters: [PackedPassing]
    /// The parameters that a caller gives, in order.
    private let given: [Int]
    let result: PackedResult?
    /// How the result can be kept for later calls; nil where it has names, or does not fit into a word.
    package let kept: KeptResult?
    /// The values that the result can have.
    let results: ValueDomain
    /// The whole numbers that the result can be both more and less than.
    let inner: Range<Int128>

    /// Nil for an action whose calls must have memory of their own.
    package init?(_ action: Action) {
        let shape = action.shape
        var parameters: [PackedPassing] = []
        for (passing, parameter) in zip(shape.parameters, shape.signature.parameters) {
            guard let packed = PackedPassing(passing, parameter) else { return nil }
            parameters.append(packed)
        }
        let givesOwnership = shape.signature.release != nil
        let isFixed = !shape.signature.isVariadic && shape.signature.format == nil
        guard isFixed, !givesOwnership, shape.result.isPlain else { return nil }
        self.parameters = parameters
        given = shape.signature.given
        result = PackedResult(shape.result)
        kept = shape.result.scalar.flatMap(PackedPassing.init).map(KeptResult.init)
        results = ValueDomain(of: shape.signature.result)
        inner = if case .whole(let range) = results.content { range.inner } else { 0..<0 }
    }

    /// Checks the arguments of one call, and keeps them.
    ///
    /// - Parameters:
    ///   - arguments: by position, the instance left out.
    ///   - text: what the literals stand in.
    ///   - conditions: what must hold for the result, to be kept beside them.
    ///   - keepsResult: whether there is to be room for the result.
    /// - Returns: nil where an argument does not fit, or cannot be packed.
    package func pack(
        _ arguments: [PackedArgument], in text: [UInt8], where conditions: [PackedCondition] = [],
        keepsResult: Bool = false, into all: PackedArguments
    ) -> PackedCall? {
        guard arguments.count == given.count, conditions.count <= PackedCondition.most, !keepsResult || kept != nil
        else { return nil }
        guard let (room, references) = check(arguments, text) else { return nil }
        let layout = PackedLayout(parameters: parameters.count, conditions: conditions.count)
        guard let (index, words) = unsafe all.allocate(words: layout.words(keepsResult), bytes: room) else {
            return nil
        }
        unsafe store(arguments, text, at: words, texts: PackedArguments.rounded(layout.words(keepsResult) * 8))
        unsafe store(conditions, at: words + layout.comparisons * 8)
        return PackedCall(arguments: index, references: references, result: keepsResult ? layout.result : nil)
    }

    // MARK: Checking

    /// The bytes that arguments need behind their words, and which of them refer; nil where one does not fit.
    private func check(_ arguments: [PackedArgument], _ text: [UInt8]) -> (room: Int, references: PackedReferences)? {
        var room = 0
        var references = PackedReferences()
        for (index, argument) in zip(given, arguments) {
            guard takes(argument, for: index, among: arguments, text) else { return nil }
            switch argument {
            case .literal(let literal): room += parameters[index].room(for: literal)
            case .result: guard references.insert(index) else { return nil }
            }
        }
        return (room, references)
    }

    private func takes(
        _ argument: PackedArgument, for index: Int, among all: [PackedArgument], _ text: [UInt8]
    ) -> Bool {
        switch (parameters[index], argument) {
        case (.text, .literal(.text)): true
        case (.run(let count), .literal(.text(let bytes))): number(count, all).map { 0...bytes.count ~= $0 } ?? false
        case (let passing, .literal(let literal)): passing.word(literal, in: text) != nil
        case (let passing, .result(_, let kept)): passing.takesAll(of: kept.passing)
        }
    }

    private func number(_ count: Parameter.Count, _ arguments: [PackedArgument]) -> Int? {
        switch count {
        case .constant(let number): return Int(exactly: number)
        case .parameter(let index):
            guard let place = given.firstIndex(of: index), case .literal(.integer(let number)) = arguments[place] else {
                return nil
            }
            return Int(number)
        default: return nil
        }
    }

    // MARK: Storing

    private func store(
        _ arguments: [PackedArgument], _ text: [UInt8], at words: UnsafeMutableRawPointer, texts: Int
    ) {
        var free = unsafe words + texts
        for (index, argument) in zip(given, arguments) {
            let place = unsafe words + index * 8
            switch argument {
            case .result(let result, _): unsafe place.storeBytes(of: UInt64(result.word), as: UInt64.self)
            case .literal(.text(let range)):
                let target = unsafe UnsafeMutableRawBufferPointer(start: free, count: range.count)
                unsafe text[range].withUnsafeBytes { unsafe target.copyMemory(from: $0) }
                unsafe place.storeBytes(of: free, as: UnsafeMutableRawPointer.self)
                unsafe free += parameters[index].room(for: .text(range))
            case .literal(let literal):
                unsafe place.storeBytes(of: parameters[index].word(literal, in: text) ?? 0, as: UInt64.self)
            }
        }
    }

    private func store(_ conditions: [PackedCondition], at words: UnsafeMutableRawPointer) {
        if conditions.isEmpty { return }
        unsafe words.storeBytes(of: conditions.comparisons, as: UInt64.self)
        for (number, condition) in conditions.enumerated() {
            unsafe words.storeBytes(of: condition.operand, toByteOffset: (number + 1) * 8, as: Int64.self)
        }
    }
}

// MARK: - Results

/// What a result can be held against without being taken out of memory.
enum PackedResult: Sendable {
    case bool
    case integer
    case floating
    case text

    /// Nil for void, and for results that may be told in several ways.
    init?(_ passing: ResultPassing) {
        switch passing {
        case .value(.scalar(.bool)): self = .bool
        case .value(.scalar(.integer)): self = .integer
        case .value(.scalar(.floating)): self = .floating
        case .value(.text): self = .text
        default: return nil
        }
    }
}

extension CallPacking {
    /// Whether the result is a whole number, which ``PreparedCall/meetsConditions(_:in:)`` compares.
    package var returnsInteger: Bool { result == .integer }
}

extension ResultPassing {
    fileprivate var scalar: Scalar? { if case .value(.scalar(let scalar)) = self { scalar } else { nil } }

    /// Whether nothing has to be settled once it has come back.
    fileprivate var isPlain: Bool {
        switch self {
        case .void, .value(.scalar), .value(.text): true
        default: false
        }
    }
}

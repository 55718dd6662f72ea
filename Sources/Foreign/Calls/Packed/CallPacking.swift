// SPDX-License-Identifier: Apache-2.0

public import Declarations

/// How the literals of an action's calls are packed, as far as that can be done.
///
/// It takes what ``PreparedCall/encode(_:actions:)`` would take, and puts the same values into the same places; what it
/// does not take may be right all the same.
@safe public struct CallPacking: Sendable {
    private let parameters: [PackedPassing]
    /// The parameters that a caller gives, in order.
    private let given: [Int]
    private let result: PackedResult?
    /// The values that the result can have.
    private let results: ValueDomain

    /// Nil for an action whose calls must have memory of their own.
    public init?(_ action: Action) {
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
        results = ValueDomain(of: shape.signature.result)
    }

    /// Checks the arguments of one call, and keeps them.
    ///
    /// - Parameters:
    ///   - literals: by position, the instance left out.
    ///   - text: what the literals stand in.
    ///   - expected: a word to be kept beside them.
    /// - Returns: nil where an argument does not fit, or cannot be packed.
    public func pack(
        _ literals: [PlainLiteral], in text: [UInt8], expecting expected: Int64 = 0, into all: PackedArguments
    ) -> PackedArguments.Index? {
        guard literals.count == given.count else { return nil }
        var room = 0
        for (index, literal) in zip(given, literals) {
            guard takes(literal, for: index, among: literals, text) else { return nil }
            room += parameters[index].room(for: literal)
        }
        guard let (index, words) = unsafe all.allocate(words: parameters.count + 1, bytes: room) else { return nil }
        unsafe store(literals, text, at: words)
        unsafe words.storeBytes(of: expected, toByteOffset: parameters.count * 8, as: Int64.self)
        return index
    }

    // MARK: Checking

    private func takes(_ literal: PlainLiteral, for index: Int, among all: [PlainLiteral], _ text: [UInt8]) -> Bool {
        switch (parameters[index], literal) {
        case (.text, .text): true
        case (.run(let count), .text(let bytes)): number(count, all).map { 0...bytes.count ~= $0 } ?? false
        case (let passing, _): passing.word(literal, in: text) != nil
        }
    }

    private func number(_ count: Parameter.Count, _ literals: [PlainLiteral]) -> Int? {
        switch count {
        case .constant(let number): return Int(exactly: number)
        case .parameter(let index):
            guard let place = given.firstIndex(of: index), case .integer(let number) = literals[place] else {
                return nil
            }
            return Int(number)
        default: return nil
        }
    }

    // MARK: Storing

    private func store(_ literals: [PlainLiteral], _ text: [UInt8], at words: UnsafeMutableRawPointer) {
        var free = unsafe words + PackedArguments.rounded((parameters.count + 1) * 8)
        for (index, literal) in zip(given, literals) {
            let place = unsafe words + index * 8
            if let word = parameters[index].word(literal, in: text) {
                unsafe place.storeBytes(of: word, as: UInt64.self)
            } else if case .text(let range) = literal {
                let target = unsafe UnsafeMutableRawBufferPointer(start: free, count: range.count)
                unsafe text[range].withUnsafeBytes { unsafe target.copyMemory(from: $0) }
                unsafe place.storeBytes(of: free, as: UnsafeMutableRawPointer.self)
                unsafe free += parameters[index].room(for: literal)
            }
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
    /// Whether the result may be what a literal says, as far as types tell.
    ///
    /// - Parameter text: what the literal stands in.
    public func mayReturn(_ literal: PlainLiteral, in text: [UInt8]) -> Bool {
        switch (result, literal) {
        case (.bool, .bool), (.text, .text): true
        // All of these are numbers of each of the floating types.
        case (.floating, .integer(-0x100_0000...0x100_0000)): true
        case (.integer, .integer), (.integer, .decimal), (.floating, .integer), (.floating, .decimal):
            results.canBe(literal.value(in: text))
        default: false
        }
    }

    /// Whether the result is a whole number, which ``PreparedCall/returnedExpected(_:from:)`` compares.
    public var returnsInteger: Bool { result == .integer }
}

extension ResultPassing {
    /// Whether nothing has to be settled once it has come back.
    fileprivate var isPlain: Bool {
        switch self {
        case .void, .value(.scalar), .value(.text): true
        default: false
        }
    }
}

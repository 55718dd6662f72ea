// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

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
    /// How the result can be kept for later calls; nil where it has names, or does not fit into a word.
    package let kept: KeptResult?
    /// The parts of an outcome that are compared without being taken out of memory.
    private let parts: [CallPath: PackedPart]
    /// The bytes that the call's parameters point to and that the action writes.
    private let outRoom: Int
    private let result: PackedPart?

    /// Nil for an action whose calls must have memory of their own.
    package init?(_ action: Action) {
        let shape = action.shape
        var parameters: [PackedPassing] = []
        for (passing, parameter) in zip(shape.parameters, shape.signature.parameters) {
            guard let packed = PackedPassing(passing, parameter) else { return nil }
            parameters.append(packed)
        }
        let isFixed = !shape.signature.isVariadic && shape.signature.format == nil
        guard isFixed, shape.signature.release == nil, shape.result.isPlain else { return nil }
        self.parameters = parameters
        given = shape.signature.given
        kept = shape.result.scalar.flatMap(PackedPassing.init).map(KeptResult.init)
        outRoom = parameters.reduce(0) { $0 + $1.outRoom }
        var parts: [CallPath: PackedPart] = [:]
        parts[.errno] = PackedPart(.errno, .integer(.int))
        if shape.result.isComparable { parts[.result] = PackedPart(.result, shape.signature.result) }
        for (index, passing) in shape.parameters.enumerated() {
            guard case .pointed(.scalar(let scalar), .out) = passing, scalar.isComparable,
                let name = shape.signature.parameters[index].name,
                case .pointer(let target, _) = shape.signature.parameters[index].type.canonical
            else { continue }
            parts[.out(name)] = PackedPart(.output(index), target)
        }
        self.parts = parts
        result = parts[.result]
    }

    /// A part of an outcome that has no parts and no names; nil for any other.
    package func part(_ path: CallPath) -> PackedPart? { path == .result ? result : parts[path] }

    /// Checks the arguments of one call, and keeps them.
    ///
    /// - Parameters:
    ///   - arguments: by position, the instance left out.
    ///   - conditions: what must hold for the outcome, to be kept beside them.
    ///   - keepsResult: whether there is to be room for the result.
    /// - Returns: nil where an argument does not fit, or cannot be packed.
    package func pack(
        _ arguments: [PackedArgument], where conditions: [PackedCondition] = [], keepsResult: Bool = false,
        into all: PackedArguments
    ) -> PackedCall? {
        guard arguments.count == given.count, conditions.count <= PackedCondition.most, !keepsResult || kept != nil
        else { return nil }
        guard let (room, references) = check(arguments) else { return nil }
        let operands = conditions.reduce(0) { $0 + $1.words }
        let layout = PackedLayout(parameters: parameters.count, operands: operands)
        guard let (index, words) = unsafe all.allocate(words: layout.words(keepsResult), bytes: room + outRoom) else {
            return nil
        }
        unsafe store(arguments, at: words, bytes: PackedArguments.rounded(layout.words(keepsResult) * 8))
        unsafe store(conditions, at: words + layout.comparisons * 8)
        return PackedCall(arguments: index, references: references, result: keepsResult ? layout.result : nil)
    }

    // MARK: Checking

    /// The bytes that arguments need behind their words, and which of them refer; nil where one does not fit.
    private func check(_ arguments: [PackedArgument]) -> (room: Int, references: PackedReferences)? {
        var room = 0
        var references = PackedReferences()
        for (index, argument) in zip(given, arguments) {
            guard takes(argument, for: index, among: arguments) else { return nil }
            switch argument {
            case .value(let value): room += parameters[index].room(for: value)
            case .result: guard references.insert(index) else { return nil }
            }
        }
        return (room, references)
    }

    private func takes(_ argument: PackedArgument, for index: Int, among all: [PackedArgument]) -> Bool {
        switch (parameters[index], argument) {
        case (.text, .value(.string(let text))): !text.utf8.contains(0)
        case (.run(let count), .value(.string(let text))): number(count, all).map { 0...text.utf8.count ~= $0 } ?? false
        case (.run(let count), .value(.bytes(let bytes))): number(count, all).map { 0...bytes.count ~= $0 } ?? false
        case (let passing, .value(let value)): passing.word(value) != nil
        case (let passing, .result(_, let kept)): passing.takesAll(of: kept.passing)
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

    // MARK: Storing

    private func store(_ arguments: [PackedArgument], at words: UnsafeMutableRawPointer, bytes: Int) {
        var free = unsafe words + bytes
        for (index, argument) in zip(given, arguments) {
            let place = unsafe words + index * 8
            switch argument {
            case .result(let result, _): unsafe place.storeBytes(of: UInt64(result.word), as: UInt64.self)
            case .value(.string(let text)) where parameters[index].isPointer:
                unsafe store(Array(text.utf8), at: place, &free)
            case .value(.bytes(let bytes)): unsafe store(bytes, at: place, &free)
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

    /// Puts bytes where there is room for them, a pointer to them at a place, and steps over them with a zero.
    private func store(
        _ bytes: [UInt8], at place: UnsafeMutableRawPointer, _ free: inout UnsafeMutableRawPointer
    ) {
        let target = unsafe UnsafeMutableRawBufferPointer(start: free, count: bytes.count)
        unsafe target.copyBytes(from: bytes)
        unsafe place.storeBytes(of: free, as: UnsafeMutableRawPointer.self)
        unsafe free += PackedArguments.rounded(bytes.count + 1)
    }

    private func store(_ conditions: [PackedCondition], at words: UnsafeMutableRawPointer) {
        if conditions.isEmpty { return }
        unsafe words.storeBytes(of: conditions.codes, as: UInt64.self)
        var place = unsafe words + 8
        for condition in conditions {
            unsafe place.storeBytes(of: condition.operand, as: UInt64.self)
            unsafe place += 8
            for other in condition.others {
                unsafe place.storeBytes(of: other, as: UInt64.self)
                unsafe place += 8
            }
        }
    }
}

extension PackedPassing {
    fileprivate var outRoom: Int { if case .out(let size) = self { PackedArguments.rounded(size) } else { 0 } }

    fileprivate var isPointer: Bool {
        switch self {
        case .text, .run: true
        default: false
        }
    }
}

extension ResultPassing {
    fileprivate var scalar: Scalar? { if case .value(.scalar(let scalar)) = self { scalar } else { nil } }

    /// True if it can be compared with literals as they are written.
    fileprivate var isComparable: Bool {
        switch self {
        case .value(.scalar(let scalar)): scalar.isComparable
        case .value(.text): true
        default: false
        }
    }

    /// True if nothing has to be settled once it has come back.
    fileprivate var isPlain: Bool {
        switch self {
        case .void, .value(.scalar), .value(.text): true
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

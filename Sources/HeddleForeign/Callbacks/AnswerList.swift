// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import Synchronization

/// The answers of a recorded callback, ready before the first call, so that any thread can take one.
final class AnswerList: Sendable {
    /// One answer.
    enum Answer: Sendable {
        case encoded(EncodedResult)
        case computed(ComputedValue)

        init(_ computation: CallbackComputation, in scope: CallbackScope) throws(Misfit) {
            guard case .value(let layout) = scope.shape.result else {
                throw Misfit(
                    ExpressionMistake(
                        found: "an expression", expected: "none: it returns nothing that can be computed"),
                    at: computation.place)
            }
            self = .computed(try ComputedValue(computation, as: layout, in: scope))
        }

        /// Writes the result of a call.
        ///
        /// - Throws: that the expression has none for these arguments.
        func give(_ call: EnteredCall) throws(ExpressionFault) {
            switch self {
            case .encoded(let result): unsafe result.copy(to: call.result)
            case .computed(let result): unsafe try result.write(call, to: call.result)
            }
        }
    }

    /// An answer for the calls whose arguments meet a condition, and all values that these write.
    private struct Rule: Sendable {
        let condition: Expression<ComputedPlace>
        let answer: Answer
        let writes: [ComputedWrite]

        /// - Parameter common: the values that each call writes.
        init(
            _ rule: CallbackRule, at place: PartPath, in scope: CallbackScope, beside common: [ComputedWrite]
        ) throws(Misfit) {
            condition = try rule.condition.condition(in: scope)
            writes = common + (try ComputedWrite.all(rule.writes, in: scope))
            try ComputedWrite.checkApart(writes)
            if let computation = rule.computation {
                answer = try Answer(computation, in: scope)
            } else if rule.returns == nil, case .value = scope.shape.result {
                throw Misfit(
                    expected: "the value to return: \"returns\" or \"compute\"", found: "a rule without a value",
                    path: .callback + place)
            } else {
                answer = .encoded(try EncodedResult(rule.returns, scope.shape, at: place + [.option(.returns)]))
            }
        }
    }

    private let list: [EncodedResult]
    private let rules: [Rule]
    private let others: Answer?
    /// The values that each call writes, whatever it returns.
    private let writes: [ComputedWrite]
    private let position = Atomic(0)
    /// True if the calls are noted.
    let isRecorded: Bool
    /// True if somebody has asked for that.
    let mustBeRecorded: Bool

    /// - Throws: an answer that does not fit the function's result.
    init(_ answers: CallbackAnswers, _ scope: CallbackScope) throws(Misfit) {
        let shape = scope.shape
        var list: [EncodedResult] = []
        for (index, answer) in answers.list.enumerated() {
            list.append(try EncodedResult(answer, shape, at: [.option(.answers), .element(index)]))
        }
        self.list = list
        let writes = try ComputedWrite.all(answers.writes, in: scope)
        self.writes = writes
        var rules: [Rule] = []
        for (index, rule) in answers.rules.enumerated() {
            rules.append(try Rule(rule, at: [.option(.rules), .element(index)], in: scope, beside: writes))
        }
        self.rules = rules
        others = try Self.others(answers, scope)
        isRecorded = answers.isRecorded
        mustBeRecorded = answers.records == true
    }

    /// The result beyond the list: a function that returns nothing needs no answer.
    private static func others(_ answers: CallbackAnswers, _ scope: CallbackScope) throws(Misfit) -> Answer? {
        let shape = scope.shape
        if let computation = answers.computation { return try Answer(computation, in: scope) }
        if case .void = shape.result {
            return .encoded(try EncodedResult(answers.returns, shape, at: [.option(.returns)]))
        }
        guard let value = answers.returns else {
            if answers.list.isEmpty, answers.rules.isEmpty {
                throw Misfit(
                    expected: "the value to return: {\"callback\": {\"returns\": …}}",
                    found: "a callback without a value")
            }
            return nil
        }
        return .encoded(try EncodedResult(value, shape, at: [.option(.returns)]))
    }

    /// The words for a call that it has no answer to.
    var lack: String {
        if rules.isEmpty { return "a callback was called more often than it has answers" }
        return "no rule of a callback holds for its arguments, and it says nothing that it returns otherwise"
    }

    func restart() { position.store(0, ordering: .relaxed) }

    /// Answers a call: writes its result, and what it hands out, which is zero where nothing is said of it. All of it is
    /// computed from the arguments as the caller has given them. False where there is no answer.
    ///
    /// - Throws: that an expression has no value for its arguments, or that a value cannot be written.
    func give(_ call: EnteredCall) throws(ExpressionFault) -> Bool {
        guard let (answer, writes) = try answer(to: call) else { return false }
        try answer.give(call)
        var written: [ComputedWrite.Computed] = []
        for write in writes { if let computed = try write.computed(for: call) { written.append(computed) } }
        try ComputedWrite.Computed.checkApart(written)
        if let name = call.arguments.clearOutputs() {
            throw ExpressionFault("the memory of \(name) cannot be written")
        }
        for one in written { try one.write() }
        return true
    }

    /// The answer to a call, and the values that it writes.
    private func answer(to call: EnteredCall) throws(ExpressionFault) -> (Answer, writes: [ComputedWrite])? {
        if !list.isEmpty {
            let index = position.add(1, ordering: .relaxed).oldValue
            if index < list.count { return (.encoded(list[index]), writes) }
        }
        for rule in rules where try rule.condition.value(in: ComputedScope(call: call)).isTrue {
            return (rule.answer, rule.writes)
        }
        return others.map { ($0, writes) }
    }
}

/// A result in memory that is never released: C may keep what it points to.
@safe final class EncodedResult: @unchecked Sendable {
    private let memory: UnsafeMutableRawPointer
    private let size: Int

    /// - Parameter value: nil for zero.
    /// - Throws: where the value does not fit the result's type.
    init(_ value: Value?, _ shape: CallShape) throws(Misfit) {
        size = CallShape.slotSize(for: shape.result.size)
        unsafe memory = .allocate(byteCount: size, alignment: 16)
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        guard let value else { return }
        switch shape.result {
        case .void: if value != .null { throw Misfit(expected: "null: it returns nothing") }
        case .value(let element):
            if value == .null, element.isPointer { return }
            try unsafe element.write(value, to: memory, LastingStore(library: shape.library))
        case .run(let run) where run.isWideText:
            guard value != .null, let text = ValueLayout(shape.signature.result) else { return }
            try unsafe text.write(value, to: memory, LastingStore(library: shape.library))
        case .pointed, .run: throw Misfit(expected: "null: a callback cannot return memory that is not a text")
        }
    }

    /// The same for a value that stands at a place of a callback.
    convenience init(_ value: Value?, _ shape: CallShape, at place: PartPath) throws(Misfit) {
        do throws(Misfit) {
            try self.init(value, shape)
        } catch {
            throw error.inside(.callback + place, of: value ?? .null)
        }
    }

    func copy(to target: UnsafeMutableRawPointer) { unsafe target.copyMemory(from: memory, byteCount: size) }
}

/// Memory for values that are never released.
struct LastingStore: ValueStore {
    let library: LibraryIdentity

    func allocate(_ size: Int) -> UnsafeMutableRawPointer { .allocate(byteCount: max(1, size), alignment: 64) }

    func within(_ step: PartPath.Step) -> LastingStore { self }

    func function(_ value: Value, _ shape: FunctionShape) throws(Misfit) -> UnsafeMutableRawPointer {
        guard let address = try unsafe library.address(of: value, as: shape.typeName) else {
            throw Misfit(expected: "a handle of \(shape.typeName)")
        }
        return unsafe address
    }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import HeddleDeclarations
import HeddleDiagnostics
import Synchronization

/// A call that runs through interceptors to an action that is a closure, by the rules of the order law.
final class FakeInterception: InterceptedCall, ObservedCall {
    typealias Body = @Sendable ([Value]) -> Outcome

    struct Misfit: Error, CustomStringConvertible {
        let description: String
    }

    let action: ActionName
    let signature: Signature
    let savedErrno: Int32 = 0

    func output(_ name: String) -> Value? { nil }
    private(set) var arguments: [Value]
    private(set) var outcome: Outcome?
    private var rest: ArraySlice<any Interceptor>
    private let body: Body

    private init(
        _ target: FakeTarget, _ arguments: [Value], through interceptors: [any Interceptor], _ body: @escaping Body
    ) {
        action = target.name
        signature = target.signature
        self.arguments = arguments
        self.rest = interceptors[...]
        self.body = body
    }

    /// Makes a call, the first interceptor being the outermost.
    static func run(
        _ target: FakeTarget = FakeTarget(), _ arguments: [Value] = [.integer(1), .integer(2)],
        through interceptors: any Interceptor..., body: @escaping Body = { _ in .returned(.integer(7)) }
    ) -> Outcome {
        let call = FakeInterception(target, arguments, through: interceptors, body)
        call.proceed()
        return call.outcome ?? .returned(nil)
    }

    /// Runs an interceptor at the place of a `before` or `after`, where proceeding does nothing.
    static func pass(
        _ interceptor: any Interceptor, _ arguments: [Value] = [.integer(1), .integer(2)], outcome: Outcome? = nil
    ) -> FakeInterception {
        let call = FakeInterception(FakeTarget(), arguments, through: []) { _ in .returned(nil) }
        call.outcome = outcome
        call.isOver = true
        interceptor.around(call)
        return call
    }

    private var isOver = false

    var view: any ObservedCall { self }

    @discardableResult
    func proceed() -> Outcome? {
        if isOver { return outcome }
        let (given, remaining) = (arguments, rest)
        outcome = nil
        if let next = rest.popFirst() { next.around(self) } else { outcome = body(arguments) }
        (arguments, rest) = (given, remaining)
        if outcome == nil { fail(Failure(code: "noResult", message: "")) }
        return outcome
    }

    func answer(_ result: Value?) throws {
        if result == .string("misfit") { throw Misfit(description: "text \"misfit\"") }
        outcome = .returned(result)
    }

    func answer(_ answer: CallAnswer, naming names: HandleNames) throws {
        if let failure = answer.failure { fail(failure) } else { try self.answer(answer.result) }
    }

    func clearOutputs() {}

    func fail(_ failure: Failure) {
        guard case .failed(let earlier)? = outcome else { return outcome = .failed(failure) }
        outcome = .failed(
            Failure(code: failure.code, message: failure.message, suppressed: failure.suppressed + [earlier]))
    }

    func setArgument(_ index: Int, to value: Value) throws {
        if value == .string("misfit") { throw Misfit(description: "text \"misfit\"") }
        arguments[index] = value
    }
}

/// An action that aspects are bound to: `int32_t f(int32_t a, int32_t b)` unless another is declared.
struct FakeTarget: AspectTarget {
    let name: ActionName
    let signature: Signature
    var constants = ConstantNames()
    var resultObstacle: String?
    var affectsArguments = false

    init(_ declaration: String = "int add(int a, int b)", name: String = "add") {
        self.name = ActionName(module: "z", action: name)
        let read = try? DeclarationScope().signature(declaration)
        signature = read ?? Signature(symbol: "unreadable", result: .void, parameters: [])
    }

    func misfit(ofResult value: Value?) -> String? {
        if value == .string("misfit") { return "text \"misfit\"" }
        return signature.result.canonical == .void && value != nil ? "it returns nothing" : nil
    }

    func misfit(of answer: CallAnswer) -> String? { answer.failure == nil ? misfit(ofResult: answer.result) : nil }

    func misfit(of value: Value, forParameter index: Int) -> String? {
        value == .string("misfit") ? "text \"misfit\"" : nil
    }

    func takesHandle(at index: Int) -> Bool {
        guard case .pointer(let target, _) = signature.parameters[index].type.canonical else { return false }
        return target.canonical != .integer(.char)
    }
}

extension DeclarationScope {
    fileprivate func signature(_ text: String) throws -> Signature? {
        var scope = self
        let source = SourceText(name: "test.h", text)
        let declarations = try scope.read(SourceRange(source, 0..<source.bytes.count))
        return declarations.lazy.compactMap { if case .function(let function) = $0 { function } else { nil } }.last
    }
}

/// The arguments and the answers of an action of a test.
final class FakeBody: Sendable {
    private let state: Mutex<(calls: [[Value]], outcomes: [Outcome])>

    /// - Parameter outcomes: one for each call, the last one for all that follow.
    init(_ outcomes: Outcome...) { state = Mutex(([], outcomes)) }

    @Sendable func run(_ arguments: [Value]) -> Outcome {
        state.withLock { state in
            state.calls.append(arguments)
            return state.outcomes.count > 1 ? state.outcomes.removeFirst() : state.outcomes[0]
        }
    }

    var calls: [[Value]] { state.withLock { $0.calls } }
}

// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
package import HeddleDiagnostics
internal import HeddleForeign
package import HeddleReport
internal import HeddleSystem
internal import Synchronization
internal import HeddleWeave

/// A call as the action received it, inside all hooks and from any caller, with its results.
struct InnerCall {
    /// The action that was called.
    let action: ActionName
    /// The place of its beginning among those of all calls.
    let order: Int
    /// The arguments, without secret ones.
    let arguments: [Value]
    /// The results of the call. A function that it was given has a number as its name.
    let answer: CallAnswer
}

/// A function that a call was given was called in a way that no answer can repeat.
struct UnansweredCallback {
    /// The action whose answer would have to call it.
    let action: ActionName
}

extension ModuleHost {
    /// Reports each call of some modules as their actions receive it, to record the modules. They may be loaded later.
    /// Calls that such a call makes itself are not reported, because a recorded answer would not make them; those of
    /// functions that it calls back are.
    ///
    /// - Throws: if a name is not a valid module name.
    package func tellInnerCalls(of modules: [String], to events: EventStream) throws(Diagnostic) {
        if modules.isEmpty { return }
        let open = OpenCalls(telling: events)
        CallbackObservation.begin(open)
        let piece = HookPiece.closure(label: "record") { call in
            let arguments = call.shownArguments
            let entry = open.begin(call.name, given: call.functions.map(\.address))
            call.proceed()
            let callbacks = open.end(entry)
            guard let order = entry.order, let outcome = call.outcome else { return }
            var answer = CallAnswer(outcome, call.outputs, errno: call.savedErrno)
                .withoutSharedMemory(of: call.signature).showingKeptBytes
            answer.kept = zip(call.functions, entry.functions).map { function, number in
                CallAnswer.Kept("\(number)", parameter: function.parameter)
            }
            answer.callbacks = callbacks
            events.receive(
                .emitted(InnerCall(action: call.name, order: order, arguments: arguments, answer: answer).event))
        }
        for module in modules {
            // It only looks, and is inside of all other hooks.
            let pattern = "\(module).*"
            guard let parsed = Pointcut.Pattern(pattern) else { throw .notAPattern(pattern) }
            var spec = HookSpec(on: Pointcut([parsed]), origin: "the recorder")
            spec.constraints = Constraints(order: .infinity)
            spec.add(.code(piece, canOnlyLook: true), at: .instead)
            do { try registry.register([spec]) } catch { throw error.first }
        }
    }
}

extension HookedCall {
    fileprivate var shownArguments: [Value] {
        let parameters = signature.givenParameters
        let ownValues = arguments.enumerated().map { index, value in
            index < parameters.count ? value.withoutSharedMemory(as: parameters[index].crossing.type) : value
        }
        return signature.concealing(ownValues)
    }
}

extension CallAnswer {
    fileprivate init(_ outcome: Outcome, _ out: [Value.Member], errno: Int32) {
        switch outcome {
        case .returned(let result): self.init(result: result, out: out, errno: errno)
        case .failed(let failure): self.init(errno: errno, failure: failure)
        }
    }
}

extension CallAnswer {
    fileprivate func withoutSharedMemory(of signature: Signature) -> CallAnswer {
        mapped(of: signature) { $0.withoutSharedMemory(as: $1) }
    }

    /// The answer as a file can hold it, with the bytes that texts do not say.
    fileprivate var showingKeptBytes: CallAnswer {
        var answer = self
        answer.result = result?.showingKeptBytes
        answer.out = out.map { Value.Member($0.name, $0.value.showingKeptBytes) }
        return answer
    }

    /// The answer with its values, each of which has a type, in another form.
    func mapped(of signature: Signature?, _ form: (Value, CType) -> Value) -> CallAnswer {
        guard let signature else { return self }
        var answer = self
        answer.result = result.map { form($0, signature.result) }
        answer.out = out.map { output in
            let type = signature.parameter(named: output.name)?.crossing.type ?? .void
            return Value.Member(output.name, form(output.value, type))
        }
        return answer
    }
}

// MARK: - As an event

extension InnerCall {
    private static let eventName = "heddle.call"

    fileprivate var event: EmittedEvent {
        EmittedEvent(
            name: Self.eventName,
            value: .object(
                [.init("with", .array(arguments)), .init("order", .number(.integer(Int128(order))))] + answer.members),
            call: action)
    }

    /// The call of an event; nil for an event of another kind.
    init?(_ event: EmittedEvent) {
        guard event.name == Self.eventName, let action = event.call, case .object(let members)? = event.value,
            case .array(let arguments)? = members.value(of: "with"),
            case .number(let order)? = members.value(of: "order")
        else { return nil }
        (self.action, self.arguments, answer) = (action, arguments, CallAnswer(members))
        self.order = order.integer.flatMap(Int.init(exactly:)) ?? 0
    }
}

extension UnansweredCallback {
    private static let eventName = "heddle.callback"

    var event: EmittedEvent { EmittedEvent(name: Self.eventName, value: nil, call: action) }

    /// The function call of an event; nil for an event of another kind.
    init?(_ event: EmittedEvent) {
        guard event.name == Self.eventName, let action = event.call else { return nil }
        self.action = action
    }
}

extension CallAnswer {
    /// The answer, in the form of a recorded call.
    var members: [Value.Member] {
        var members: [Value.Member] = []
        if let result { members.append(.init("result", result)) }
        if !out.isEmpty { members.append(.init("out", .object(out))) }
        if errno != 0 { members.append(.init("errno", .number(.integer(Int128(errno))))) }
        if let failure {
            members.append(.init("failure", failure.asValue))
        }
        if !kept.isEmpty {
            members.append(.init("keeps", .object(kept.map { .init($0.parameter, .string($0.name)) })))
        }
        if !callbacks.isEmpty {
            let calls = callbacks.map { callback in
                Value.object([
                    .init("function", .string(callback.function)), .init("with", .array(callback.arguments)),
                ])
            }
            members.append(.init("callbacks", .array(calls)))
        }
        return members
    }

    fileprivate init(_ members: [Value.Member]) {
        self.init(result: members.value(of: "result"))
        if case .object(let out)? = members.value(of: "out") { self.out = out }
        if case .object(let kept)? = members.value(of: "keeps") {
            self.kept = kept.compactMap { member in
                if case .string(let name) = member.value { Kept(name, parameter: member.name) } else { nil }
            }
        }
        if case .array(let calls)? = members.value(of: "callbacks") {
            callbacks = calls.compactMap { call in
                guard case .object(let members) = call, case .string(let name)? = members.value(of: "function"),
                    case .array(let arguments)? = members.value(of: "with")
                else { return nil }
                return Callback(name, arguments)
            }
        }
        if case .number(let number)? = members.value(of: "errno") {
            errno = number.integer.flatMap(Int32.init(exactly:)) ?? 0
        }
        let failure = members.value(of: "failure")
        guard case .string(let code)? = failure?.part(at: PartPath([.member("code")])),
            case .string(let message)? = failure?.part(at: PartPath([.member("message")]))
        else { return }
        self.failure = Failure(code: code, message: message)
    }
}

extension [Value.Member] {
    fileprivate func value(of name: String) -> Value? { first { $0.name == name }?.value }
}

// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleDeclarations
internal import HeddleDiagnostics
package import HeddleForeign
internal import Synchronization

extension Action: AspectTarget {}

/// An aspect of a hook that may change calls: one interceptor for each action that the hook is woven around.
final class InterceptorHook: Sendable {
    private let label: String
    private let make: Aspect.Maker
    private let made = Mutex<[(action: ActionName, interceptor: any Interceptor)]>([])

    private let objections: (@Sendable () -> [Finding])?

    init(label: String, make: @escaping Aspect.Maker, objecting objections: (@Sendable () -> [Finding])? = nil) {
        self.label = label
        self.make = make
        self.objections = objections
    }

    /// True if it objects at the end where calls have not come.
    var expectsCalls: Bool { objections != nil }

    /// The piece for an action.
    ///
    /// - Throws: the reason why the aspect does not fit it.
    func piece(for action: Action) throws(AspectError) -> HookPiece {
        let interceptor = try make(action)
        made.withLock { $0.append((action.name, interceptor)) }
        return interceptor.piece(label: label)
    }

    /// The findings of interceptors that saw calls, in the order of the names of their actions, since that in which actions
    /// are bound differs from process to process; and what was expected of all actions and did not come.
    func findings() -> [Finding] {
        facts() + (objections?() ?? [])
    }

    private func facts() -> [Finding] {
        made.withLock { $0 }.sorted { "\($0.action)" < "\($1.action)" }.compactMap { made in
            let facts = made.interceptor.facts()
            return facts.allSatisfy(\.isZero) ? nil : Finding(action: made.action, facts: facts)
        }
    }
}

extension Interceptor {
    fileprivate func piece(label: String) -> HookPiece { .closure(label: label) { around($0) } }
}

extension Action {
    /// Calls the action for an aspect: through its hooks, on the calling thread.
    func answer(to arguments: [Value]) -> Outcome {
        answer(to: arguments) { call in
            call.invoke()
            return call.takeResult().outcome
        }
    }

    /// Calls the action for an aspect without meeting its hooks, and takes a part of its result. A pointer to a
    /// structure is followed to its members.
    func answerBare(to arguments: [Value], part: PartPath) -> Outcome {
        answer(to: arguments) { call in
            call.invokeWithoutHooks()
            guard !part.isEmpty else { return call.takeResult().outcome }
            let target = call.resultTarget
            let outcome = call.takeResult().outcome
            guard case .returned(let value) = outcome else { return outcome }
            return .returned((target ?? value)?.part(at: part))
        }
    }

    private func answer(to arguments: [Value], by make: (PreparedCall) -> Outcome) -> Outcome {
        let call = PreparedCall(self)
        if let error = call.encode(signature.arguments(given: arguments)).first {
            return .failed(Failure(.argument, Diagnostic.misfit(error, in: self).message))
        }
        return make(call)
    }
}

extension Registry {
    /// A declared action that aspects call. It is bound with the plan, or at the first call.
    func asked(_ text: String) -> AskedAction? {
        guard let signature = declared(text) else { return nil }
        return AskedAction(signature: signature) { [weak self] arguments in
            self?.find(text)?.action.answer(to: arguments)
                ?? .failed(Failure(.action, "\(text) cannot be called"))
        } ask: { [weak self] arguments, part in
            self?.find(text)?.action.answerBare(to: arguments, part: part)
                ?? .failed(Failure(.action, "\(text) cannot be called"))
        }
    }
}

extension Value.Member {
    fileprivate var isZero: Bool { value == .number(.integer(0)) }
}

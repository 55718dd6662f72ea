// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
internal import HeddleDiagnostics
import Synchronization

/// The recorded answers of one hook, for all its actions.
final class RecordedAnswers: Sendable {
    private struct State {
        var all: [RecordedAnswer]
        var isUsed: [Bool]
        /// The index of the next answer, if answers are in order.
        var next = 0
        var calls: [String: Int] = [:]
        /// The index of each action, if answers come in any order; made at the first call of the action.
        var indices: [String: RecordedAnswerIndex] = [:]
        /// The number of calls without an answer.
        var unanswered = 0
    }

    /// The number of calls without an answer for which the nearest one is searched. Each search looks at all answers.
    private static let searches = 100

    /// True if calls must come in the order in which they were recorded.
    let isOrdered: Bool
    /// The handles for the names of the recording.
    let names = HandleNames()
    /// The indices of the answers of each action.
    private let byAction: [String: [Int]]
    private let state: Mutex<State>

    init(_ all: [RecordedAnswer], isOrdered: Bool) {
        self.isOrdered = isOrdered
        byAction = Dictionary(grouping: all.indices) { all[$0].call }
        state = Mutex(State(all: all, isUsed: all.map { _ in false }))
    }

    var all: [RecordedAnswer] { state.withLock { $0.all } }

    /// The answers of an action.
    func all(of action: String) -> [RecordedAnswer] {
        state.withLock { state in (byAction[action] ?? []).map { state.all[$0] } }
    }

    /// Replaces the recorded calls that have the same numbers.
    fileprivate func replace(with answers: [RecordedAnswer], of action: String) {
        state.withLock { state in
            for answer in answers { state.all[answer.index] = answer }
            state.indices[action] = nil
        }
    }

    /// The answer for a call. No other call gets the same one.
    ///
    /// - Throws: a failure that names the nearest answer, if none matches.
    func take(for call: any ObservedCall) throws(Failure) -> CallAnswer {
        let name = call.action.description
        let (found, isUsed, next, unanswered) = state.withLock { state in
            state.calls[name, default: 0] += 1
            let found = take(for: call, name, &state)
            if found == nil { state.unanswered += 1 }
            return (found, state.isUsed, state.next, state.unanswered)
        }
        if let found { return found.answer }
        let isSearched = unanswered <= Self.searches
        throw Unanswered(call: call, answers: self, isUsed: isUsed, next: next, isSearched: isSearched).failure
    }

    private func take(for call: any ObservedCall, _ name: String, _ state: inout State) -> RecordedAnswer? {
        guard let index = isOrdered ? next(for: call, name, state) : first(for: call, name, &state) else { return nil }
        let answer = state.all[index]
        for (name, handle) in ArgumentComparison(answer.arguments, call, names).bound { names[name] = handle }
        state.isUsed[index] = true
        state.next = index + 1
        return answer
    }

    /// The next answer, if it matches.
    private func next(for call: any ObservedCall, _ name: String, _ state: State) -> Int? {
        guard state.next < state.all.count else { return nil }
        let answer = state.all[state.next]
        return answer.call == name && ArgumentComparison(answer.arguments, call, names).isEqual ? state.next : nil
    }

    /// The first unused answer that matches.
    private func first(for call: any ObservedCall, _ name: String, _ state: inout State) -> Int? {
        var index =
            state.indices[name]
            ?? RecordedAnswerIndex((byAction[name] ?? []).map { state.all[$0] }, of: call.signature)
        // The only reference, so that the index is changed in place and not copied.
        state.indices[name] = nil
        defer { state.indices[name] = index }
        let all = state.all
        return index.first(for: call.arguments, isUsed: state.isUsed) { candidate in
            ArgumentComparison(all[candidate].arguments, call, names).isEqual
        }
    }

    /// The answers of each action that were expected and never asked for.
    func objections() -> [Finding] {
        state.withLock { state in
            let left = state.all.filter { !state.isUsed[$0.index] }
            return Dictionary(grouping: left, by: \.call).values.sorted { $0[0].index < $1[0].index }.compactMap {
                left -> Finding? in
                guard let dot = left[0].call.lastIndex(of: ".") else { return nil }
                let action = ActionName(
                    module: String(left[0].call[..<dot]), action: String(left[0].call[dot...].dropFirst()))
                let more = left.count == 1 ? "" : " and \(counted(left.count - 1, "later one"))"
                return Finding(
                    action: action, facts: [],
                    objection: "\(action) was never called as expected: the recorded call "
                        + "\(left[0].index + 1)\(left[0].place)\(more) was not made")
            }
        }
    }

    /// `calls`: the number of calls; `left`: the number of unused answers.
    func facts(of action: ActionName) -> [Value.Member] {
        let name = action.description
        return state.withLock { state in
            return [
                Value.Member("calls", state.calls[name] ?? 0),
                Value.Member("left", (byAction[name] ?? []).count { !state.isUsed[$0] }),
            ]
        }
    }
}

/// Recorded answers in place of one action.
struct RecordedInterceptor: Interceptor {
    let answers: RecordedAnswers
    let action: ActionName

    func around(_ call: borrowing some InterceptedCall & ~Copyable) {
        do throws(Failure) {
            let answer = try answers.take(for: call.view)
            do {
                try call.answer(answer, naming: answers.names)
            } catch {
                call.fail(Failure(.misfit, "answer has no fitting result: \(error)"))
            }
        } catch {
            call.fail(error)
        }
    }

    func facts() -> [Value.Member] { answers.facts(of: action) }
}

extension RecordedAnswers {
    /// Recorded answers for all actions of a hook.
    static func role(_ calls: [RecordedAnswer], _ options: AspectOptions<AnswerOptions>) -> Aspect.Role {
        let answers = RecordedAnswers(calls, isOrdered: options.isOrdered)
        let recorded = Dictionary(grouping: calls, by: \.call)
        let maker: Aspect.Maker = { target throws(AspectError) -> any Interceptor in
            let action = target.name.description
            let fitted = try (recorded[action] ?? []).map { answer throws(AspectError) -> RecordedAnswer in
                try target.fitted(answer, options.place(\.calls, at: answer.range))
            }
            answers.replace(with: fitted, of: action)
            return RecordedInterceptor(answers: answers, action: target.name)
        }
        guard options.areAllExpected else { return .interceptor(maker) }
        return .interceptor(maker, objecting: { answers.objections() })
    }
}

extension AspectTarget {
    /// A recorded call with its values in the form of this action's calls.
    fileprivate func fitted(_ recorded: RecordedAnswer, _ place: OptionPlace) throws(AspectError) -> RecordedAnswer {
        let number = recorded.index + 1
        let fitted: RecordedAnswer
        do throws(UnknownName) {
            fitted = try recorded.fitted(to: signature, naming: constants)
        } catch {
            throw unfit("answer", option: place, "of call \(number), \(error.message)", error.suggestion)
        }
        guard let misfit = misfit(of: fitted.arguments) ?? misfit(of: fitted.answer) else { return fitted }
        throw unfit("answer", option: place, "of call \(number), \(misfit)")
    }

    private func misfit(of arguments: RecordedAnswer.Arguments) -> String? {
        let count = signature.given.count
        switch arguments {
        case .any: return nil
        case .positional(let values):
            if values.count == count || signature.isVariadic && values.count > count { return nil }
            return "\"with\" has \(counted(values.count, "argument")), the declaration wants \(count)"
        case .named(let members):
            let unknown = members.first { signature.position(ofArgument: $0.name) == nil }
            return unknown.map {
                "\"with\" has the argument \(Value.string($0.name).excerpt()), which the action does not have"
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import Declarations
import Synchronization

/// The answers of one hook that were recorded, for all actions that it is around.
final class RecordedAnswers: Sendable {
    private struct State {
        var all: [RecordedAnswer]
        var isUsed: [Bool]
        /// Which comes next, where they come in order.
        var next = 0
        var calls: [String: Int] = [:]
    }

    /// Whether calls must come in the order in which they were recorded.
    let isOrdered: Bool
    let places: OptionPlaces
    /// What stands for the handles of the recording.
    let names = HandleNames()
    private let state: Mutex<State>

    init(_ all: [RecordedAnswer], isOrdered: Bool, places: @escaping OptionPlaces) {
        self.isOrdered = isOrdered
        self.places = places
        state = Mutex(State(all: all, isUsed: all.map { _ in false }))
    }

    var all: [RecordedAnswer] { state.withLock { $0.all } }

    /// Puts a recorded call in the place of the one with its number.
    fileprivate func replace(with answer: RecordedAnswer) { state.withLock { $0.all[answer.index] = answer } }

    /// The answer that a call gets, which no other call gets then.
    ///
    /// - Throws: that there is none, with the nearest.
    func take(for call: any ObservedCall) throws(Failure) -> CallAnswer {
        let name = call.action.description
        let (found, isUsed, next) = state.withLock { state in
            state.calls[name, default: 0] += 1
            return (take(for: call, name, &state), state.isUsed, state.next)
        }
        if let found { return found.answer }
        throw Unanswered(call: call, answers: self, isUsed: isUsed, next: next).failure
    }

    private func take(for call: any ObservedCall, _ name: String, _ state: inout State) -> RecordedAnswer? {
        let all = state.all
        for index in isOrdered ? state.next..<min(state.next + 1, all.count) : all.indices {
            guard !state.isUsed[index], all[index].call == name else { continue }
            let comparison = ArgumentComparison(all[index].arguments, call, names)
            guard comparison.isEqual else { continue }
            for (name, handle) in comparison.bound { names[name] = handle }
            state.isUsed[index] = true
            state.next = index + 1
            return all[index]
        }
        return nil
    }

    /// `calls`: how many came in; `left`: how many answers nobody has asked for.
    func facts(of action: ActionName) -> [Value.Member] {
        let name = action.description
        return state.withLock { state in
            let own = state.all.filter { $0.call == name }
            return [
                Value.Member("calls", state.calls[name] ?? 0),
                Value.Member("left", own.count { !state.isUsed[$0.index] }),
            ]
        }
    }
}

/// Recorded answers in the place of one action.
struct RecordedInterceptor: Interceptor {
    let answers: RecordedAnswers
    let action: ActionName

    func around(_ call: borrowing some InterceptedCall & ~Copyable) {
        do throws(Failure) {
            let answer = try answers.take(for: call.view)
            do {
                try call.answer(answer, naming: answers.names)
            } catch {
                call.fail(Failure(code: "misfit", message: "answer has no fitting result: \(error)"))
            }
        } catch {
            call.fail(error)
        }
    }

    func facts() -> [Value.Member] { answers.facts(of: action) }
}

extension AspectOptions {
    /// How recorded answers are made for an action; nil where none are given.
    func recordedAnswers(places: @escaping OptionPlaces) throws(AspectError) -> Aspect.Maker? {
        guard let calls = try recordedCalls() else { return nil }
        let answers = RecordedAnswers(calls, isOrdered: has("ordered") ? try flag("ordered") : true, places: places)
        return { target throws(AspectError) in
            for answer in calls where answer.call == target.name.description {
                answers.replace(with: try target.fitted(answer))
            }
            return RecordedInterceptor(answers: answers, action: target.name)
        }
    }
}

extension AspectTarget {
    /// A recorded call as one of this action: its values in the form that they have in calls.
    fileprivate func fitted(_ recorded: RecordedAnswer) throws(AspectError) -> RecordedAnswer {
        let number = recorded.index + 1
        let fitted: RecordedAnswer
        do throws(UnknownName) {
            fitted = try recorded.fitted(to: signature, naming: constants)
        } catch {
            throw unfit("answer", option: "calls", "of call \(number), \(error.message)", error.suggestion)
        }
        guard let misfit = misfit(of: fitted.arguments) ?? misfit(of: fitted.answer) else { return fitted }
        throw unfit("answer", option: "calls", "of call \(number), \(misfit)")
    }

    private func misfit(of arguments: RecordedAnswer.Arguments) -> String? {
        let count = signature.given.count
        switch arguments {
        case .any: return nil
        case .positional(let values):
            if values.count == count || signature.isVariadic && values.count > count { return nil }
            return
                "\"with\" has \(values.count) argument\(values.count == 1 ? "" : "s"), the declaration wants \(count)"
        case .named(let members):
            let unknown = members.first { signature.position(ofArgument: $0.name) == nil }
            return unknown.map { "\"with\" has the argument \(Value.string($0.name).excerpt()), which there is not" }
        }
    }
}

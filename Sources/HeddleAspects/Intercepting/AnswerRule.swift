// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
import HeddleDiagnostics
import HeddleSchema
import Synchronization

/// `answer`: gives results in place of the action, which is not called. Its out-parameters stay zero.
package final class AnswerRule<Output: Sendable>: AspectRule {
    private let results: [Output]
    private let ending: AnswerEnding
    private let calls = Atomic<Int>(0)

    /// Creates the rule.
    ///
    /// - Parameter results: the results, in order; without any, each call counts as one after the last.
    package init(_ results: [Output], then ending: AnswerEnding = .last) {
        self.results = results
        self.ending = ending
    }

    /// Gives the next result.
    package func course() -> Course<Output> {
        let number = calls.add(1, ordering: .relaxed).oldValue
        if number < results.count { return .answer(results[number]) }
        switch ending {
        case .proceed: return .proceed { _ in .done }
        case .last: if let last = results.last { return .answer(last) }
        case .repeat: if !results.isEmpty { return .answer(results[number % results.count]) }
        case .fail: break
        }
        return .fail(Failure(.noAnswer, "there are answers for \(results.count) calls, not for more"))
    }

    /// `calls`: the number of calls.
    package func facts() -> [Value.Member] { [Value.Member("calls", calls.load(ordering: .relaxed))] }
}

// MARK: In a behaviour

extension AspectRecipe {
    static let answer = objecting("answer", "Gives results in place of the action.", AnswerOptions.self) {
        options, context throws(AspectError) in
        if let calls = options.calls { return RecordedAnswers.role(calls, options) }
        let clock = context.clock
        return .interceptor({ target throws(AspectError) in
            let rule = AnswerRule(try target.checked(options), then: options.ending)
            return CourseInterceptor("answer", rule, clock) { _ in rule.course() }
        })
    }
}

struct AnswerOptions: OptionDraft {
    var result: Located<Value>?
    var results: [Located<Value>]?
    var ending = AnswerEnding.last
    var calls: [RecordedAnswer]?
    var isOrdered = true
    var areAllExpected = true

    static func keys(at _: HookPosition) -> [OptionForm<Self>.Key] {
        [
            .optional("result", \.result, .literal, "The result of every call; none for a void action."),
            .optional("results", \.results, .list(of: .literal, atLeast: 1), "One result for each call."),
            .optional(
                "then", \.ending, .word,
                "The answer after the last of the `results`; `fail` fails with the code `noAnswer`."),
            .optional(
                "calls", \.calls, .recordedAnswers,
                "Recorded calls, each with its arguments and results."),
            .optional(
                "ordered", \.isOrdered, .flag, "True if recorded calls must come in the order of the list."),
            .optional(
                "all", \.areAllExpected, .flag, "True if the run fails at its end unless each recorded call has come."),
        ]
    }

    static var rules: [KeyRule<Self>] {
        [
            .onlyOneOf([\.result, \.results, \.calls]),
            .needs(\.ending, with: \.results, because: "says what follows the last of the results"),
            .needs(\.isOrdered, with: \.calls, because: "says in which order recorded calls come"),
            .needs(\.areAllExpected, with: \.calls, because: "says whether all recorded calls come"),
        ]
    }
}

extension AspectTarget {
    fileprivate func checked(_ options: AspectOptions<AnswerOptions>) throws(AspectError) -> [Value?] {
        if let resultObstacle { throw unfit("answer", resultObstacle) }
        guard let values = options.results ?? options.result.map({ [$0] }) else {
            if signature.result.canonical == .void { return [nil] }
            throw unfit("answer", "it returns \(signature.result), and no result is given")
        }
        var checked: [Value?] = []
        for value in values {
            let place =
                options.results == nil ? options.place(\.result) : options.place(\.results, at: value.range)
            let value = try resolved(value.value, as: signature.resultCrossing.type, of: "answer", place)
            if let misfit = misfit(ofResult: value) { throw unfit("answer", option: place, misfit) }
            checked.append(value)
        }
        return checked
    }
}

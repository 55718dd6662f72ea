// SPDX-License-Identifier: Apache-2.0

public import Declarations
import Synchronization

/// `answer`: gives results in the action's place, which is not called. What the action would write into its
/// out-parameters stays zero.
public final class AnswerAspect: Interceptor {
    /// What follows the last result.
    public enum Ending: String, CaseIterable, Sendable {
        /// The last result again and again.
        case last
        /// All of them from the first on.
        case `repeat`
        /// The action itself.
        case proceed
        /// A failure with the code `noAnswer`.
        case fail
    }

    private let results: [Value?]
    private let ending: Ending
    private let calls = Atomic<Int>(0)

    /// Creates the aspect.
    ///
    /// - Parameter results: at least one, in order; nil is the result of `void`.
    public init(_ results: [Value?], then ending: Ending = .last) {
        self.results = results
        self.ending = ending
    }

    /// Gives the next result.
    public func around(_ call: borrowing some InterceptedCall & ~Copyable) {
        let number = calls.add(1, ordering: .relaxed).oldValue
        if number < results.count { return call.answer(results[number], for: "answer") }
        switch ending {
        case .last: call.answer(results.last ?? nil, for: "answer")
        case .repeat: call.answer(results[number % results.count], for: "answer")
        case .proceed: call.proceed()
        case .fail:
            call.fail(Failure(code: "noAnswer", message: "there are answers for \(results.count) calls, not for more"))
        }
    }

    /// `calls`: how many came in.
    public func facts() -> [Value.Member] { [Value.Member("calls", calls.load(ordering: .relaxed))] }
}

extension AnswerAspect {
    static let recipe = AspectRecipe.intercepting("answer", options: ["result", "results", "then"]) {
        order throws(AspectError) in
        let options = order.options
        try options.checkOneOf("result", "results")
        let list = try options.list("results", "a list of results")
        let ending = try options.word("then", of: Ending.self)
        if list == nil, ending != nil {
            throw options.bad("then", "it says what follows the last of the results, of which there is no list")
        }
        let single = options["result"]
        return { target throws(AspectError) in
            let results = try checked(single, list, for: target)
            return AnswerAspect(results, then: ending ?? .last)
        }
    }

    private static func checked(
        _ single: Value?, _ list: [Value]?, for target: any AspectTarget
    ) throws(AspectError) -> [Value?] {
        if let obstacle = target.resultObstacle { throw target.unfit("answer", obstacle) }
        guard single != nil || list != nil else {
            if target.signature.result.canonical == .void { return [nil] }
            throw target.unfit("answer", "it returns \(target.signature.result), and no result is given")
        }
        for value in list ?? [single].compactMap(\.self) {
            guard let misfit = target.misfit(ofResult: value) else { continue }
            throw target.unfit("answer", option: list == nil ? "result" : "results", "a result is \(misfit)")
        }
        return list ?? [single]
    }
}

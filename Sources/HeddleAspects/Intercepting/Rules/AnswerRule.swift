// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
import Synchronization

/// `answer`: gives results in the action's place, which is not called. What the action would write into its
/// out-parameters stays zero.
package final class AnswerRule<Output: Sendable>: AspectRule {
    private let results: [Output]
    private let ending: AnswerEnding
    private let calls = Atomic<Int>(0)

    /// Creates the rule.
    ///
    /// - Parameter results: in order; without any each call is one that follows the last.
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

    /// `calls`: how many came in.
    package func facts() -> [Value.Member] { [Value.Member("calls", calls.load(ordering: .relaxed))] }
}

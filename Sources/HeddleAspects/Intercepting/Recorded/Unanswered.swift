// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// A call that matches no recorded answer, with the nearest recorded call.
struct Unanswered {
    let call: any ObservedCall
    let answers: RecordedAnswers
    /// For each recorded call, true if it was used.
    let isUsed: [Bool]
    /// The index of the next answer, if answers are in order.
    let next: Int
    /// True if the nearest answer is searched.
    let isSearched: Bool

    /// The failure of the call.
    var failure: Failure {
        Failure(
            .unexpectedCall, (["no recorded call fits \(shown)"] + details).joined(separator: "; "))
    }

    private var details: [String] {
        if !isSearched { return ["many calls did not match, so the nearest is no longer searched for"] }
        guard let nearest else { return ["no call of \(call.action) was recorded"] + order(nil) }
        return [words(of: nearest.answer, nearest.comparison)] + order(nearest.answer.index)
    }

    private var shown: String {
        let arguments = call.signature.excerpts(of: call.arguments, limit: 40)
        return "\(call.action)(\(arguments.joined(separator: ", ")))"
    }

    /// The answer of the same action with the fewest differences. Among several, an unused one is preferred, then the
    /// first.
    private var nearest: (answer: RecordedAnswer, comparison: ArgumentComparison)? {
        let name = call.action.description
        return answers.all(of: name)
            .map { ($0, ArgumentComparison($0.arguments, call, answers.names)) }
            .min { left, right in rank(of: left.0, left.1) < rank(of: right.0, right.1) }
            .map { (answer: $0.0, comparison: $0.1) }
    }

    private func rank(of answer: RecordedAnswer, _ comparison: ArgumentComparison) -> (Int, Int, Int) {
        (comparison.differences.count, isUsed[answer.index] ? 1 : 0, answer.index)
    }

    private func words(of answer: RecordedAnswer, _ comparison: ArgumentComparison) -> String {
        let state = isUsed[answer.index] ? "used up already" : "not used yet"
        let place = "call \(answer.index + 1)\(answer.place), \(state)"
        if comparison.isEqual { return "\(place), would" }
        let differences = comparison.differences.prefix(4).map(\.words).joined(separator: ", ")
        let more = comparison.differences.count > 4 ? ", and \(comparison.differences.count - 4) more" : ""
        let agreeing =
            comparison.agreeing.isEmpty ? "" : " (\(comparison.agreeing.joined(separator: ", ")) as recorded)"
        return "the nearest is \(place): \(differences)\(more)\(agreeing)"
    }

    /// The expected next call, if calls are in order.
    private func order(_ nearest: Int?) -> [String] {
        guard answers.isOrdered else { return [] }
        guard next < answers.all.count else { return ["all \(answers.all.count) recorded calls are used up"] }
        if next == nearest { return [] }
        return ["next comes call \(next + 1)\(answers.all[next].place), \(answers.all[next].call)"]
    }
}

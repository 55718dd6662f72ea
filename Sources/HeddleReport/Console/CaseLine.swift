// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics

extension CaseRecord {
    /// The attempt for people, such as `  failed   the seat is free   1.2 ms   cases.json:4:7`.
    ///
    /// - Parameter showsUnjudged: whether it says that nothing was expected.
    func line(_ style: TerminalStyle, showsUnjudged: Bool = false) -> String {
        let word = outcome.words + String(repeating: " ", count: max(0, Self.width - outcome.words.count))
        return "  \(style.word(word, for: outcome))  \(name.excerpt(limit: 300))\(attemptText)\(asides(style))"
            + (showsUnjudged && isUnjudged ? "   \(style.aside("nothing was expected"))\n" : "\n")
    }

    /// As wide as the widest outcome.
    private static let width = CaseOutcome.allCases.map(\.words.count).max() ?? 0

    private var attemptText: String {
        guard let attempt = event?.attempt, attempt > 1 || isRetried else { return "" }
        return " (attempt \(attempt))"
    }

    private func asides(_ style: TerminalStyle) -> String {
        if outcome == .skipped { return ending?.reason.map { ": \($0.excerpt(limit: 300))" } ?? "" }
        let time = "   \(style.aside(timeText(nanoseconds: nanoseconds)))"
        return outcome.isGood ? time : time + (event.map { "   \($0.range.location.excerpt())" } ?? "")
    }
}

extension TerminalStyle {
    fileprivate func word(_ text: String, for outcome: CaseOutcome) -> String {
        switch outcome {
        case .passed: success(text)
        case .flaky, .skipped: heading(text)
        case .failed, .timedOut, .crashed, .interrupted: failure(text)
        }
    }
}

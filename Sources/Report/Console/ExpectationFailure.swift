// SPDX-License-Identifier: Apache-2.0

import Declarations
import Diagnostics

extension ExpectationEvent {
    /// An expectation that did not hold, as a diagnostic that quotes its line.
    ///
    /// - Parameter call: the step's call, where it is known.
    func failure(of call: CallEvent?) -> Diagnostic {
        let subject = call.map { "\(path) of \($0.call.excerpt)" } ?? path
        return Diagnostic(
            code: "expectation.failed", "\(subject) is not what was expected", at: range,
            notes: (comparison + reason(call)).map { Diagnostic.Note($0) })
    }

    private var comparison: [String] {
        let contrast = Contrast(expected: expected, actual: actual)
        return ["expected: \(condition ?? contrast.expected)", "actual:   \(contrast.actual)"]
    }

    /// Why there is nothing to look at.
    private func reason(_ call: CallEvent?) -> [String] {
        guard actual == nil, case .failed(let failure)? = call?.status else { return [] }
        return ["the call failed: \(failure.excerpt)"]
    }
}

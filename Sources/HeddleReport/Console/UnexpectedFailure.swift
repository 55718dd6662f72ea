// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
package import HeddleDiagnostics

extension ExpectationEvent {
    /// An expectation that did not hold, as a diagnostic that quotes its line.
    ///
    /// - Parameter call: the step's call, if it is known.
    package func failure(of call: CallEvent?) -> Diagnostic {
        let notes = difference + reason(call) + (circumstances?.lines ?? [])
        return Diagnostic(
            code: Self.failureCode, message(of: call), at: range, notes: notes.map { Diagnostic.Note($0) })
    }

    /// The same in one sentence, for what shows no more of it.
    func headline(of call: CallEvent?) -> String {
        ([message(of: call)] + [Difference.words(ofLines: difference)].compactMap(\.self)).joined(separator: ": ")
    }

    private func message(of call: CallEvent?) -> String {
        "\(call.map { "\(path) of \($0.call.excerpt)" } ?? path) is not what was expected"
    }

    /// As the run has found it; of an event without circumstances as far as the values show it.
    private var difference: [String] {
        if let circumstances { return circumstances.difference }
        return if let condition {
            Difference(words: condition, actual: actual).lines
        } else {
            Difference(expected: expected, actual: actual, at: path).lines
        }
    }

    /// The reason why there is no value.
    private func reason(_ call: CallEvent?) -> [String] {
        guard actual == nil, case .failed(let failure)? = call?.status else { return [] }
        return ["the call failed: \(failure.excerpt)"]
    }
}

extension CallEvent {
    /// A call that failed and was not expected to, as a diagnostic; nil for every other call.
    package var unexpectedFailure: Diagnostic? {
        guard case .failed(let failure) = status, let circumstances else { return nil }
        return Diagnostic(
            code: Self.failureCode, "\(excerpt) failed: \(failure.excerpt)",
            notes: (failure.originLines + circumstances.lines).map { Diagnostic.Note($0) })
    }
}

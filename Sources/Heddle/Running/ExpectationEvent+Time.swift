// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleReport

extension ExpectationEvent {
    /// The path of the time that a call has taken.
    static let timePath = "time"

    /// The judgement of the time that something took.
    init(time: UInt64, atMost limit: Located<UInt64>, of index: Int, worker: Int?) {
        let (most, taken) = (DurationText.text(limit.value), timeText(nanoseconds: time))
        self.init(
            index: index, path: Self.timePath, isHeld: time <= limit.value, expected: .string(most),
            condition: "at most \(most)", actual: .string(taken), range: limit.range, worker: worker)
        // A time is no text of C.
        if !isHeld {
            circumstances = FailureContext(
                difference: Difference(words: "at most \(most)", actualWords: taken).lines)
        }
    }
}

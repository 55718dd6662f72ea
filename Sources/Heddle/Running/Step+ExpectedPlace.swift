// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics

extension Step.Expectation {
    /// The place of the expected value, if that stands elsewhere: in a row of a table.
    var elsewhere: [String] {
        guard let expected = condition.plainValue,
            expected.range.source !== range.source
                || !range.bytes.contains(expected.range.bytes.lowerBound)
        else { return [] }
        return ["the expected value is at \(expected.range.location)"]
    }
}

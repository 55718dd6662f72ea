// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleReport

/// The steps of a behaviour, or of one of its cases, before answers have replaced modules of it, with what they came to.
struct OriginalSteps {
    /// The calls in each run.
    let calls: [KeptCalls]
    /// Makes the step of a number.
    let step: (Int) -> Step?

    init(
        _ runs: [RunRecord.Part], _ steps: some RandomAccessCollection<Step>,
        _ always: some RandomAccessCollection<Step>
    ) {
        calls = runs.map(\.calls)
        step = { number in
            number < steps.count
                ? steps[steps.index(steps.startIndex, offsetBy: number)]
                : always.dropFirst(number - steps.count).first
        }
    }
}

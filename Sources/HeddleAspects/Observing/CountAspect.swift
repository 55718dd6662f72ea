// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
import Synchronization

/// `count`: the numbers of calls of each action that began, returned and failed.
///
/// The counts are exact with any number of threads.
package final class CountAspect: Observer {
    private struct Counts {
        var entered = 0
        var returned = 0
        var failed = 0

        mutating func add(_ outcome: Outcome?) {
            switch outcome {
            case .returned: returned += 1
            case .failed: failed += 1
            case nil: break
            }
        }
    }

    private let use: AspectUse
    private let counts = Mutex(PerAction<Counts>())

    /// Creates the aspect.
    ///
    /// - Parameter use: the sides of a call that it sees. It has no counts for the other side.
    package init(use: AspectUse) {
        self.use = use
    }

    /// Counts a call that begins.
    package func entered(_ call: some ObservedCall) -> UInt64 {
        let action = call.action
        counts.withLock { $0.update(action, from: Counts()) { $0.entered += 1 } }
        return 0
    }

    /// Counts the outcome of a call.
    package func left(_ call: some ObservedCall, since entered: UInt64) {
        let (action, outcome) = (call.action, call.outcome)
        counts.withLock { $0.update(action, from: Counts()) { $0.add(outcome) } }
    }

    /// `entered`, `returned` and `failed`, as far as its position sees them.
    package func findings() -> [Finding] {
        counts.withLock { $0.entries }.map { Finding(action: $0.action, facts: facts($0.state)) }
    }

    private func facts(_ counts: Counts) -> [Value.Member] {
        let seen = use.enters ? [Value.Member("entered", counts.entered)] : []
        if !use.leaves { return seen }
        return seen + [Value.Member("returned", counts.returned), Value.Member("failed", counts.failed)]
    }
}

extension CountAspect {
    static let recipe = AspectRecipe.observing(
        "count", "Counts the calls that began, returned and failed.", NoOptions.self
    ) {
        _, context throws(AspectError) in
        CountAspect(use: AspectUse(context.position))
    }
}

// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
import Synchronization

/// `fault`: makes calls fail, so that one sees what then happens.
///
/// As a `before` or `instead` the action is not called; as an `after` it was.
package final class FaultRule: AspectRule {
    /// Which calls fail.
    package enum Choice: Hashable, Sendable {
        case all
        /// Those of these numbers, the first call being 1.
        case numbers(Set<Int>)
        /// Each one whose number is a multiple of this.
        case every(Int)
        /// By chance, the same in each run of the same seed.
        case probability(Double, seed: UInt64)
    }

    private let choice: Choice
    private let error: any Error
    private let chance: SeededRandom
    private let counts = Mutex((calls: 0, failed: 0))

    /// Creates the rule.
    package init(_ choice: Choice = .all, _ error: any Error = defaultFailure) {
        self.choice = choice
        self.error = error
        if case .probability(_, let seed) = choice {
            chance = SeededRandom(seed: seed)
        } else {
            chance = SeededRandom(seed: 0)
        }
    }

    /// What calls fail with where nothing else is said.
    package static let defaultFailure = Failure(.fault, "this failure was asked for")

    /// Fails the call, or lets it proceed.
    package func course<Output>() -> Course<Output> { isNextChosen() ? .fail(error) : .proceed { _ in .done } }

    /// `calls`, and how many of them it made fail.
    package func facts() -> [Value.Member] {
        counts.withLock { [Value.Member("calls", $0.calls), Value.Member("failed", $0.failed)] }
    }

    private func isNextChosen() -> Bool {
        counts.withLock { counts in
            counts.calls += 1
            let isChosen = chooses(counts.calls)
            if isChosen { counts.failed += 1 }
            return isChosen
        }
    }

    private func chooses(_ number: Int) -> Bool {
        switch choice {
        case .all: true
        case .numbers(let numbers): numbers.contains(number)
        case .every(let step): number.isMultiple(of: step)
        case .probability(let probability, _): chance.next() < probability
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
import Synchronization

/// `once`: runs the body for the first call, and answers all later calls with its result.
///
/// A first call that fails does not count: the next one runs the body again. A call that comes during the first one, on
/// another thread or from inside it, fails with the code `stillRunning`.
package final class OnceRule<Output: Sendable>: AspectRule {
    private enum State {
        case fresh
        case running
        case done(Output)
    }

    private let state = Mutex(State.fresh)
    private let counts = Mutex((ran: 0, answered: 0))

    /// Creates the rule.
    package init() {}

    /// Runs the body, or answers.
    package func course() -> Course<Output> {
        switch take() {
        case .fresh: run()
        case .running: .fail(Failure(.stillRunning, "the call that runs once has not ended yet"))
        case .done(let output): .answer(output)
        }
    }

    /// The number of times that the body `ran`, and of calls that were `answered` without it.
    package func facts() -> [Value.Member] {
        counts.withLock { [Value.Member("ran", $0.ran), Value.Member("answered", $0.answered)] }
    }

    /// The result of a lookup: the answer, or the right to run the body.
    private func take() -> State {
        let found = state.withLock { state in
            let found = state
            if case .fresh = state { state = .running }
            return found
        }
        counts.withLock {
            switch found {
            case .fresh: $0.ran += 1
            case .running: break
            case .done: $0.answered += 1
            }
        }
        return found
    }

    private func run() -> Course<Output> {
        .proceed { ending in
            self.state.withLock { if case .success(let output)? = ending { $0 = .done(output) } else { $0 = .fresh } }
            return .done
        }
    }
}

// MARK: In a behaviour

extension AspectRecipe {
    static let once = intercepting(
        "once", "Runs the body for the first call, and answers all later calls with its result.", NoOptions.self
    ) { _, context throws(AspectError) in
        let clock = context.clock
        return { target throws(AspectError) in
            try target.checkRepeatable("once")
            let rule = OnceRule<Value?>()
            return CourseInterceptor("once", rule, clock) { _ in rule.course() }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

public import Declarations
import Synchronization

/// `once`: runs the body for the first call, and answers all later ones with what that returned.
///
/// A first call that fails does not count: the next one runs the body again. A call that comes while the first still
/// runs, on another thread or from inside of it, fails with the code `stillRunning`.
public final class OnceAspect: Interceptor {
    private enum State {
        case fresh
        case running
        case done(Value?)
    }

    private let state = Mutex(State.fresh)
    private let counts = Mutex((ran: 0, answered: 0))

    /// Creates the aspect.
    public init() {}

    /// Runs the body, or answers.
    public func around(_ call: borrowing some InterceptedCall & ~Copyable) {
        let found = state.withLock { state in
            let found = state
            if case .fresh = state { state = .running }
            return found
        }
        switch found {
        case .fresh: run(call)
        case .running: call.fail(Failure(code: "stillRunning", message: "the call that runs once has not ended yet"))
        case .done(let result):
            counts.withLock { $0.answered += 1 }
            call.answer(result, for: "once")
        }
    }

    /// How often the body `ran`, and how many calls were `answered` without it.
    public func facts() -> [Value.Member] {
        counts.withLock { [Value.Member("ran", $0.ran), Value.Member("answered", $0.answered)] }
    }

    private func run(_ call: borrowing some InterceptedCall & ~Copyable) {
        counts.withLock { $0.ran += 1 }
        let outcome = call.proceed()
        state.withLock { if case .returned(let result)? = outcome { $0 = .done(result) } else { $0 = .fresh } }
    }
}

extension OnceAspect {
    static let recipe = AspectRecipe.intercepting("once", options: []) { _ throws(AspectError) in
        { target throws(AspectError) in
            try target.checkRepeatable("once")
            return OnceAspect()
        }
    }
}

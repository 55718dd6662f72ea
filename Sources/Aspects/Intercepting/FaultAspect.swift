// SPDX-License-Identifier: Apache-2.0

public import Declarations
import Synchronization

/// `fault`: makes calls fail, so that one sees what then happens.
///
/// As a `before` or `instead` the action is not called; as an `after` it was.
public final class FaultAspect: Interceptor {
    /// Which calls fail.
    public enum Choice: Hashable, Sendable {
        case all
        /// Those of these numbers, the first call being 1.
        case numbers(Set<Int>)
        /// Each one whose number is a multiple of this.
        case every(Int)
        /// By chance, the same in each run of the same seed.
        case probability(Double, seed: UInt64)
    }

    private let choice: Choice
    private let failure: Failure
    private let chance: Chance
    private let counts = Mutex((calls: 0, failed: 0))

    /// Creates the aspect.
    public init(_ choice: Choice = .all, _ failure: Failure = defaultFailure) {
        self.choice = choice
        self.failure = failure
        if case .probability(_, let seed) = choice { chance = Chance(seed: seed) } else { chance = Chance(seed: 0) }
    }

    /// What calls fail with where nothing else is said.
    public static let defaultFailure = Failure(code: "fault", message: "this failure was asked for")

    /// Fails the call, or lets it proceed.
    public func around(_ call: borrowing some InterceptedCall & ~Copyable) {
        let isChosen = counts.withLock { counts in
            counts.calls += 1
            let isChosen = chooses(counts.calls)
            if isChosen { counts.failed += 1 }
            return isChosen
        }
        if isChosen { call.fail(failure) } else { call.proceed() }
    }

    /// `calls`, and how many of them it made fail.
    public func facts() -> [Value.Member] {
        counts.withLock { [Value.Member("calls", $0.calls), Value.Member("failed", $0.failed)] }
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

extension FaultAspect {
    static let recipe = AspectRecipe.intercepting(
        "fault", options: ["code", "message", "nth", "every", "probability", "seed"], positions: HookPosition.allCases
    ) { order throws(AspectError) in
        let failure = Failure(
            code: try order.options.text("code") ?? FaultAspect.defaultFailure.code,
            message: try order.options.text("message") ?? FaultAspect.defaultFailure.message)
        let choice = try choice(order.options)
        return { _ throws(AspectError) in FaultAspect(choice, failure) }
    }

    private static func choice(_ options: AspectOptions) throws(AspectError) -> Choice {
        try options.checkOneOf("nth", "every", "probability")
        let seed = try options.seed()
        if let probability = try options.number("probability", 0...1) { return .probability(probability, seed: seed) }
        if options.has("seed") { throw options.bad("seed", "there is no chance without probability") }
        if let step = try options.whole("every", 1...Int.max) { return .every(step) }
        return try numbers(options).map { .numbers($0) } ?? .all
    }

    /// One number, or a list of them.
    private static func numbers(_ options: AspectOptions) throws(AspectError) -> Set<Int>? {
        guard case .array(let list)? = options["nth"] else { return try options.whole("nth", 1...Int.max).map { [$0] } }
        var numbers: Set<Int> = []
        for value in list {
            guard case .number(.integer(let number)) = value, let exact = Int(exactly: number), exact > 0 else {
                throw options.bad("nth", "\(value.kindDescription) stands where the number of a call should, from 1")
            }
            numbers.insert(exact)
        }
        guard !numbers.isEmpty else { throw options.bad("nth", "the list is empty") }
        return numbers
    }
}

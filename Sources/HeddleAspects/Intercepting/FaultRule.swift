// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
import HeddleDiagnostics
import HeddleJSON
import HeddleSchema
import Synchronization

/// `fault`: makes calls fail, to test how the rest reacts.
///
/// As a `before` or `instead` the action is not called; as an `after` it was.
package final class FaultRule: AspectRule {
    /// The calls that fail.
    package enum Choice: Hashable, Sendable {
        case all
        /// The calls with these numbers, counted from 1.
        case numbers(Set<Int>)
        /// Each call whose number is a multiple of this.
        case every(Int)
        /// Random calls, the same ones in each run with the same seed.
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

    /// The default failure.
    package static let defaultFailure = Failure(.fault, "this failure is deliberate")

    /// Fails the call, or lets it proceed.
    package func course<Output>() -> Course<Output> { isNextChosen() ? .fail(error) : .proceed { _ in .done } }

    /// `calls`, and the number of those that it made fail.
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

// MARK: In a behaviour

extension AspectRecipe {
    static let fault = intercepting(
        "fault", "Makes calls fail: all of them, or those that `nth`, `every` or `probability` selects.",
        FaultOptions.self,
        positions: HookPosition.allCases
    ) { options, context throws(AspectError) in
        let clock = context.clock
        let failure = Failure(code: options.code, message: options.message)
        return { _ throws(AspectError) in
            let rule = FaultRule(options.choice, failure)
            return CourseInterceptor("fault", rule, clock) { _ in rule.course() }
        }
    }
}

private struct FaultOptions: OptionDraft {
    var code = FaultRule.defaultFailure.code
    var message = FaultRule.defaultFailure.message
    var numbers: Set<Int>?
    var step: Int?
    var probability: Double?
    var seed: UInt64 = 0

    var choice: FaultRule.Choice {
        if let probability { return .probability(probability, seed: seed) }
        if let step { return .every(step) }
        return numbers.map { .numbers($0) } ?? .all
    }

    static func keys(at _: HookPosition) -> [OptionForm<Self>.Key] {
        [
            .failureCode(\.code), .optional("message", \.message, .anyText, "The message of the failure."),
            .optional(
                "nth", \.numbers, .callNumbers, "The number of the call that fails, or a list of them, from 1."),
            .optional("every", \.step, .whole(1...Int.max), "Fails each call whose number is a multiple of this."),
            .optional("probability", \.probability, .number(0...1), "The probability that a call fails."),
            .seed(\.seed),
        ]
    }

    static var rules: [KeyRule<Self>] {
        [
            .onlyOneOf([\.numbers, \.step, \.probability]),
            .needs(\.seed, with: \.probability, because: "starts the chance of a failure"),
        ]
    }
}

extension FieldType where Read == Set<Int> {
    /// The number of a call, or a list of them, from 1.
    fileprivate static var callNumbers: Self {
        let number = FieldType<Int, Reader>.whole(1...Int.max)
        let list = FieldType<[Int], Reader>.list(of: number, atLeast: 1)
        return Self(
            JSONSchema.kind(.integer, .array).with("minimum", .whole(1)).with("minItems", .whole(1))
                .with("items", number.schema())
        ) { field, reader in
            if case .array = field.node.content { return list.read(field, reader).map { Set($0) } }
            return number.read(field, reader).map { [$0] }
        }
    }
}

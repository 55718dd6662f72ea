// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleSchema

extension AspectRecipe {
    static let fault = intercepting(
        "fault", "Fails calls: all of them, unless `nth`, `every` or `probability` says which.",
        options: [
            .optional("code", .failureCode(.fault)),
            .optional(
                "message",
                .anyText.defaulting(to: .string(FaultRule.defaultFailure.message))
                    .described("The message of the failure.")),
            .optional(
                "nth",
                JSONSchema.kind(.integer, .array).with("minimum", .whole(1)).with("minItems", .whole(1))
                    .with("items", .whole(1...Int.max)).described("The calls of this number, or these, from 1.")),
            .optional("every", .whole(1...Int.max).described("Each call whose number is a multiple of this.")),
            .optional("probability", .number(0...1).described("Each call by this chance.")),
            .optional("seed", .seed),
        ], rules: [.onlyOneOf(["nth", "every", "probability"]), .together("seed", with: "probability")],
        positions: HookPosition.allCases
    ) { order throws(AspectError) in
        let (options, clock) = (order.options, order.clock)
        let failure = Failure(
            code: try options.failureCode(or: .fault),
            message: try options.text("message") ?? FaultRule.defaultFailure.message)
        let choice = try options.faultChoice()
        return { _ throws(AspectError) in
            let rule = FaultRule(choice, failure)
            return CourseInterceptor("fault", rule, clock) { _ in rule.course() }
        }
    }
}

extension AspectOptions {
    fileprivate func faultChoice() throws(AspectError) -> FaultRule.Choice {
        try checkOneOf("nth", "every", "probability")
        let seed = try seed()
        if let probability = try number("probability", 0...1) { return .probability(probability, seed: seed) }
        if has("seed") { throw bad("seed", "there is no chance without probability") }
        if let step = try whole("every", 1...Int.max) { return .every(step) }
        return try callNumbers("nth").map { .numbers($0) } ?? .all
    }

    /// One number, or a list of them.
    private func callNumbers(_ name: String) throws(AspectError) -> Set<Int>? {
        guard case .array(let list)? = self[name] else { return try whole(name, 1...Int.max).map { [$0] } }
        var numbers: Set<Int> = []
        for value in list {
            guard case .number(.integer(let number)) = value, let exact = Int(exactly: number), exact > 0 else {
                throw bad(name, "\(value.kindDescription) stands where the number of a call should, from 1")
            }
            numbers.insert(exact)
        }
        guard !numbers.isEmpty else { throw bad(name, "the list is empty") }
        return numbers
    }
}

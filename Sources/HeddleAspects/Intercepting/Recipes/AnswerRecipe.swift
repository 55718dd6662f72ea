// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleSchema

extension AspectRecipe {
    static let answer = intercepting(
        "answer", "Gives results in the action's place.",
        options: [
            .optional(
                "result", .defined(.literal).described("The result of every call; of a void action there is none.")),
            .optional("results", .list(of: .defined(.literal), atLeast: 1).described("One result for each call.")),
            .optional(
                "then",
                .words(of: AnswerEnding.self).defaulting(to: .string(AnswerEnding.last.rawValue))
                    .described("What follows the last of the `results`; `fail` has the code `noAnswer`.")),
            .optional("calls", RecordedAnswer.form),
            .optional(
                "ordered",
                .flag.defaulting(to: .bool(true)).described(
                    "Whether recorded calls must come in the order of the list.")),
        ],
        rules: [
            .onlyOneOf(["result", "results", "calls"]), .together("then", with: "results"),
            .together("ordered", with: "calls"),
        ]
    ) { order throws(AspectError) in
        let (options, clock) = (order.options, order.clock)
        if let recorded = try options.recordedAnswers(places: order.places) { return recorded }
        try options.checkOneOf("result", "results")
        let list = try options.list("results", "a list of results")
        let ending = try options.word("then", of: AnswerEnding.self)
        if list == nil, ending != nil {
            throw options.bad("then", "it says what follows the last of the results, of which there is no list")
        }
        let single = options["result"]
        return { target throws(AspectError) in
            let rule = AnswerRule(try target.checked(single, list), then: ending ?? .last)
            return CourseInterceptor("answer", rule, clock) { _ in rule.course() }
        }
    }
}

extension AspectTarget {
    fileprivate func checked(_ single: Value?, _ list: [Value]?) throws(AspectError) -> [Value?] {
        if let resultObstacle { throw unfit("answer", resultObstacle) }
        guard let values = list ?? single.map({ [$0] }) else {
            if signature.result.canonical == .void { return [nil] }
            throw unfit("answer", "it returns \(signature.result), and no result is given")
        }
        let option = list == nil ? "result" : "results"
        var checked: [Value?] = []
        for value in values {
            let value = try resolved(value, as: signature.result, of: "answer", option)
            if let misfit = misfit(ofResult: value) { throw unfit("answer", option: option, misfit) }
            checked.append(value)
        }
        return checked
    }
}

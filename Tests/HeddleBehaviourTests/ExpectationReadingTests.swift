// SPDX-License-Identifier: Apache-2.0

import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("The expectations of a step")
struct ExpectationReadingTests {
    private func expect(_ text: String) throws -> Step.Expectation {
        try step(#"{"call": "z.f", "expect": {"result": \#(text)}}"#).expectations[0]
    }

    private func resultIssues(_ text: String) -> [Diagnostic] {
        issues(behaviour(steps: #"{"call": "z.f", "expect": {"result": \#(text)}}"#))
    }

    @Test("name parts of the outcome, in order")
    func paths() throws {
        let expectations = try step(
            #"{"call": "z.f", "expect": {"errno": 0, "out.a b": 1, "failure": {"code": "x"}, "result": null}}"#
        ).expectations
        #expect(expectations.map(\.path.value) == [.errno, .out("a b"), .failure, .result])
        #expect(expectations[1].range.text == "\"out.a b\": 1")
        #expect(expectations[1].path.range.text == "\"out.a b\"")
    }

    @Test(
        "compare with a value",
        arguments: ["1", "[1]", "{}", #"{"x": 1}"#, #"{"eq": 1, "total": 2}"#, #"{"bytes": "AA=="}"#, "null"])
    func values(text: String) throws {
        let value = try #require(try expect(text).condition.plainValue)
        #expect(value.range.text == text)
    }

    @Test("take an object whose keys are all operators as operators")
    func operators() throws {
        let text =
            #"{"eq": {"eq": 1}, "ne": null, "lt": 1, "le": "a", "gt": 1.5, "ge": 0, "near": [1, 0.5], "in": [2], "matches": "^a+$", "#
            + #""startsWith": "a", "endsWith": {"hex": "61"}, "contains": "a", "length": 3, "null": false, "golden": "a"}"#
        let condition = try expect(text).condition
        #expect(!condition.isPlainValue)
        #expect(condition.clauses.map(\.name) == ConditionOperator.allCases.map(\.rawValue))
        let operands = condition.operands
        #expect(operands[0].literal == .object([.init("eq", .number(.integer(1)))]))
        #expect(operands[6].range.text == "[1, 0.5]")
    }

    @Test("take conditions inside of conditions")
    func combinators() throws {
        let text = #"{"not": 1, "anyOf": [null, {"gt": 5}], "allOf": [{"ne": 2}], "each": {"startsWith": "a"}}"#
        let condition = try expect(text).condition
        #expect(condition.clauses.map(\.name) == ConditionCombinator.allCases.map(\.rawValue))
        #expect(condition.operands.map(\.range.text) == ["1", "null", "5", "2", "\"a\""])
    }

    @Test("point at what is wrong inside of conditions")
    func places() {
        let found = resultIssues(#"{"anyOf": [1, {"not": {"gt": null}}]}"#)
        #expect(found.map { $0.range?.text } == ["null"])
        #expect(found.map(\.message) == ["\"gt\" compares with a number or text, not with null"])
        #expect(
            resultIssues(#"{"anyOf": 5}"#).map(\.message) == ["\"anyOf\" takes an array of conditions, not number 5"])
    }

    @Test(
        "take a reference wherever a value may stand",
        arguments: ["lt", "near", "in", "matches", "length", "null"])
    func references(word: String) throws {
        let steps = #"{"call": "z.f", "save": "a"}, {"call": "z.f", "expect": {"result": {"\#(word)": {"ref": "a"}}}}"#
        #expect(try read(behaviour(steps: steps)).steps[1].expectations.count == 1)
        let near = #"{"call": "z.f", "save": "a"}, {"call": "z.f", "expect": {"result": {"near": [{"ref": "a"}, 1]}}}"#
        #expect(try read(behaviour(steps: near)).steps[1].expectations.count == 1)
    }

    @Test(
        "refuse what an operator cannot compare with",
        arguments: [
            (#"{"lt": null}"#, "\"lt\" compares with a number or text, not with null"),
            (#"{"ge": [1]}"#, "\"ge\" compares with a number or text, not with array of 1"),
            (#"{"near": 1}"#, "\"near\" compares with [expected, tolerance], not with number 1"),
            (#"{"near": [1]}"#, "\"near\" compares with [expected, tolerance], not with array of 1"),
            (#"{"near": [1, 2, 3]}"#, "\"near\" compares with [expected, tolerance], not with array of 3"),
            (#"{"near": [{"x": 1}, 2]}"#, "\"near\" compares with two numbers, [expected, tolerance], not with object"),
            (#"{"near": [[1], 2]}"#, "\"near\" compares with two numbers, [expected, tolerance], not with array of 1"),
            (#"{"near": [1, -0.1]}"#, "\"near\" compares with a tolerance of 0 or more, not with number -0.1"),
            (#"{"near": [1, {}]}"#, "\"near\" compares with two numbers, [expected, tolerance], not with object"),
            (#"{"near": [1, {"relativ": 1}]}"#, "\"relativ\" is no key of a tolerance"),
            (
                #"{"near": [1, {"relative": -1}]}"#,
                "\"near\" compares with a tolerance of 0 or more, not with number -1"
            ),
            (
                #"{"near": [1, {"absolute": "x"}]}"#,
                "\"near\" compares with a number as \"absolute\", not with text \"x\""
            ),
            (
                #"{"near": [1, {"ulps": 1.5}]}"#,
                "\"near\" compares with a whole number of \"ulps\" of 0 or more, not with number 1.5"
            ),
            (
                #"{"near": [1, {"ulps": 1, "of": "int"}]}"#,
                #""near" compares with steps of "float" or "double" or "long double", not with text "int""#
            ),
            (
                #"{"near": [1, {"relative": 1, "of": "float"}]}"#,
                #""near" compares with "of" beside "ulps" only, not with text "float""#
            ),
            (
                #"{"near": [1, {"relative": 0.12345678901234567890123456789012345678901}]}"#,
                #""near" compares with a relative tolerance of at most 40 digits, not with number 0.12345678901234567890123456789012345678…"#
            ),
            (#"{"near": [1, -1e-999]}"#, "\"near\" compares with a tolerance of 0 or more, not with number -1e-999"),
            (#"{"in": 1}"#, "\"in\" compares with an array of at least one value, not with number 1"),
            (#"{"in": []}"#, "\"in\" compares with an array of at least one value, not with array of 0"),
            (#"{"matches": 1}"#, "\"matches\" compares with text, not with number 1"),
            (#"{"startsWith": 1}"#, "\"startsWith\" compares with text, not with number 1"),
            (#"{"length": -1}"#, "\"length\" compares with a whole number of 0 or more, not with number -1"),
            (#"{"length": 1.0}"#, "\"length\" compares with a whole number of 0 or more, not with number 1.0"),
            (#"{"length": [1]}"#, "\"length\" compares with a whole number of 0 or more, not with array of 1"),
            (#"{"null": 0}"#, "\"null\" compares with true or false, not with number 0"),
        ])
    func refused(text: String, message: String) {
        #expect(resultIssues(text).map(\.message) == [message])
    }

    @Test(
        "refuse a pattern that Swift does not take, and what would end its parser",
        arguments: [
            "(", "a{2,1}", "*", "(?<n>a)(?<n>b)", String(repeating: "[", count: 100_000),
            "[" + String(repeating: "a&&", count: 1000) + "a]", String(repeating: "a", count: 4001),
        ])
    func badPatterns(pattern: String) {
        let found = resultIssues(#"{"matches": "\#(pattern)"}"#)
        #expect(found.map(\.code) == [.behaviour(.badPattern)])
        #expect(found[0].message.contains("is not a regular expression for \"matches\": "))
    }

    @Test("leave an object with other names beside operators to those who know types")
    func mixture() throws {
        #expect(resultIssues(#"{"ge": 1, "lte": 5}"#).isEmpty)
        #expect(try expect(#"{"length": 1, "data": 5}"#).condition.isPlainValue)
    }
}

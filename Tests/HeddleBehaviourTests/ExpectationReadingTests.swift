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
        guard case .equals(let value) = try expect(text).test else {
            Issue.record("read as operators")
            return
        }
        #expect(value.range.text == text)
    }

    @Test("take an object whose keys are all operators as operators")
    func operators() throws {
        let text =
            #"{"eq": {"eq": 1}, "ne": null, "lt": 1, "le": "a", "gt": 1.5, "ge": 0, "near": [1, 0.5], "in": [], "matches": "^a+$", "#
            + #""contains": "a", "length": 3, "null": false}"#
        guard case .operators(let operators) = try expect(text).test else {
            Issue.record("read as a value")
            return
        }
        #expect(operators.map(\.0) == Step.Expectation.Operator.allCases)
        #expect(operators[0].1.value.literal == .object([.init("eq", .number(.integer(1)))]))
        #expect(operators[6].1.range.text == "[1, 0.5]")
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
            (#"{"lt": null}"#, "\"lt\" of \"result\" is null, expected a number or text"),
            (#"{"ge": [1]}"#, "\"ge\" of \"result\" is an array, expected a number or text"),
            (#"{"near": 1}"#, "\"near\" of \"result\" is a number, expected [expected, tolerance]"),
            (#"{"near": [1]}"#, "\"near\" of \"result\" is [1], expected [expected, tolerance]"),
            (#"{"near": [1, 2, 3]}"#, "\"near\" of \"result\" is [1, 2, 3], expected [expected, tolerance]"),
            (#"{"near": [{"x": 1}, 2]}"#, "an element of \"near\" of \"result\" is an object, expected a number"),
            (#"{"near": [[1], 2]}"#, "an element of \"near\" of \"result\" is an array, expected a number"),
            (
                #"{"near": [1, -0.1]}"#,
                "an element of \"near\" of \"result\" is -0.1, expected a tolerance of 0 or more"
            ),
            (
                #"{"near": [1, -1e-999]}"#,
                "an element of \"near\" of \"result\" is -1e-999, expected a tolerance of 0 or more"
            ),
            (#"{"in": 1}"#, "\"in\" of \"result\" is a number, expected an array"),
            (#"{"matches": 1}"#, "\"matches\" of \"result\" is a number, expected text"),
            (#"{"matches": "["}"#, "\"matches\" of \"result\" is \"[\", expected a regular expression"),
            (#"{"length": -1}"#, "\"length\" of \"result\" is -1, expected a whole number of 0 or more"),
            (#"{"length": 1.0}"#, "\"length\" of \"result\" is 1.0, expected a whole number of 0 or more"),
            (#"{"length": [1]}"#, "\"length\" of \"result\" is an array, expected a whole number of 0 or more"),
            (#"{"null": 0}"#, "\"null\" of \"result\" is a number, expected true or false"),
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
        #expect(found[0].label?.isEmpty == false)
    }

    @Test("warn where an object is only nearly all operators")
    func mixture() {
        let found = resultIssues(#"{"ge": 1, "lte": 5}"#)
        #expect(found.map(\.code) == [.behaviour(.mixedOperators)])
        #expect(found.map(\.severity) == [.warning])
        #expect(found.map(\.suggestion) == ["did you mean \"le\"?"])
        #expect(resultIssues(#"{"length": 1, "data": 5}"#).isEmpty)
    }
}

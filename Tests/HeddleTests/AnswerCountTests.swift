// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import HeddleReport
import Testing
import Workbench

@Suite("An answer with values that the declaration counts")
struct AnswerCountTests {
    private func failures(_ declaration: String, _ answer: String, expecting part: String) throws -> [String] {
        let text = """
            { "behaviour": 1, "modules": { "w": { "declarations": ["\(declaration)"] } },
              "hooks": [{ "on": "w.*", "instead": { "answer": { "calls": [{ "call": "w.f", \(answer) }] } } }],
              "steps": [{ "call": "w.f", "expect": { \(part) } }] }
            """
        return try Recorder.mistakes(of: text)
    }

    private static let result = "_Ret_writes_(*n) const int *f(_Out_ int *n)"
    private static let output = "int f(_Outptr_result_buffer_(*n) const char **o, _Out_ int *n)"

    @Test("has as many of them as it says, NULs behind a text left out")
    func whole() throws {
        #expect(
            try failures(Self.result, #""result": [1, 2], "out": { "n": 2 }"#, expecting: #""result": [1, 2]"#) == [])
        let text = try failures(
            Self.output, #""result": 0, "out": { "o": "a\u0000b", "n": 5 }"#,
            expecting: #""out.o": "a\u0000b\u0000\u0000""#)
        #expect(text == [])
    }

    @Test("fails where it has others, so that no memory behind them is taken for values")
    func others() throws {
        for count in [1, 12] {
            let failures = try failures(
                Self.result, #""result": [1, 2], "out": { "n": \#(count) }"#, expecting: #""result": [1, 2]"#)
            let words = "2 elements, the declaration wants \(count) element"
            #expect(failures.contains { $0.contains(words) }, "\(failures)")
        }
        let cut = try failures(
            Self.output, #""result": 0, "out": { "o": "secret", "n": 2 }"#, expecting: #""out.o": "se""#)
        #expect(cut.contains { $0.contains("6 bytes in o, the declaration wants 2 bytes, as *n says") }, "\(cut)")
    }
}

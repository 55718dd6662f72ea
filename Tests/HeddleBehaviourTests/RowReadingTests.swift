// SPDX-License-Identifier: Apache-2.0

import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("The table of a case")
struct RowReadingTests {
    private func text(_ each: String, _ step: String = #"{"call": "z.f"}"#) -> String {
        #"{"behaviour": 1, "modules": {"z": {"library": "z"}}, "cases": [{"name": "c", "each": \#(each), "steps": [\#(step)]}]}"#
    }

    private func read(_ each: String) throws -> Case { try HeddleBehaviourTests.read(text(each)).cases[0] }

    @Test("is a list of objects; a row may have a name of its own")
    func objects() throws {
        let read = try read(#"[{"a": 1, "b": "x"}, {"b": {"hex": "00"}, "a": null, "name": "last"}]"#)
        #expect(read.names == ["c [1]", "c [last]"])
        let rows = try #require(read.rows)
        #expect(rows[0].value == .object([.init("a", .number(.integer(1))), .init("b", .string("x"))]))
        #expect(rows[1].value.part(at: PartPath([.member("b")])) == .bytes([0]))
        #expect(rows[0].range.text == #"{"a": 1, "b": "x"}"#)
        #expect(rows[0].range(of: PartPath([.member("b")])).text == #""x""#)
    }

    @Test("has keys that are free as everywhere, and columns of any name")
    func freeKeys() throws {
        let rows = try #require(
            try read(#"[{"a": 1, "description": "one"}, {"x-note": [2], "a": 2, "description": "two"}]"#).rows)
        #expect(rows.map(\.value) == [1, 2].map { .object([.init("a", .number(.integer($0)))]) })
        let found = issues(
            text(#"[{"a": 1, "description": "one"}]"#, #"{"call": "z.f", "with": [{"ref": "row.description"}]}"#))
        #expect(found.map(\.message) == [#"the rows of "each" have no "description""#])
        let bytes = try #require(try read(#"[{"bytes": "aGk="}]"#).rows)
        #expect(bytes[0].value == .object([.init("bytes", .string("aGk="))]), "an object that is a row is nothing else")
    }

    @Test("is columns and rows, of which one may be the name")
    func columns() throws {
        let read = try read(#"{"names": ["name", "a"], "rows": [["x", [1, 2]], ["y", [3]]]}"#)
        #expect(read.names == ["c [x]", "c [y]"])
        let rows = try #require(read.rows)
        #expect(rows[0].value.part(at: PartPath([.member("a"), .element(1)])) == .number(.integer(2)))
        #expect(rows[0].range(of: PartPath([.member("a"), .element(1)])).text == "2")
    }

    @Test(
        "that is wrong is refused with a reason",
        arguments: [
            (
                "1",
                #""each" of a case is a number, expected a list of rows, or an object {"names": […], "rows": [[…], …]}"#
            ),
            ("[]", #""each" of a case is [], expected at least one row"#),
            ("[1]", #"an element of "each" of a case is a number, expected an object with the values of the row"#),
            (#"[{"a": 1}, {"a": 1, "b": 2}]"#, #"the first row has no "b", expected the same columns in every row"#),
            (#"[{"a": 1, "b": 2}, {"a": 1}]"#, #"a row lacks "b", expected the same columns in every row"#),
            (#"[{"a.b": 1}]"#, #""a.b" cannot name a column, expected a name without . [ ] and ->"#),
            (#"[{"name": 1}]"#, #""name" of a row is a number, expected text"#),
            (
                #"[{"name": "x"}, {"name": "x"}]"#,
                #"the row makes a second case "c [x]", expected a new name"#
            ),
            (
                "{\"names\": [\"a\", \"b\"], \"rows\": [[\t1\n  ]]}",
                "an element of \"rows\" of a table is [ 1…, expected 2 values, one for each of the names"
            ),
            (
                "{\"names\": [\"a\", \"b\"], \"rows\": [[\"\(String(repeating: "é", count: 60))\"]]}",
                "an element of \"rows\" of a table is [\"\(String(repeating: "é", count: 38))…, expected 2 values, one for each of the names"
            ),
            (#"[{"a": {"ref": "x"}}]"#, #"found a reference to "x", expected a value that is known here"#),
            (#"{"names": ["a"]}"#, #"a table needs the key "rows", found none"#),
            (#"{"names": ["a"], "row": []}"#, #"a table has no key "row""#),
            (#"{"names": ["a"], "rows": []}"#, #""rows" of a table is [], expected at least one row"#),
            (
                #"{"names": ["a"], "rows": [1]}"#,
                #"an element of "rows" of a table is a number, expected an array of 1 values"#
            ),
            (
                #"{"names": ["a", "b"], "rows": [[1]]}"#,
                #"an element of "rows" of a table is [1], expected 2 values, one for each of the names"#
            ),
            (#"{"names": ["a", "a"], "rows": [[1, 2]]}"#, #""a" names two columns, expected a new name"#),
            (
                #"{"names": [""], "rows": [[1]]}"#,
                #"an element of "names" of a table is "", expected text that is not empty"#
            ),
        ])
    func refused(each: String, message: String) {
        #expect(issues(text(each)).map(\.message).first == message)
    }

    @Test("is what row refers to, whose columns are known")
    func references() {
        func found(_ step: String) -> [Diagnostic] { issues(text(#"[{"amount": 1}]"#, step)) }
        #expect(found(#"{"call": "z.f", "with": [{"ref": "row.amount"}, {"ref": "row"}]}"#).isEmpty)
        let unknown = found(#"{"call": "z.f", "with": [{"ref": "row.amonut"}]}"#)
        #expect(unknown.map(\.message) == [#"the rows of "each" have no "amonut""#])
        #expect(unknown[0].suggestion == "did you mean \"amount\"?")
        let saved = found(#"{"call": "z.f", "save": "row"}"#)
        #expect(saved.map(\.message) == [#"the name "row" is that of the row of "each", expected a new name"#])
        let without = behaviour(steps: #"{"call": "z.f", "with": [{"ref": "row.amount"}]}"#)
        #expect(issues(without).map(\.message) == [#"no step saves "row", expected the name of a saved value"#])
    }

    @Test("hides nothing else where it is wrong, and makes nothing else wrong")
    func wrongElsewhere() {
        #expect(
            codes(text("[]", #"{"call": "z.f", "with": [{"ref": "row.a"}, {"ref": "b"}]}"#))
                == ["behaviour.bad-value", "behaviour.unknown-reference"])
    }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleJSON
import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("The nodes of a JSON text")
struct JSONNodeTests {
    private func read(_ text: String) throws -> JSONNode { try JSONNode.read(SourceText(name: "a.json", text)) }

    /// The texts of all values and names, in the order of the file.
    private func texts(_ node: JSONNode) -> [String] {
        switch node.content {
        case .array(let elements): [node.range.text] + elements.flatMap(texts)
        case .object(let members): [node.range.text] + members.flatMap { [$0.nameRange.text] + texts($0.value) }
        default: [node.range.text]
        }
    }

    @Test("know where they stand")
    func positions() throws {
        let text = #" {"a" : [1, "x\n", {}] ,"b":-1.5e3 , "": [ ] } "#
        #expect(
            texts(try read(text)) == [
                #"{"a" : [1, "x\n", {}] ,"b":-1.5e3 , "": [ ] }"#, #""a""#, #"[1, "x\n", {}]"#, "1", #""x\n""#, "{}",
                #""b""#, "-1.5e3", #""""#, "[ ]",
            ])
    }

    @Test("tell empty arrays and objects")
    func emptiness() throws {
        guard case .array(let elements) = try read("[ [] , [0], {}, {\"a\":0} ]").content else {
            Issue.record("not an array")
            return
        }
        let empty = elements.map { element in
            switch element.content {
            case .array(let inner): inner.isEmpty
            case .object(let inner): inner.isEmpty
            default: false
            }
        }
        #expect(empty == [true, false, true, false])
    }

    @Test(
        "find a part of a value again",
        arguments: [
            ([], #"{"a": [1, {"b": "c"}]}"#), ([.member("a")], #"[1, {"b": "c"}]"#),
            ([.member("a"), .element(0)], "1"),
            ([.member("a"), .element(1), .member("b")], #""c""#), ([.member("a"), .element(2)], #"[1, {"b": "c"}]"#),
            ([.member("a"), .element(-1)], #"[1, {"b": "c"}]"#), ([.element(0)], #"{"a": [1, {"b": "c"}]}"#),
        ] as [([PartPath.Step], String)])
    func parts(path: [PartPath.Step], text: String) throws {
        let source = SourceText(name: "a", #"[0, {"a": [1, {"b": "c"}]}, 2]"#)
        let range = SourceRange(source, 4..<26)
        #expect(range.part(at: path).text == text)
    }

    @Test("have no part where no value begins")
    func noPart() {
        let source = SourceText(name: "a", "]")
        #expect(SourceRange(source, 0..<1).part(at: [.element(0)]).bytes == 0..<1)
        #expect(SourceRange(source, 1..<1).part(at: [.element(0)]).bytes == 1..<1)
    }

    @Test(
        "report every name that appears twice in one object",
        arguments: [
            (#"{"a":1,"a":2}"#, [#""a""#]), (#"{"a":1,"\u0061":2}"#, [#""\u0061""#]),
            (#"{"a":1,"b":{"c":1,"c":2},"b":3,"a":4,"a":5}"#, [#""c""#, #""b""#, #""a""#, #""a""#]),
            (#"[{"a":1},{"a":1}]"#, []), (#"{"a":{"a":{"a":1}}}"#, []), ("{\"\u{E9}\":1,\"e\u{301}\":2}", []),
            (#"{"":1,"":2}"#, [#""""#]), (#"{"ab":1,"ac":2,"abc":3}"#, []),
        ])
    func duplicates(text: String, names: [String]) {
        do throws(Diagnostics) {
            _ = try JSONNode.read(SourceText(name: "a", text))
            #expect(names.isEmpty)
        } catch {
            #expect(error.all.map(\.code) == names.map { _ in .json(.duplicateKey) })
            #expect(error.all.compactMap(\.range?.text) == names)
            #expect(error.all.allSatisfy { $0.notes.count == 1 && $0.notes[0].range != nil })
        }
    }

    @Test("find a name that appears twice among many")
    func manyNames() {
        let names = (0..<20_000).map { "\"name\($0)\":0" } + ["\"name77\":0"]
        do throws(Diagnostics) {
            _ = try JSONNode.read(SourceText(name: "a", "{\(names.joined(separator: ","))}"))
            Issue.record("read without a mistake")
        } catch {
            #expect(error.all.map { $0.range?.text } == ["\"name77\""])
            #expect(error.all[0].notes[0].range?.text == "\"name77\"")
        }
    }

    @Test("give plain data, in which no name means anything")
    func plainValue() throws {
        #expect(
            try read(#"{"bytes":"!","ref":"x"}"#).value
                == .object([.init("bytes", .string("!")), .init("ref", .string("x"))]))
        #expect(try read(#"{"hex":"0"}"#).value == .object([.init("hex", .string("0"))]))
    }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Testing

@Suite("Bytes behind the text of a char[n]")
struct KeptBytesTests {
    private let values: Fixture

    init() throws { values = try Fixture("Values") }

    private func filled(_ type: String, _ seed: Int64 = 65) throws -> Value {
        try #require(try values.action("filled_\(type)").call(.whole(Int128(seed))).result)
    }

    @Test(
        "are the same when the value of a call is handed on: in structures, nested ones, arrays and unions",
        arguments: ["opaque", "boxes", "view", "shown"])
    func byValue(type: String) throws {
        for seed in [65, 200, 0, 254] as [Int64] {
            let value = try filled(type, seed)
            #expect(try values.action("differing_\(type)").call(value, .whole(Int128(seed))).result == -1)
        }
    }

    @Test("are the same behind pointers, for each of many structures")
    func behindPointers() throws {
        let out = try values.action("fill_opaques").call(3, 65)
        let all = try #require(out["all"])
        #expect(all[2]?["hidden"]?.as(String.self) != nil)
        #expect(try values.action("differing_opaques").call(all, 3, 65).result == -1)
    }

    @Test("let libc match with the regex_t that it has compiled")
    func regularExpression() throws {
        let type = "struct regex { char opaque[64]; };"
        let compile = try libc("\(type) int regcomp(_Out_ struct regex *preg, const char *pattern, int flags)")
        let execute = try libc(
            "\(type) int regexec(_In_ const struct regex *preg, const char *text, size_t n, size_t matches, int flags)")
        let free = try libc("\(type) void regfree(_Inout_ struct regex *preg)")
        let compiled = try compile.call("^w[ae]+ft$", 9)
        #expect(compiled.result == 0)
        let regex = try #require(compiled["preg"])
        #expect(try execute.call(regex, "weft", 0, 0, 0).result == 0)
        #expect(try execute.call(regex, "warp", 0, 0, 0).result == 1)
        try free.call(regex)
    }

    @Test("stay with their field when another field is set anew")
    func besideAChange() throws {
        let value = try filled("opaque").setting("number", to: 7)
        #expect(try values.action("hidden_byte").call(value, 3).result == 72)
        #expect(try values.action("same_opaque").call(value).result?["number"] == 7)
    }

    @Test("do not hide a change of their own field, nor do they go with its text alone")
    func change() throws {
        let hidden = try values.action("hidden_byte")
        let value = try filled("opaque")
        let changed = value.setting("hidden", to: "new")
        let bytes = try (0..<12).map { try hidden.call(changed, .whole($0)).result }
        #expect(bytes == [110, 101, 119] + Array(repeating: 0, count: 9))
        #expect(try hidden.call(value, 3).result == 72)
        #expect(try hidden.call(["hidden": try #require(value["hidden"])], 3).result == 0)
    }

    @Test("are not for a field of another size")
    func otherType() throws {
        guard case .object(let members) = try filled("opaque") else { return }
        let value = Value.object(members.filter { $0.name == "hidden" })
        #expect(try values.action("other_byte").call(value, 3).result == 0)
    }

    @Test(
        "go in again as a file has them, in unions too, where all fields must say the same",
        arguments: ["boxes", "view", "shown"])
    func shownBytes(type: String) throws {
        let value = try filled(type)
        let shown = value.showingKeptBytes
        #expect(shown != value)
        #expect(try values.action("differing_\(type)").call(shown, 65).result == -1)
    }

    @Test("make no difference to what a value is equal to")
    func equality() throws {
        let value = try filled("opaque")
        let built: Value = ["number": try #require(value["number"]), "hidden": try #require(value["hidden"])]
        #expect(value == built && value.hashValue == built.hashValue && value.json == built.json)
    }

    @Test("reach the action from a hook that hands its argument on")
    func hooks() throws {
        let differing = try values.action("differing_opaque")
        try differing.hook(before: [.closure { try? $0.setArgument(0, to: $0.arguments[0]) }])
        #expect(try differing.call(try filled("opaque"), 65).result == -1)
        let same = try values.action("same_opaque")
        try same.hook(after: [.closure { if case .returned(let result?)? = $0.outcome { try? $0.answer(result) } }])
        let back = try #require(try same.call(try filled("opaque")).result)
        #expect(try values.action("differing_opaque").call(back, 65).result == -1)
    }
}

extension Value {
    /// The object with another value for one of its members; the others are as they were.
    fileprivate func setting(_ name: String, to value: Value) -> Value {
        guard case .object(let members) = self else { return self }
        return .object(members.map { $0.name == name ? Member(name, value) : $0 })
    }
}

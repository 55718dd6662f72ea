// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Testing
import Workbench

@Suite("Callbacks that compute")
struct ComputedCallbackTests {
    private let values: Fixture

    init() throws { values = try Fixture("Values") }

    @Test("return the value of their expression for the arguments of each call")
    func compute() throws {
        let reply = try values.action("apply_times").call(.callback(["compute": "value * value + 1"]), 5)
        #expect(reply.result == 35)
        #expect(reply["f"] == nil)
    }

    @Test("read structures by value and behind pointers, narrow numbers and fractions")
    func structures() throws {
        func answer(_ text: String) throws -> Value? {
            try values.action("with_pair").call(.callback(["compute": .string(text)])).result
        }
        #expect(try answer("by_value.first * 100 + by_pointer->second") == 148)
        #expect(try answer("(*by_pointer).first + narrow") == 1.75)
        #expect(try answer("by_pointer[0].second + small") == -10)
        #expect(try answer("$4") == -8)
        #expect(try answer("pow(by_value.first, 2)") == 2.25)
    }

    @Test("read counted values up to their count, and the member of a union that stands there")
    func members() throws {
        func reply(_ text: String, _ kind: Int = 1) throws -> Reply {
            try values.action("read_piece").call(.callback(["compute": .string(text)]), .whole(Int128(kind)))
        }
        #expect(try reply("piece->items[1] * 10 + *piece->items").result == 21)
        #expect(try reply("piece->items != NULL").result == 1)
        #expect(try reply("variant->is.whole").result == 7)
        #expect(try reply("variant->is.piece.items[1]", 5).result == 2)
        #expect(try reply("open.length", 3).result == 3)
        #expect(try reply("names->list[1] != NULL").result == 1)
        for (text, kind, message) in [
            ("piece->items[2]", 1, "piece->items has 2 elements by length, counted from 0"),
            ("piece->items[piece->length]", 1, "piece->items has 2 elements by length"),
            (
                "variant->is.whole", 4,
                "variant->is.whole does not stand there: the member text does by kind, which is 4"
            ),
            ("variant->is.whole", 6, "no member does by kind, which is 6"),
            ("variant->is.piece.items[2]", 5, "variant->is.piece.items has 2 elements by length"),
            ("open.whole", 3, "open.whole does not stand there"),
            ("open.length", 0, "open.length does not stand there"),
            ("names->list[2] == NULL", 1, "names->list has 2 elements before its end"),
        ] {
            let failure = try reply(text, kind).failure
            #expect(
                failure?.code == "computation" && failure?.message.contains(message) == true,
                "\(text): \(failure?.message ?? "")")
        }
    }

    @Test("answer by rules, of which the first decides, and otherwise by what stands behind them")
    func rules() throws {
        let rules: Value = [["if": "value == 0", "returns": 100], ["if": "value > 2", "compute": "value * 10"]]
        #expect(try values.action("apply_times").call(.callback(["rules": rules, "returns": 1]), 5).result == 172)
        let behind = try values.action("apply_times").call(
            .callback(["answers": [1000], "rules": rules, "compute": "-value"]), 4)
        #expect(behind.result == 1027)
        let short = try values.action("apply_times").call(.callback(["rules": rules]), 3)
        #expect(short.failure?.code == "noAnswer")
    }

    @Test("are noted where the behaviour asks for it")
    func records() throws {
        let noted = try values.action("apply_times").call(.callback(["compute": "value", "records": true]), 2)
        #expect(noted["f"] == [[0], [1]])
        let silent = try values.action("apply_times").call(.callback(["returns": 1, "records": false]), 2)
        #expect(silent.result == 2 && silent["f"] == nil)
    }

    @Test("may answer for ever")
    func lifetime() throws {
        try values.action("keep").call(.callback(["compute": "value + 40", "lifetime": "forever"]))
        #expect(try values.action("call_kept").call(2).result == 42)
    }

    @Test(
        "make the call fail whose arguments have no result",
        arguments: [
            ("10 / value", "0 divides by zero"),
            (
                "value + 3000000000",
                "it computes 3000000001, which must be a whole number from"
            ),
        ])
    func faults(_ text: String, _ message: String) throws {
        let reply = try values.action("apply_times").call(.callback(["compute": .string(text)]), 2)
        #expect(reply.failure?.code == "computation")
        #expect(reply.failure?.message.contains(message) == true, "\(reply.failure?.message ?? "")")
    }

    @Test(
        "are refused before anything is called",
        arguments: [
            (["compute": "valu + 1"], "the name of a parameter: value"), (["compute": "value +"], "a name, a number"),
            (["compute": "value->x"], "a structure before a field"), (["compute": "value * 0.5"], "write (long)(…)"),
            (["compute": "\"text\""], "a whole number from"), (["compute": 5], "an expression such as"),
            (["records": 1, "returns": 1], "true or false"),
            (["compute": "value", "returns": 1], "one of \"returns\", \"compute\" and \"compare\""),
            (["compute": "value", "compare": ["value", "1"]], "one of \"returns\""),
            (["compare": ["value"]], "two expressions to compare"),
            (["compare": ["value", "strlen(value)"]], "a text"),
            (["rules": [["if": "value"]], "returns": 1], "rules such as"),
            (["rules": [["if": "value", "returns": "x"]], "returns": 1], "a whole number from"),
            (["rules": [["when": "value", "returns": 1]], "returns": 1], "rules such as"),
        ] as [(Value, String)])
    func mistakes(_ options: Value, _ message: String) throws {
        let action = try values.action("apply_times")
        let call = PreparedCall(action)
        let mistakes = call.encode([.value(.callback(options)), 1])
        #expect(mistakes.contains { "\($0)".contains(message) }, "\(mistakes)")
    }
}

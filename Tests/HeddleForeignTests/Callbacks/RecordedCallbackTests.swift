// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Testing
import Workbench

@Suite("Recorded callbacks")
struct RecordedCallbackTests {
    private let values: Fixture

    init() throws { values = try Fixture("Values") }

    @Test("return what was set, and what they were called with comes back")
    func returns() throws {
        let reply = try values.action("apply_times").call(.callback(["returns": 5]), 3)
        #expect(reply.result == 15)
        #expect(reply["f"] == [[0], [1], [2]])
    }

    @Test("return their answers one after the other, and then what was set")
    func answers() throws {
        let reply = try values.action("apply_times").call(.callback(["answers": [1, 20], "returns": 100]), 4)
        #expect(reply.result == 221)
    }

    @Test("fail the call that asks for more answers than there are")
    func exhausted() throws {
        let reply = try values.action("apply_times").call(.callback(["answers": [1, 2]]), 3)
        #expect(
            reply.failure
                == Failure(code: "noAnswer", message: "a callback was called more often than it has answers"))
        #expect(reply.result == nil && reply.out == [])
        #expect(try values.action("apply_times").call(.callback(["answers": [1, 2]]), 2).result == 3)
    }

    @Test("begin each call of a prepared one anew: records and answers are those of one call")
    func again() throws {
        let call = try PreparedCall(values.action("apply_times"))
        #expect(call.encode([.value(.callback(["answers": [7, 8]])), 2]).isEmpty)
        for _ in 0..<3 {
            let reply = call.made()
            #expect(reply.result == 15)
            #expect(reply["f"] == [[0], [1]])
        }
    }

    @Test("take structures, texts, runs and narrow numbers")
    func arguments() throws {
        let pair: Value = ["first": 1.5, "second": -2]
        #expect(try values.action("with_pair").call(.callback(["returns": 0.5]))["f"] == [[pair, pair, 0.25, -8]])
        let texts = try values.action("each_text").call(.callback([:]))
        #expect(texts["f"] == [["one", .bytes([1, 2]), 2], ["two", .null, 0]])
        let many = try values.action("many_arguments").call(.callback(["returns": 3]))
        let expected = Value.array(
            (1...8).map { .whole($0) } + [["first": 9, "second": 10]] + (11...19).map { .whole($0) })
        #expect(many.result == 3)
        #expect(many["f"] == [expected])
    }

    @Test("return structures in registers and in memory, long doubles, narrow numbers and texts")
    func results() throws {
        let pair: Value = ["first": -0.5, "second": 9]
        #expect(try values.action("pair_of").call(.callback(["returns": pair])).result == pair)
        let triple: Value = ["a": 1, "b": -2, "c": 3]
        let reply = try values.action("triple_of").call(.callback(["returns": triple]))
        #expect(reply.result == triple)
        #expect(reply["f"] == [[["a": 1, "b": 2, "c": 3]]])
        #expect(try values.action("long_double_of").call(.callback(["returns": 0.25])).result == 0.25)
        #expect(try values.action("narrow_of").call(.callback(["returns": -128])).result == -128)
        #expect(try values.action("text_of").call(.callback(["returns": "answer"])).result == "answer")
        #expect(try values.action("text_of").call(.callback(["answers": [.null]])).result == .null)
    }

    @Test("leave errno as C had it")
    func errno() throws {
        #expect(try values.action("errno_after").call(.callback(["returns": 1]), 34).result == 34)
    }

    @Test("stand in structures too, each by its own name")
    func fields() throws {
        let operations: Value = [
            "base": 4, "first": .callback(["returns": 10]), "second": .callback(["returns": 20]),
        ]
        let reply = try values.action("operate").call(operations)
        #expect(reply.result == 20)
        #expect(reply["with.first"] == [[4]])
        #expect(reply["with.second"] == [[10]])
        #expect(try values.action("operate").call(["base": 1, "first": .callback(["returns": 2])]).result == 2)
    }

    @Test("in structures that are written come back beside what was written")
    func writtenFields() throws {
        let reply = try values.action("operate_on").call(["base": 4, "first": .callback(["returns": 10])])
        #expect(reply["with"]?["base"] == 10)
        #expect(reply["with.first"] == [[4]])
    }

    @Test("read back among the arguments as they were given")
    func readBack() throws {
        let callback = Value.callback(["answers": [1], "returns": 2])
        let call = try PreparedCall(values.action("apply"))
        #expect(call.encode([.value(callback), 1]).isEmpty)
        #expect(call.arguments == [callback, 1])
        let trace = Trace()
        try call.action.hook(before: [.closure { trace.write("\($0.arguments[0] == callback)") }])
        call.made()
        #expect(trace.text == "true")
        let operate = try PreparedCall(values.action("operate"))
        let operations: Value = ["base": 4, "first": callback, "second": .null]
        #expect(operate.encode([.value(operations)]).isEmpty)
        #expect(operate.arguments == [operations])
    }
}

@Suite("A callback is refused")
struct CallbackRefusalTests {
    private let values: Fixture

    init() throws { values = try Fixture("Values") }

    private func misfit(_ value: Value, _ action: String = "apply") throws -> String {
        let misfits = try values.action(action).misfits(
            value, 1, with: [values.action("twice"), values.action("half")])
        #expect(misfits.count == 1, "\(misfits)")
        return misfits.first ?? ""
    }

    private let wanted = "{\"action\": \"module.name\"} or {\"callback\": {\"returns\": value}}"

    @Test("where it is of another form")
    func forms() throws {
        #expect(try misfit(5) == "0: number 5, not \(wanted)")
        #expect(try misfit([:]) == "0: object, not \(wanted)")
        #expect(try misfit(["callback": 5]) == "0: number 5 in callback, not options such as {\"returns\": value}")
        #expect(try misfit(.null).hasPrefix("0: null, not "))
        #expect(try misfit(["action": 5]) == "0: number 5 in action, not the name of an action")
        #expect(try misfit(["calback": [:]]) == "0: the key \"calback\", not \(wanted)")
        #expect(try misfit(["callback": [:], "action": "x"]) == "0: object, not \(wanted)")
    }

    @Test("where it returns nothing, or what does not fit")
    func results() throws {
        #expect(
            try misfit(.callback([:]))
                == "0: a callback without a value, not the value to return: {\"callback\": {\"returns\": …}}")
        #expect(
            try misfit(.callback(["returns": "five"]))
                == "0: text \"five\" in callback.returns, not a whole number from -2147483648 to 2147483647")
        #expect(
            try misfit(.callback(["answers": [1, 2_147_483_648]]))
                == "0: number 2147483648 in callback.answers[1], not a whole number from -2147483648 to 2147483647")
        #expect(
            try misfit(.callback(["returns": 1, "afterwards": true])).hasPrefix("0: true in callback.afterwards, not "))
        #expect(try values.action("each_text").misfits(.value(.callback(["returns": 1]))).count == 1)
    }

    @Test("where it has options that there are not")
    func options() throws {
        #expect(
            try misfit(.callback(["return": 5]))
                == "0: the option \"return\" in callback, not \"returns\", \"compute\", \"compare\", lists of \"answers\" or \"rules\", \"writes\", \"records\", \"afterwards\" or \"lifetime\""
        )
        #expect(
            try misfit(.callback(["returns": 5, "lifetime": "long"]))
                == "0: text \"long\" in callback.lifetime, not one of \"call\", \"once\", \"released\", \"forever\"")
        #expect(
            try misfit(["action": "values.twice", "life": 1])
                == "0: the key \"life\", not nothing but a \"lifetime\" beside \"action\"")
    }

    @Test("where the action is not there, or is of another type")
    func actions() throws {
        #expect(try misfit(["action": "values.thrice"]) == "0: \"values.thrice\", not an action")
        let other = try misfit(["action": "values.half"])
        #expect(other.contains("values.half, declared as ") && other.contains("not an action of the type int (*)(int)"))
    }

    @Test("where its place in a structure says so")
    func places() throws {
        let misfits = try values.action("operate").misfits(.value(["first": ["callback": ["returns": "x"]]]))
        #expect(
            misfits == ["0: text \"x\" in first.callback.returns, not a whole number from -2147483648 to 2147483647"])
    }

    @Test("where its type cannot be called back, though null and functions of C may be given")
    func types() throws {
        let action = try values.library.action(declared: "int apply_or(_In_opt_ int (*f)(int, ...), int value)")
        #expect(try action.call(.null, 1).result == -1)
        let misfits = action.misfits(.value(.callback(["returns": 1])), 1)
        #expect(
            misfits.first?.hasSuffix("cannot be made, as a callback cannot have variable arguments") == true,
            "\(misfits)")
    }
}

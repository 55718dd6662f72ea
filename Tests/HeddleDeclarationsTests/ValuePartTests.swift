// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Testing

@Suite("The parts of a value") struct ValuePartTests {
    @Test("members are read by name, elements by index, and what is not there is nil")
    func reading() {
        let value: Value = ["corners": [["x": 1], ["x": 2.5]], "raw": .bytes([7, 8]), "none": .null]
        #expect(value["corners"]?[1]?["x"] == 2.5)
        #expect(value["corners"]?[1]?["x"]?.as(Double.self) == 2.5)
        #expect(value["raw"]?[1] == 8)
        #expect(value["none"] == .some(.null))
        #expect(value["other"] == nil)
        #expect(value["corners"]?[2] == nil)
        #expect(value["corners"]?[-1] == nil)
        #expect(value[0] == nil)
        #expect(value["corners"]?["x"] == nil)
    }

    @Test("members and elements are changed, added and removed in their place")
    func writing() {
        var value: Value = ["a": 1, "b": [1, 2]]
        value["a"] = "one"
        value["c"] = true
        value["b"]?[0] = 9
        #expect(value.json == #"{"a":"one","b":[9,2],"c":true}"#)
        value["a"] = nil
        value["never"] = nil
        #expect(value.json == #"{"b":[9,2],"c":true}"#)
        var empty = Value.null
        empty["x"] = 1
        #expect(empty == ["x": 1])
    }

    @Test("a part that cannot be set stops the program, and is not dropped in silence")
    func misuse() async {
        await #expect(processExitsWith: .failure) {
            var number: Value = 3
            number["x"] = 1
        }
        await #expect(processExitsWith: .failure) {
            var short: Value = [1]
            short[1] = 2
        }
    }

    @Test("a value is converted to a type that holds it")
    func converting() {
        #expect((300 as Value).as(Int.self) == 300)
        #expect((300 as Value).as(UInt8.self) == nil)
        #expect(("a" as Value).as(String.self) == "a")
        #expect((["a": 1, "b": 2] as Value).as([String: Int].self) == ["a": 1, "b": 2])
        #expect((["a": 1, "b": "2"] as Value).as([String: Int].self) == nil)
        #expect(Value.null.as(Int?.self) == .some(.none))
    }

    @Test("a dictionary is an object in alphabetical order, and an empty array of numbers is no bytes")
    func collections() {
        #expect(["y": 2, "x": 1, "z": 3].value.json == #"{"x":1,"y":2,"z":3}"#)
        #expect([Double]().value == .array([]))
        #expect([UInt8]().value == .bytes([]))
    }

    @Test("null inside of a literal is .null, and nil is no value")
    func null() {
        let value: Value = ["list": [1, .null, "a"], "none": .null]
        #expect(value.json == #"{"list":[1,null,"a"],"none":null}"#)
        let chosen: Value? = value["list"]?[7] == 1 ? value : nil
        #expect(chosen == nil)
    }

    @Test("prints as its JSON")
    func printing() {
        let value: Value = ["x": 1, "list": [true, .null, "a"], "raw": .bytes([1])]
        #expect("\(value)" == #"{"x":1,"list":[true,null,"a"],"raw":{"bytes":"AQ=="}}"#)
        #expect(
            "\(Number.floating(.double(0.1))) \(Handle(id: 1, type: "crate"))" == #"0.1 {"handle":1,"type":"crate"}"#)
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("Codable types as values") struct ValueCodingTests {
    private enum Shade: String, Codable { case light, dark }

    private struct Point: Codable, Equatable { var x, y: Double }

    private struct Shape: Codable, Equatable {
        var name: String?
        var shade: Shade
        var corners: [Point]
        var raw: [UInt8]
        var tags: [String: Int]
        var isClosed: Bool
        var level: UInt8
    }

    private let shape = Shape(
        name: nil, shade: .dark, corners: [Point(x: 1, y: 2.5), Point(x: -3, y: 0)], raw: [1, 2], tags: ["a": 1],
        isClosed: true, level: 7)

    private let value: Value = [
        "shade": "dark", "corners": [["x": 1, "y": 2.5], ["x": -3, "y": 0]], "raw": .bytes([1, 2]), "tags": ["a": 1],
        "isClosed": true, "level": 7,
    ]

    @Test("structures are objects, enumerations names, bytes bytes, and nil is left out")
    func bothWays() throws {
        #expect(try Value(encoding: shape) == value)
        #expect(try value.decode(Shape.self) == shape)
        var named = value
        named["name"] = nil
        named["name"] = Value.null
        #expect(try named.decode(Shape.self).name == nil)
    }

    @Test("every type of number crosses exactly")
    func numbers() throws {
        struct Numbers: Codable, Equatable {
            var a = Int8.min, b = Int16.max, c = Int32.min, d = Int64.max, e = UInt64.max, f = UInt16.max
            var g = Float(0.1), h = Double.leastNonzeroMagnitude, i = Int.min, j = UInt.max, k = UInt32.max
        }
        #expect(try Value(encoding: Numbers()).decode() == Numbers())
        #expect(try Value(encoding: [Double.infinity]).decode([Double].self) == [.infinity])
    }

    @Test("a value and a handle inside of a structure stay what they are")
    func values() throws {
        struct Keeper: Codable, Equatable {
            var handle: Handle
            var any: Value
        }
        let keeper = Keeper(handle: Handle(id: 3, type: "crate"), any: .bytes([9]))
        let value = try Value(encoding: keeper)
        #expect(value == ["handle": .handle(keeper.handle), "any": .bytes([9])])
        #expect(try value.decode(Keeper.self) == keeper)
    }

    @Test("classes with their super, nested containers and own codings work")
    func nested() throws {
        struct Turned: Codable, Equatable {
            var pair: [Int]
            enum Key: CodingKey { case outer, inner }
            init(pair: [Int]) { self.pair = pair }
            init(from decoder: any Decoder) throws {
                let outer = try decoder.container(keyedBy: Key.self)
                var inner = try outer.nestedContainer(keyedBy: Key.self, forKey: .outer)
                    .nestedUnkeyedContainer(forKey: .inner)
                pair = []
                while !inner.isAtEnd { pair.append(try inner.decode(Int.self)) }
            }
            func encode(to encoder: any Encoder) throws {
                var outer = encoder.container(keyedBy: Key.self)
                var middle = outer.nestedContainer(keyedBy: Key.self, forKey: .outer)
                var inner = middle.nestedUnkeyedContainer(forKey: .inner)
                for number in pair { try inner.encode(number) }
            }
        }
        let value = try Value(encoding: [Turned(pair: [1, 2])])
        #expect(value == [["outer": ["inner": [1, 2]]]])
        #expect(try value.decode() == [Turned(pair: [1, 2])])
    }

    @Test(
        "what does not fit is named with its path, with what was found and what is wanted",
        arguments: [
            (["level"], 300, "the value is number 300 in level, Shape wants a whole number from 0 to 255"),
            (["isClosed"], 1, "the value is number 1 in isClosed, Shape wants true or false"),
            (["corners"], 1, "the value is number 1 in corners, Shape wants an array"),
            (["corners", "1"], 1, "the value is number 1 in corners[1], Shape wants an object"),
            (
                ["corners", "1", "x"], "1",
                #"the value is text "1" in corners[1].x, Shape wants a number that a Double can hold"#
            ),
            (
                ["tags", "a"], 1.5,
                "the value is number 1.5 in tags.a, Shape wants a whole number from \(Int.min) to \(Int.max)"
            ),
        ] as [([String], Value, String)])
    func mismatches(path: [String], part: Value, message: String) {
        var wrong = value
        wrong.set(path[...], to: part)
        let mistake = #expect(throws: Diagnostic.self) { try wrong.decode(Shape.self) }
        #expect(mistake?.message == message)
        #expect(mistake?.code == .call(.result))
    }

    @Test("a member that is missing is named, with the one that may be meant")
    func missing() {
        let wrong: Value = ["x": 1, "yy": 2]
        let mistake = #expect(throws: Diagnostic.self) { try wrong.decode(Point.self) }
        #expect(mistake?.message == "the value is an object with x, yy, Point wants the member \"y\"")
        let short: Value = [1]
        let pair = #expect(throws: Diagnostic.self) { try short.decode(Pair.self) }
        #expect(pair?.message == "the value is an array of 1, Pair wants one more element")
    }

    private struct Pair: Decodable {
        init(from decoder: any Decoder) throws {
            var elements = try decoder.unkeyedContainer()
            _ = (try elements.decode(Int.self), try elements.decode(Int.self))
        }
    }

    @Test("a name that an enumeration does not have is named with its path")
    func unknownName() {
        var wrong = value
        wrong["shade"] = "grey"
        let mistake = #expect(throws: Diagnostic.self) { try wrong.decode(Shape.self) }
        #expect(mistake?.message.hasPrefix("the value is text \"grey\" in shade, Shape wants ") == true)
    }

    @Test("an error of the type's own is told as it is")
    func ownError() {
        struct Picky: Codable {
            struct Refusal: Error, CustomStringConvertible { var description: String { "something nicer" } }
            init() {}
            init(from decoder: any Decoder) throws { throw Refusal() }
            func encode(to encoder: any Encoder) throws { throw Refusal() }
        }
        #expect(throws: Diagnostic.self) { try (1 as Value).decode(Picky.self) }
        let mistake = #expect(throws: Diagnostic.self) { try Value(encoding: Picky()) }
        #expect(mistake?.message == "Picky has a value that was refused: something nicer")
    }

    @Test("a value crosses to other formats and back, and a handle does not")
    func otherFormats() throws {
        let value: Value = ["a": [1, 2.5, "x", true, .null], "b": ["c": 18_446_744_073_709_551_615]]
        let data = try JSONEncoder().encode(value)
        #expect(try JSONDecoder().decode(Value.self, from: data) == value)
        #expect(throws: EncodingError.self) { try JSONEncoder().encode([Handle(id: 1, type: "crate")]) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Handle].self, from: Data(#"[{"id":1}]"#.utf8)) }
    }

    @Test("a Codable type needs no code of its own to be convertible")
    func convertible() {
        struct Size: Codable, ValueConvertible, Equatable { var width, height: Int }
        #expect(Size(width: 1, height: 2).value == ["width": 1, "height": 2])
        #expect(Size(["width": 1, "height": 2]) == Size(width: 1, height: 2))
        #expect(Size(["width": 1]) == nil)
        #expect([Size(width: 1, height: 2)].value == [["width": 1, "height": 2]])
    }
}

extension Value {
    /// Sets a part by the names of members and the indices of elements.
    fileprivate mutating func set(_ path: ArraySlice<String>, to part: Value) {
        guard let step = path.first else { return self = part }
        if let index = Int(step) {
            self[index]?.set(path.dropFirst(), to: part)
        } else {
            self[step]?.set(path.dropFirst(), to: part)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Workbench

/// Makes mistakes in behaviours: any value, name or key may become another, go, or come twice.
struct BehaviourMutator {
    var random: SeededGenerator

    /// The behaviour with a few mistakes in it, some of which make no difference.
    mutating func mutated(_ behaviour: Value) -> Value {
        var behaviour = behaviour
        for _ in 0..<(random.chance(4) ? 2 : 1) {
            var target = Int.random(in: 0..<behaviour.nodes, using: &random)
            behaviour = changed(behaviour, &target)
        }
        return behaviour
    }

    /// The value with its node of a number changed, counted from itself on.
    private mutating func changed(_ value: Value, _ target: inout Int) -> Value {
        if target == 0 {
            target = -1
            return other(than: value)
        }
        target -= 1
        switch value {
        case .array(let elements): return .array(elements.map { target < 0 ? $0 : changed($0, &target) })
        case .object(let members):
            return .object(members.map { target < 0 ? $0 : Value.Member($0.name, changed($0.value, &target)) })
        default: return value
        }
    }

    private mutating func other(than value: Value) -> Value {
        switch value {
        case .object(let members) where !members.isEmpty && !random.chance(4): changed(members)
        case .array(let elements) where !elements.isEmpty && !random.chance(4): changed(elements)
        case .number where !random.chance(4): random.pick(Self.numbers)
        case .string(let text) where !random.chance(4): .string(changed(text))
        default: random.pick(Self.values)
        }
    }

    private mutating func changed(_ members: [Value.Member]) -> Value {
        var members = members
        let index = Int.random(in: members.indices, using: &random)
        let member = members[index]
        switch Int.random(in: 0..<5, using: &random) {
        case 0: members.remove(at: index)
        case 1: members.append(member)
        case 2: members[index] = Value.Member(changed(member.name), member.value)
        case 3: members[index] = Value.Member(random.pick(Self.texts), member.value)
        default: members.append(Value.Member(random.pick(Self.texts), random.pick(Self.values)))
        }
        return .object(members)
    }

    private mutating func changed(_ elements: [Value]) -> Value {
        var elements = elements
        let index = Int.random(in: elements.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: elements.remove(at: index)
        case 1: elements.append(elements[index])
        case 2: elements.swapAt(index, Int.random(in: elements.indices, using: &random))
        default: elements.insert(random.pick(Self.values), at: index)
        }
        return .array(elements)
    }

    private mutating func changed(_ text: String) -> String {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: random.pick(Self.texts)
        case 1: text + random.pick([".x", "[0]", "[9]", "s", "*", ".name"])
        case 2: String(text.dropLast())
        default: random.pick(GeneratedAction.all.map { "gen.\($0.name)" })
        }
    }

    private static let numbers: [Value] = [
        .integer(-1), .integer(0), .integer(1), .integer(256), .integer(70000), .integer(1 << 40), .integer(1 << 70),
        .number(.decimal("1.5")), .number(.decimal("1e400")), .number(.decimal("-0")), .number(.decimal("3.0")),
        .number(.decimal("0.10000000001")),
    ]

    private static let texts = [
        "", "result", "result.x", "result.corners[1].y", "out.p", "out.p.x", "out.values[1]", "out.f", "out.f[0][1]",
        "errno", "failure", "failure.code", "s1", "s2", "s2.x", "s3", "row", "row.a", "row.want", "nothing", "gen",
        "Infinity",
        "-Infinity", "NaN", "RED", "BLUE", "gen.*", "*.*", "!gen.add", "9007199254740993", "description", "x-free",
        "with", "save", "expect", "call", "name", "a", "b", "v", "p", "n", "t", "it", "eq", "ne", "lt", "ge", "near",
        "setup", "atMost", "stdout", "golden", "1 s",
        "in", "matches", "contains", "length", "null", "ref", "hex", "callback", "action", "%s", "%d %d", "(",
    ]

    private static let values: [Value] =
        numbers + texts.prefix(24).map { .string($0) } + [
            .null, .bool(true), .bool(false), .array([]), .array([.integer(1)]), .array([.integer(1), .integer(2)]),
            .object([:]), .object(["x": .integer(1)]), .object(["gt": .integer(5)]), .object(["eq": .null]),
            .object(["x": .integer(300), "y": .reference("s1")]), .array([.reference("s1"), .string("x")]),
            .reference("s1"), .reference("s2"), .reference("s3"), .reference("s2.x"), .reference("row.a"),
            .bytes([1, 255]), .object(["join": .array([.string("a"), .reference("s1")])]),
            .object(["join": .array([.reference("s2.x"), .bytes([255])])]),
            .object(["expression": .string("s1 * 2 + s3")]), .object(["expression": .string("s2.x / 0")]),
            .object(["ref": .string("s1"), "from": .integer(1)]),
            .object(["ref": .string("s2"), "count": .object(["expression": .string("s1 - 1")])]),
            .object(["hex": .string("00")]), .object(["null": .bool(true)]), .object(["length": .integer(3)]),
            .object(["contains": .integer(3)]), .object(["callback": .object(["returns": .reference("s1")])]),
            .object(["action": .reference("s1")]), .object(["action": .string("gen.text")]), .string("log"),
            .object(["cache": .object([:])]), .object(["in": .array([.integer(300), .string("x")])]),
        ]
}

extension Value {
    /// How many values it is, itself among them.
    fileprivate var nodes: Int {
        switch self {
        case .array(let elements): elements.reduce(1) { $0 + $1.nodes }
        case .object(let members): members.reduce(1) { $0 + $1.value.nodes }
        default: 1
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Workbench

extension BehaviourGenerator {
    mutating func hooks(_ most: Int) -> Value {
        .array((0..<Int.random(in: 1...most, using: &random)).map { _ in hook() })
    }

    mutating func tracking() -> Value {
        var members: [Value.Member] = []
        if random.chance(2) {
            members.append(.init("providers", .object(["lines": .object(["file": .string("/dev/null")])])))
        }
        let actions = ["add", "u16", "text", "form"]
        members.append(
            .init(
                "events",
                .array(
                    (0..<Int.random(in: 1...3, using: &random)).map { _ in
                        var event: [Value.Member] = [
                            .init("module", .string("gen")), .init("action", .string(random.pick(actions))),
                            .init("label", .string("tracked")),
                        ]
                        if random.chance(3) { event.append(.init("background", .bool(true))) }
                        if random.chance(3) { event.append(.init("to", .string("events"))) }
                        if random.chance(3) {
                            event.append(.init("data", .object(["a": .string(random.pick(["result", "argument.a"]))])))
                        }
                        return .object(event)
                    })))
        return .object(members)
    }

    private mutating func hook() -> Value {
        let patterns = ["gen.add", "gen.*", "*.*", "gen.s*", "gen.u16", "gen.form", "library:gen.*", "m.*", "two.*"]
        var members: [Value.Member] = [.init("on", .string(random.pick(patterns)))]
        if random.chance(4) { members[0] = .init("on", .array([.string("gen.*"), .string("!gen.text")])) }
        members += position()
        if random.chance(3) { members.append(.init("name", .string(newHookName()))) }
        if !hookNames.isEmpty, random.chance(6) {
            members.append(.init(random.pick(["outside", "inside"]), .array([.string(random.pick(hookNames))])))
        }
        if random.chance(4) { members.append(.init("order", .integer(Int128.random(in: -2...2, using: &random)))) }
        if random.chance(6) { members.append(.init("optional", .bool(true))) }
        if random.chance(6) { members.append(.init("once", .bool(true))) }
        if random.chance(8) { members.append(.init("outermost", .bool(true))) }
        if random.chance(8) { members.append(.init("reentrant", .bool(true))) }
        if random.chance(8) { members.append(.init("atMost", .integer(Int128.random(in: 0...9, using: &random)))) }
        if random.chance(8), !members.contains(where: { $0.name == "instead" }) {
            members.append(.init("tolerate", random.pick([.bool(true), .object(["failures": .integer(2)])])))
        }
        if random.chance(8) { members.append(.init("enabled", .bool(false))) }
        if random.chance(6) { members.append(.init("during", .string("gen.by_host"))) }
        if random.chance(6) { members.append(.init("tagged", random.pick([.string("pure"), .string("!text")]))) }
        if random.chance(8) { members.append(.init("returns", .string("int32_t"))) }
        if random.chance(8) { members.append(.init("takes", .array([.string("int32_t")]))) }
        if random.chance(5) { members.append(.init("where", condition())) }
        return .object(members)
    }

    private mutating func newHookName() -> String {
        let name = newName()
        hookNames.append(name)
        return name
    }

    private mutating func condition() -> Value {
        random.pick([
            .object(["argument.a": .object(["gt": .integer(1)])]), .object(["argument.v": .integer(3)]),
            .object(["argument.p.x": .object(["ge": .integer(0)])]),
            .object(["argument.s.color": .string("GREEN")]),
            .object(["argument.t": .object(["matches": .string("e")])]),
        ])
    }

    private mutating func position() -> [Value.Member] {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: [.init("before", use(Self.before))]
        case 1: [.init("instead", use(Self.instead))]
        case 2: [.init("after", use(Self.after))]
        case 3: [.init("after", .string(random.pick(["log", "count", "time"]))), .init("background", .bool(true))]
        default: [.init("after", use(Self.after)), .init("when", .string(random.pick(["returned", "failed"])))]
        }
    }

    private mutating func use(_ all: [Value]) -> Value {
        random.chance(3) ? .array([random.pick(all), random.pick(all)]) : random.pick(all)
    }

    private static let number = Value.object(["result": .integer(3)])

    private static let before: [Value] = [
        .string("log"), .string("count"), .string("gen.pass"), .string("gen.see_int"),
        .object(["delay": .object(["for": .string("1 us")])]),
        .object(["guard": .object(["where": .object(["argument.a": .object(["le": .integer(1000)])])])]),
        .object(["fault": .object(["nth": .integer(2), "code": .string("EIO")])]),
        .object(["rewrite": .object(["arguments": .object(["a": .integer(5)])])]),
        .object(["expectCalls": .object(["times": .object(["atLeast": .integer(0)])])]),
    ]

    private static let instead: [Value] = [
        .string("time"), .string("trace"), .string("once"), .string("gen.pass"), .string("gen.instead_of_add"),
        .object(["cache": .object(["capacity": .integer(2)])]),
        .object(["cache": .object(["key": .array([.string("a")])])]),
        .object(["retry": .object(["attempts": .integer(2), "force": .bool(true)])]),
        .object(["limit": .object(["calls": .integer(3), "per": .string("1 s")])]),
        .object(["timeout": .object(["after": .string("1 s")])]), .object(["answer": number]),
        .object(["answer": .object(["results": .array([.integer(1), .integer(2)]), "then": .string("proceed")])]),
        .object(["answer": .object(["result": .string("text")])]),
        .object(["rewrite": number]), .object(["guard": .object(["action": .string("gen.flip")])]),
    ]

    private static let after: [Value] = [
        .string("log"), .string("time"), .string("count"), .string("gen.pass"), .string("gen.see_int"),
        .object(["rewrite": number]), .object(["rewrite": .object(["result": .string("text")])]),
        .object(["track": .object(["label": .string("seen"), "data": .object(["a": .string("argument.a")])])]),
        .object(["track": .object(["label": .string("seen"), "data": .object(["r": .string("result")])])]),
        .object([
            "track": .object(["label": .string("n"), "data": .object(["c": .object(["call": .string("gen.count")])])])
        ]),
    ]
}

// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Workbench

extension BehaviourGenerator {
    mutating func steps(_ count: Int) -> Value { .array((0..<count).map { _ in step() }) }

    mutating func step() -> Value {
        let isWithHandle = saved.contains { $0.type.isHandle }
        let action = random.pick(GeneratedAction.all.filter { isWithHandle || !$0.takesHandle })
        var members: [Value.Member] = [.init("call", .string("\(module(of: action)).\(action.name)"))]
        if !action.parameters.isEmpty { members.append(.init("with", arguments(of: action))) }
        if random.chance(2) { members.append(.init("expect", expectations(of: action))) }
        if random.chance(2) { save(action, in: &members) }
        if random.chance(9) { members.append(.init("atMost", .string("1 h"))) }
        return .object(members)
    }

    /// The module, or its other instance where there is one.
    private mutating func module(of action: GeneratedAction) -> String {
        let isTwice = action.module == "gen" && saved.contains { $0.name == "common" }
        return isTwice && random.chance(3) ? "two" : action.module
    }

    // MARK: Arguments

    private mutating func arguments(of action: GeneratedAction) -> Value {
        if action.name == "format" { return formatted() }
        var values = action.parameters.map { argument(of: $0.type) }
        let counts = ["sum", "total", "swap"].contains(action.name)
        if counts, random.chance(2) { return .object([.init(action.parameters[0].name, values[0])]) }
        if counts { values[1] = .integer(Int128(values[0].countGiven)) }
        if random.chance(2) { return .array(values) }
        return .object(zip(action.parameters, values).map { Value.Member($0.name, $1) })
    }

    private mutating func argument(of type: GeneratedType) -> Value {
        let fitting = references.filter { $0.type.mayFit(type) && $0.type.isHandle == type.isHandle }
        if case .handle = type {} else if random.chance(2) || fitting.isEmpty { return parts(of: type) }
        return fitting.isEmpty ? .null : .reference(random.pick(fitting).name)
    }

    /// The saved values of steps, and parts of them.
    private var references: [(name: String, type: GeneratedType)] {
        saved.flatMap { saved in [saved] + saved.type.directParts.map { (saved.name + $0.path, $0.type) } }
            .filter { !$0.type.hasUnion }
    }

    /// A value of a type in which references may stand.
    private mutating func parts(of type: GeneratedType) -> Value {
        guard random.chance(3) else { return type.value(&random) }
        switch type {
        case .record(let fields): return .object(fields.map { Value.Member($0.name, argument(of: $0.type)) })
        case .array(let element, let count):
            return .array((0..<(count ?? 2)).map { _ in argument(of: element) })
        default: return type.value(&random)
        }
    }

    private mutating func formatted() -> Value {
        let texts: [Value] = [.string("weft"), .string("héddle")]
        return random.pick([
            .array([.string("plain")]), .array([.string("%d"), .integer(3)]),
            .array([.string("%s"), random.pick(texts)]),
            .array([.string("%.3s %c %u %x"), random.pick(texts), .integer(65), .integer(0), .integer(9)]),
            .object(["f": .string("%hhd"), "...": .array([.integer(-1)])]),
            .array([.string("%5.2f %ld"), .number(.decimal("1.5")), .object(["long": .integer(7)])]),
        ])
    }

    // MARK: Saves

    private mutating func save(_ action: GeneratedAction, in members: inout [Value.Member]) {
        if let result = action.result, random.chance(2) {
            let name = newName()
            members.append(.init("save", .string(name)))
            return saved.append((name, result))
        }
        let parts = (0...(random.chance(2) ? 0 : 1)).compactMap { _ in path(into: action) }.map { (newName(), $0) }
        members.append(.init("save", .object(parts.map { Value.Member($0, .string($1.path)) })))
        saved += parts.map { ($0, $1.type) }
    }

    /// A way to any part of what a call of the action leaves.
    mutating func path(into action: GeneratedAction) -> (path: String, type: GeneratedType)? {
        let roots =
            (action.result.map { [("result", $0)] } ?? []) + action.outputs.map { ("out.\($0.name)", $0.type) }
            + [("errno", .int32)]
        var (path, type) = random.pick(roots)
        while random.chance(2) {
            switch type {
            case .record(let fields), .union(let fields):
                let field = random.pick(fields)
                (path, type) = ("\(path).\(field.name)", field.type)
            case .array(let element, let count):
                (path, type) = ("\(path)[\(Int.random(in: 0..<(count ?? 3), using: &random))]", element)
            default: return (path, type)
            }
        }
        return (path, type)
    }

    // MARK: Expectations

    private mutating func expectations(of action: GeneratedAction) -> Value {
        var members: [Value.Member] = []
        for _ in 0...(random.chance(3) ? 1 : 0) {
            guard let (path, type) = path(into: action), !members.contains(where: { $0.name == path }) else { continue }
            members.append(.init(path, expectation(of: type)))
        }
        if random.chance(9), case .object(let others) = surroundings() { members += others }
        return .object(members)
    }

    /// What is expected around calls that print nothing and write no files.
    mutating func surroundings() -> Value {
        random.pick([
            .object(["stdout": .object(["length": .integer(0)])]), .object(["stderr": .object(["ne": .string("x")])]),
            .object(["file:/nowhere/at/all": .null]),
        ])
    }

    private mutating func expectation(of type: GeneratedType) -> Value {
        let fitting = references.filter { $0.type.mayFit(type) && !$0.type.isHandle }
        if !fitting.isEmpty, random.chance(5) { return .reference(random.pick(fitting).name) }
        return random.chance(2) ? expected(of: type) : operators(on: type)
    }

    /// A value in one of the forms in which it could be given.
    private mutating func expected(of type: GeneratedType) -> Value {
        let value = type.value(&random)
        guard case .number(.integer(let number)) = value, number.magnitude > 1 << 53, random.chance(2) else {
            return value
        }
        return .string("\(number)")
    }

    /// How far a number of a type may be from an expected one. Whole numbers have no units in the last place.
    private mutating func tolerance(besides type: GeneratedType) -> Value {
        if case .integer = type { return random.pick([.integer(100), .object(["relative": .integer(2)])]) }
        return random.pick([
            .integer(100), .object(["relative": .number(.decimal("0.5")), "absolute": .integer(100)]),
            .object(["ulps": .integer(4)]), .object(["ulps": .integer(4), "of": .string("float")]),
        ])
    }

    private mutating func operators(on type: GeneratedType) -> Value {
        let value = expected(of: type)
        switch type {
        case .integer, .float, .double:
            let word = Value.Member(random.pick(["lt", "le", "gt", "ge", "ne", "eq"]), value)
            if value.isNotNumber { return .object([word]) }
            return .object([word, .init("near", .array([value, tolerance(besides: type)]))])
        case .text:
            return random.pick([
                .object(["contains": .string("e")]), .object(["matches": .string("^w")]),
                .object(["length": .integer(4)]), .object(["null": .bool(false)]), .object(["ge": .string("a")]),
            ])
        case .array: return .object(["contains": .integer(1)])
        default: return random.pick([.object(["in": .array([value])]), .object(["ne": value]), .object(["eq": value])])
        }
    }
}

extension Value {
    /// How many values it is, for what counts them.
    fileprivate var countGiven: Int {
        switch self {
        case .array(let elements): elements.count
        case .bytes(let bytes): bytes.count
        case .string(let text): text.utf8.count
        default: 0
        }
    }

    /// True if it is what JSON has no numbers for.
    fileprivate var isNotNumber: Bool { [.string("NaN"), .string("Infinity"), .string("-Infinity")].contains(self) }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Workbench

extension Value {
    static func integer(_ number: Int128) -> Value { .number(.integer(number)) }

    static func object(_ members: KeyValuePairs<String, Value>) -> Value {
        .object(members.map { Value.Member($0.key, $0.value) })
    }

    static func reference(_ name: String) -> Value { .object(["ref": .string(name)]) }
}

extension SeededGenerator {
    mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &self) == 0 }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }
}

extension GeneratedType {
    /// A value that the type takes.
    func value(_ random: inout SeededGenerator) -> Value {
        switch self {
        case .integer(let range):
            let bounds = [range.lowerBound, range.upperBound, 0, 1]
            return .integer(random.chance(3) ? random.pick(bounds) : Int128.random(in: range, using: &random))
        case .float, .double:
            return random.pick([
                .integer(0), .number(.decimal("0.5")), .number(.decimal("-1.25")), .string("NaN"),
                .string("-Infinity"), .number(.decimal("0.1")), .integer(3), .number(.decimal("1e10")),
            ])
        case .bool: return .bool(random.chance(2))
        case .text(let orNull):
            return orNull && random.chance(3) ? .null : .string(random.pick(["", "weft", "héddle", "1", "NaN"]))
        case .bytes: return random.pick([.string("abc"), .bytes([0, 255, 7]), .string("")])
        case .color: return random.chance(3) ? .integer(5) : .string(random.pick(Self.colors))
        case .record(let fields): return record(fields, &random)
        case .union(let fields):
            let field = random.pick(fields)
            return .object([Value.Member(field.name, field.type.value(&random))])
        case .array(let element, let count):
            return .array((0..<(count ?? Int.random(in: 0...3, using: &random))).map { _ in element.value(&random) })
        case .handle: return .null
        case .function:
            return random.chance(3)
                ? .object(["action": .string("gen.add")])
                : .object(["callback": .object(["returns": .integer(2), "answers": .array([.integer(1)])])])
        }
    }

    private func record(_ fields: [(name: String, type: GeneratedType)], _ random: inout SeededGenerator) -> Value {
        let members = fields.map { Value.Member($0.name, $0.type.value(&random)) }
        if random.chance(5) { return .array(members.map(\.value)) }
        return .object(members.filter { _ in !random.chance(4) })
    }

    /// Returns whether some value of this type would be taken where another type is wanted.
    func mayFit(_ wanted: GeneratedType) -> Bool {
        switch (self, wanted) {
        case (.integer(let range), .integer(let other)): range.overlaps(other)
        case (.integer, .float), (.integer, .double), (.integer, .color): true
        case (.float, _) where wanted.isNumber, (.double, _) where wanted.isNumber: true
        case (.float, .text), (.double, .text), (.float, .bytes), (.double, .bytes): true
        case (.text, .text), (.text, .bytes), (.text, .color), (.text, .float), (.text, .double): true
        case (.text, .integer(let range)): range.upperBound > 1 << 53
        case (.text(let orNull), .handle): orNull
        case (.bytes, .text), (.bytes, .bytes): true
        case (.color, .text), (.color, .bytes): true
        case (.color, _): wanted.isNumber
        case (.bool, .bool), (.handle, .handle), (.function, .function): true
        case (.union, .union): true
        case (.record(let fields), .record(let others)):
            fields.allSatisfy { field in
                others.first { $0.name == field.name }.map { field.type.mayFit($0.type) } ?? false
            }
        case (.array(let element, let count), .array(let other, let room)):
            count == 0 || element.mayFit(other) && (count ?? 0) <= room ?? .max
        case (.array(let element, let count), .record(let fields)):
            (count ?? 0) <= fields.count && fields.prefix(count ?? 0).allSatisfy { element.mayFit($0.type) }
        default: false
        }
    }

    private var isNumber: Bool {
        switch self {
        case .integer, .float, .double, .color: true
        default: false
        }
    }
}

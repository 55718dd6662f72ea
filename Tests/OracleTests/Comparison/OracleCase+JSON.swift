// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

extension OracleCase {
    /// The case for programs in other languages: types as trees and as C text, values as they can be read anywhere.
    var json: Value {
        .object([
            .init("number", .number(.integer(Int128(number)))),
            .init("types", .array(definitions.map { .string($0.definition) })),
            .init("packed", .array(definitions.map { .bool($0.isPackedRecord) })),
            .init("call", .string(declaration)), .init("back", .string(backDeclaration)),
            .init("callback", .string(functionType(of: ""))), .init("pointer", .string(functionType(of: "(*)"))),
            .init("parameters", .array(parameters.map(\.json))), .init("result", result?.json ?? .null),
        ])
    }

    private func functionType(of name: String) -> String {
        let list = parameters.map { $0.shape.declaration() }.joined(separator: ", ")
        let function = "\(name)(\(list.isEmpty ? "void" : list))"
        return result?.shape.declaration(of: function) ?? "void \(function)"
    }
}

extension Example {
    fileprivate var json: Value {
        .object([
            .init("type", shape.json), .init("c", .string(shape.declaration())), .init("value", datum.json(shape)),
        ])
    }
}

extension Shape {
    fileprivate var isPackedRecord: Bool {
        if case .record(let record) = self { record.isPacked } else { false }
    }

    fileprivate var json: Value {
        switch self {
        case .scalar(let scalar): .object([.init("scalar", .string(scalar.rawValue))])
        case .enumeration(let enumeration):
            .object([
                .init("enum", .string(enumeration.tag)), .init("scalar", .string(enumeration.underlying.rawValue)),
            ])
        case .text: .object([.init("text", .bool(true))])
        case .array(let element, let count):
            .object([.init("array", element.json), .init("count", .whole(count ?? 0))])
        case .record(let record):
            .object([
                .init("record", .string(record.tag ?? "")), .init("union", .bool(record.isUnion)),
                .init("packed", .bool(record.isPacked)), .init("aligned", record.alignment.map(Value.whole) ?? .null),
                .init("members", .array(record.members.map(\.json))),
            ])
        }
    }
}

extension RecordShape.Member {
    fileprivate var json: Value {
        .object([
            .init("name", .string(name ?? "")), .init("type", shape.json),
            .init("bits", bits.map(Value.whole) ?? .null),
            .init("packed", .bool(isPacked)), .init("aligned", alignment.map(Value.whole) ?? .null),
        ])
    }
}

extension Datum {
    /// Whole numbers are texts, since not every language reads all of their digits; the members of a record are an
    /// array in their order.
    fileprivate func json(_ shape: Shape) -> Value {
        switch (self, shape) {
        case (.integer(let bits), .scalar(.unsignedInt128)): .string(bits.description)
        case (.integer(let bits), _): .string(Int128(truncatingIfNeeded: bits).description)
        case (.bool(let isTrue), _): .bool(isTrue)
        case (.floating(let number), .scalar(let scalar)): number.json(scalar)
        case (.complex(let real, let imaginary), .scalar(let scalar)):
            .array([real.json(scalar), imaginary.json(scalar)])
        case (.constant(let index), .enumeration(let enumeration)): .string(enumeration.values[index].description)
        case (.text(let text), _): .string(text)
        case (.elements(let elements), .array(let element, _)): .array(elements.map { $0.json(element) })
        case (.members(let members), .record(let record)):
            .array(zip(record.members, members).map { $1?.json($0.shape) ?? .null })
        default: .null
        }
    }
}

extension Float80 {
    /// In hexadecimal; a `long double` as its ten bytes besides.
    fileprivate func json(_ scalar: CScalar) -> Value {
        let text = isNaN ? "nan" : isInfinite ? (self < 0 ? "-inf" : "inf") : hexadecimal
        guard scalar.component == .longDouble else { return .string(text) }
        return .object([.init("number", .string(text)), .init("bytes", .array(bytes.map { .whole(Int($0)) }))])
    }

    private var bytes: [UInt8] {
        let isSpecial = exponentBitPattern != 0
        let significand = isSpecial ? significandBitPattern | 1 << 63 : significandBitPattern
        let head = UInt16(exponentBitPattern) | (sign == .minus ? 0x8000 : 0)
        return (0..<8).map { UInt8(truncatingIfNeeded: significand >> (8 * $0)) }
            + [UInt8(truncatingIfNeeded: head), UInt8(truncatingIfNeeded: head >> 8)]
    }
}

extension Value {
    fileprivate static func whole(_ number: Int) -> Value { .number(.integer(Int128(number))) }
}

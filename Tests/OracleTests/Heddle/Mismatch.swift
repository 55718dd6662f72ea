// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

extension Example {
    /// The error in a value from Heddle; nil if it is right.
    func mismatch(in value: Value?, at path: String) -> String? {
        guard let value else { return "\(path) is not there" }
        return datum.mismatch(in: value, shape, at: path)
    }
}

extension Datum {
    fileprivate func mismatch(in value: Value, _ shape: Shape, at path: String) -> String? {
        switch (self, shape, value) {
        case (.members(let data), .record(let record), .object(let fields)):
            return record.mismatch(in: fields, data, at: path)
        case (.elements(let data), .array(let element, _), .array(let values)) where data.count == values.count:
            return zip(data, values).enumerated().lazy
                .compactMap { $1.0.mismatch(in: $1.1, element, at: "\(path)[\($0)]") }.first
        case (.complex(let real, let imaginary), .scalar(let scalar), .array(let parts)) where parts.count == 2:
            let isRight = real.isSame(parts[0], scalar) && imaginary.isSame(parts[1], scalar)
            return isRight ? nil : wrong(value, path)
        default: return isSame(value, shape) ? nil : wrong(value, path)
        }
    }

    private func wrong(_ value: Value, _ path: String) -> String { "\(path) is \(value.json), not \(self)" }

    private func isSame(_ value: Value, _ shape: Shape) -> Bool {
        switch (self, shape, value) {
        case (.bool(let isTrue), _, .bool(let given)): isTrue == given
        case (.text(let text), _, .string(let given)): text == given
        case (.floating(let number), .scalar(let scalar), _): number.isSame(value, scalar)
        case (.constant(let index), .enumeration(let enumeration), .string(let name)):
            enumeration.name(of: index) == name
        case (.constant(let index), .enumeration(let enumeration), .number(let number)):
            number.text == enumeration.values[index].description
        case (.integer(let bits), .scalar(.unsignedInt128), .number(let number)): number.text == bits.description
        case (.integer(let bits), _, .number(let number)):
            number.text == Int128(truncatingIfNeeded: bits).description
        default: false
        }
    }
}

extension RecordShape {
    /// Members that have no value, as all but one of a union, may be anything; but they are there.
    fileprivate func mismatch(in fields: [Value.Member], _ data: [Datum?], at path: String) -> String? {
        for (member, datum) in zip(members, data) {
            if case .array(_, nil) = member.shape { continue }
            guard let name = member.name else {
                if let wrong = datum?.mismatch(in: .object(fields), member.shape, at: path) { return wrong }
                continue
            }
            guard let field = fields.first(where: { $0.name == name }) else { return "\(path).\(name) is not there" }
            if let wrong = datum?.mismatch(in: field.value, member.shape, at: "\(path).\(name)") { return wrong }
        }
        return nil
    }
}

extension Float80 {
    /// Returns whether a number of JSON is this one, to the last bit.
    fileprivate func isSame(_ value: Value, _ scalar: CScalar) -> Bool {
        switch value {
        case .string("NaN"): isNaN
        case .string("Infinity"): self == .infinity
        case .string("-Infinity"): self == -.infinity
        case .number(let number): Self.read(number.text, scalar)?.bits == bits
        default: false
        }
    }

    private static func read(_ text: String, _ scalar: CScalar) -> Float80? {
        switch scalar.component {
        case .float: Float(text).map { Float80($0) }
        case .double: Double(text).map { Float80($0) }
        default: Float80(text)
        }
    }

    private var bits: [UInt64] { [sign == .minus ? 1 : 0, UInt64(exponentBitPattern), significandBitPattern] }
}

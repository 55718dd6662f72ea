// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

extension Example {
    /// The value as a behaviour gives it.
    var value: Value { datum.value(shape) }
}

extension Datum {
    fileprivate func value(_ shape: Shape) -> Value {
        switch (self, shape) {
        case (.integer(let bits), .scalar(.unsignedInt128)): bits.value
        case (.integer(let bits), _): .number(.integer(Int128(truncatingIfNeeded: bits)))
        case (.bool(let isTrue), _): .bool(isTrue)
        case (.floating(let number), .scalar(let scalar)): number.value(scalar)
        case (.complex(let real, let imaginary), .scalar(let scalar)):
            .array([real.value(scalar), imaginary.value(scalar)])
        case (.constant(let index), .enumeration(let enumeration)): enumeration.value(index)
        case (.text(let text), _): .string(text)
        case (.elements(let elements), .array(let element, _)): .array(elements.map { $0.value(element) })
        case (.members(let members), .record(let record)): .object(record.fields(of: members))
        default: .null
        }
    }
}

extension RecordShape {
    /// The fields that are there; those of anonymous members are the record's own.
    fileprivate func fields(of data: [Datum?]) -> [Value.Member] {
        zip(members, data).flatMap { member, datum in
            guard let datum else { return [] as [Value.Member] }
            if case .array(_, nil) = member.shape { return [] }
            if let name = member.name { return [Value.Member(name, datum.value(member.shape))] }
            guard case .object(let inner) = datum.value(member.shape) else { return [] }
            return inner
        }
    }
}

extension UInt128 {
    fileprivate var value: Value {
        .number(Int128(exactly: self).map(Number.integer) ?? .decimal(description))
    }
}

extension EnumerationShape {
    /// A constant by its name, or by its number: both will do.
    fileprivate func value(_ index: Int) -> Value {
        index.isMultiple(of: 2) ? .string(name(of: index)) : .number(.integer(values[index]))
    }
}

extension Float80 {
    fileprivate func value(_ scalar: CScalar) -> Value {
        if isNaN { return .string("NaN") }
        if isInfinite { return .string(self < 0 ? "-Infinity" : "Infinity") }
        return switch scalar.component {
        case .float: .number(.decimal(Float(self).description))
        case .double: .number(.decimal(Double(self).description))
        default: .number(.decimal(description))
        }
    }
}

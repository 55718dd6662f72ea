// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// The knowledge of computations before their operands have values.
extension Computation {
    /// The knowledge of an operand.
    package enum Operand: Sendable {
        case value(Value)
        case shape(ValueShape)
        /// The value of a step that is wrong.
        case unknown

        /// The kinds of values that it may be; nil where that is not known.
        package var kinds: Set<ValueKind>? {
            switch self {
            case .value(let value): [ValueKind(value)]
            case .shape(let shape): shape.kinds
            case .unknown: nil
            }
        }
    }

    /// The kinds of values that an operand may be.
    package func kinds(ofOperand index: Int) -> Set<ValueKind> {
        switch operation {
        case .join: [.text, .number, .bool, .bytes]
        case .expression: [.text, .number, .bool]
        case .slice: index == 0 ? [.array, .text, .bytes] : [.number]
        }
    }

    /// The words for an operand of another kind, to stand behind it.
    package func objection(toOperand index: Int) -> String {
        switch operation {
        case .join: "which is no part of a text"
        case .expression: "with which nothing is computed"
        case .slice: index == 0 ? "of which there are no parts by number" : "expected a whole number"
        }
    }

    /// The values that it makes of some operands, the kinds of which are right.
    ///
    /// - Throws: that it makes none.
    package func shape(of operands: [Operand]) throws(ComputationFault) -> ValueShape {
        switch operation {
        case .join: return .joined
        case .expression(let expression):
            do throws(ExpressionMistake) {
                let kind = try expression.kind(of: operands.map(\.expressionKind))
                return .given(kind == .integer ? .integer(.longLong) : .floating(.double))
            } catch {
                throw ComputationFault(message: "\(error.found), expected \(error.expected)")
            }
        case .slice(let hasStart, let hasCount):
            guard let whole = operands[0].shape else { return .printed }
            let start = hasStart ? operands[1].bound : 0
            let count = hasCount ? operands[hasStart ? 2 : 1].bound : nil
            if let length = whole.count, let least = start.map({ $0 + (count ?? 0) }) ?? count, least > length {
                throw ComputationFault(
                    message: "the part ends behind element \(least - 1), and there are \(length), counted from 0")
            }
            return whole.slice(count: hasCount ? count : nil)
        }
    }
}

extension Computation.Operand {
    fileprivate var shape: ValueShape? { if case .shape(let shape) = self { shape } else { nil } }

    /// The value as the beginning or the length of a part; nil where it is not known, or wrong.
    fileprivate var bound: Int? {
        guard case .value(.number(let number)) = self, Computation.isBound(number) else { return nil }
        return number.integer.flatMap(Int.init(exactly:))
    }

    fileprivate var expressionKind: ExpressionKind? {
        switch self {
        case .value(.number(.integer)), .value(.bool): .integer
        case .value(.number): .floating
        case .value: .text
        case .shape(let shape):
            if shape.enumeration == nil, !shape.kinds.contains(.number), !shape.kinds.contains(.bool) {
                .text
            } else if case .floating? = shape.memoryType?.canonical {
                .floating
            } else {
                .integer
            }
        case .unknown: nil
        }
    }
}

extension ValueShape {
    /// A part of the values.
    ///
    /// - Parameter count: how many elements it has; nil where that is not known.
    fileprivate func slice(count: Int?) -> ValueShape {
        guard kinds.contains(.array) else { return kinds.contains(.text) ? .printed : self }
        guard case .array(let element, _)? = memoryType?.canonical else { return self }
        return .given(.array(of: element, count: count))
    }
}

// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics

/// A value that is made of others once these are known: `{"join": ["/tmp/", {"ref": "name"}]}`.
package struct Computation: Sendable {
    /// The way in which it is made.
    package enum Operation: Sendable {
        /// A text of all operands, one behind the other.
        case join
        /// A number that an expression computes of its references.
        case expression(ComputedExpression)
        /// So many elements of an array, or bytes of a text or of bytes, that is the first operand. Behind it stand the
        /// index of the first one and their number, as far as they are given.
        case slice(hasStart: Bool, hasCount: Bool)
    }

    /// The way in which it is made.
    package let operation: Operation
    /// The values that it is made of.
    package let operands: [Located<Template>]

    /// Creates a computation.
    package init(_ operation: Operation, _ operands: [Located<Template>]) {
        self.operation = operation
        self.operands = operands
    }

    /// Creates that of an expression at a place.
    init(_ expression: ComputedExpression, at range: SourceRange) {
        self.init(.expression(expression), expression.references.map { Located(.reference($0), at: range) })
    }
}

/// The reason why a computation has no value for some operands.
package struct ComputationFault: Error, Hashable {
    /// The reason in words.
    package let message: String

    /// Creates a reason.
    package init(message: String) { self.message = message }
}

extension Computation {
    /// The key of the object that writes a text of several parts.
    static let join = "join"
    /// The key of the object that writes an expression.
    static let expression = "expression"
    /// The keys beside `ref` of the object that writes a part of a value.
    static let (start, count) = ("from", "count")

    /// Returns whether a number can be the beginning or the length of a part.
    static func isBound(_ number: Number) -> Bool {
        number.integer.map { (0...Int128(Int32.max)).contains($0) } ?? false
    }

    /// The made value in words.
    package var words: String {
        switch operation {
        case .join: "a text that is put together"
        case .expression(let expression): "the number \"\(expression.text)\""
        case .slice: "a part of \(operands[0].kindDescription)"
        }
    }

    /// The computation as it was written.
    package var written: Value {
        let values = operands.map(\.value.written)
        switch operation {
        case .join: return .object([.init(Self.join, .array(values))])
        case .expression(let expression): return .object([.init(Self.expression, .string(expression.text))])
        case .slice(let hasStart, let hasCount):
            guard case .object(let members) = values[0] else { return values[0] }
            let start = hasStart ? [Value.Member(Self.start, values[1])] : []
            let count = hasCount ? [Value.Member(Self.count, values[hasStart ? 2 : 1])] : []
            return .object(members + start + count)
        }
    }

    /// The value; nil where an operand is not known.
    ///
    /// - Throws: that there is none.
    package var known: Value? {
        get throws(ComputationFault) {
            let values = operands.compactMap(\.value.literal)
            return values.count == operands.count ? try value(of: values) : nil
        }
    }

    /// The value for the values of the operands.
    ///
    /// - Throws: that there is none.
    package func value(of operands: [Value]) throws(ComputationFault) -> Value {
        switch operation {
        case .join: return .string(try joined(operands))
        case .expression(let expression):
            var values: [ExpressionValue] = []
            for (reference, operand) in zip(expression.references, operands) {
                values.append(try operand.expressionValue(of: reference))
            }
            return .number(try expression.value(of: values))
        case .slice(let hasStart, let hasCount):
            let start = hasStart ? try operands[1].bound(Self.start) : 0
            let count = hasCount ? try operands[hasStart ? 2 : 1].bound(Self.count) : nil
            return try operands[0].slice(from: start, count: count)
        }
    }

    private func joined(_ operands: [Value]) throws(ComputationFault) -> String {
        var text = ""
        for (index, operand) in operands.enumerated() {
            guard let part = operand.textInText else {
                throw ComputationFault(
                    message: "part \(index + 1) is \(operand.kindInText), expected a text or a number")
            }
            text += part
        }
        return text
    }
}

// MARK: - Texts

extension Value {
    /// The value as a part of a text; nil for one that is none, bytes that are not UTF-8 among them.
    fileprivate var textInText: String? {
        switch self {
        case .string(let text): text
        case .number(let number): number.text
        case .bool(let isTrue): isTrue ? "true" : "false"
        case .bytes(let bytes): String(validating: bytes, as: UTF8.self)
        case .null, .array, .object, .handle: nil
        }
    }

    /// The sort of a value that is no part of a text.
    fileprivate var kindInText: String {
        if case .bytes = self { "bytes that are not UTF-8" } else { ValueKind(self).description }
    }
}

// MARK: - Expressions

extension Value {
    /// The value as the operand of an expression.
    ///
    /// - Throws: that there can be none, or none that is exact.
    package func expressionValue(of reference: Reference) throws(ComputationFault) -> ExpressionValue {
        switch self {
        case .number(.integer(let number)): return .integer(number)
        case .number(let number):
            guard let double = number.double else {
                throw ComputationFault(message: "\"\(reference)\" is \(number.text), which no double holds")
            }
            if case .floating = number, number.compare(.floating(.double(double))) != .equal {
                throw ComputationFault(message: "\"\(reference)\" is \(number.text), which no double holds exactly")
            }
            return .floating(double)
        case .bool(let isTrue): return .integer(isTrue ? 1 : 0)
        case .string(let text): return .text(Array(text.utf8))
        case .bytes(let bytes): return .text(bytes)
        case .null, .array, .object, .handle:
            throw ComputationFault(
                message: "\"\(reference)\" is \(ValueKind(self).description), expected a number or a text")
        }
    }
}

// MARK: - Parts

extension Value {
    /// The value as a number of elements; nil where it is no whole number of 0 or more.
    package var index: Int? {
        guard case .number(let number) = self else { return nil }
        return number.wholeValue.flatMap(Int.init(exactly:)).flatMap { $0 >= 0 ? $0 : nil }
    }

    /// The value as the beginning or the length of a part.
    fileprivate func bound(_ key: String) throws(ComputationFault) -> Int {
        guard let bound = index else {
            throw ComputationFault(message: "\"\(key)\" is \(excerpt()), expected a whole number of 0 or more")
        }
        return bound
    }

    /// A part of an array, of a text by its bytes, or of bytes.
    ///
    /// - Parameter count: nil for all to the end.
    fileprivate func slice(from start: Int, count: Int?) throws(ComputationFault) -> Value {
        switch self {
        case .array(let elements): return .array(Array(try elements.slice(from: start, count: count, "element")))
        case .bytes(let bytes): return .bytes(Array(try bytes.slice(from: start, count: count, "byte")))
        case .string(let text):
            let bytes = try Array(text.utf8).slice(from: start, count: count, "byte")
            guard let part = String(validating: bytes, as: UTF8.self) else {
                throw ComputationFault(message: "the part begins or ends inside a character of the text")
            }
            return .string(part)
        case .null, .bool, .number, .object, .handle:
            throw ComputationFault(message: "\(ValueKind(self).description) has no parts, expected an array or a text")
        }
    }
}

extension Array {
    fileprivate func slice(
        from start: Int, count: Int?, _ word: String
    ) throws(ComputationFault) -> ArraySlice<Element> {
        let length = counted(self.count, word)
        guard start <= self.count else {
            throw ComputationFault(message: "the part begins at \(start), and there are \(length)")
        }
        guard let count else { return self[start...] }
        guard count <= self.count - start else {
            throw ComputationFault(
                message: "the part has \(counted(count, word))\(start == 0 ? "" : " from \(start) on"), and there are "
                    + length)
        }
        return self[start..<start + count]
    }
}

extension Located<Template> {
    /// The value that a computation makes, where it is known and there is one; otherwise the computation.
    init(_ computation: Computation, at range: SourceRange) {
        let known = (try? computation.known) ?? nil
        self.init(known.map { .literal($0) } ?? .computed(computation), at: range)
    }
}

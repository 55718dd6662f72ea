// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics

/// A value that is made of others once these are known: `{"join": ["/tmp/", {"ref": "name"}]}`.
package struct Computation: Sendable {
    /// The way in which it is made.
    package enum Operation: Sendable {
        /// A text of all operands, one behind the other.
        case join
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
}

/// The reason why a computation has no value for some operands.
package struct ComputationFault: Error, Hashable {
    /// The reason in words.
    package let message: String
}

extension Computation {
    /// The key of the object that writes one.
    static let join = "join"

    /// The made values.
    package var shape: ValueShape { .joined }

    /// The made value in words.
    package var words: String { "a text that is put together" }

    /// The kinds of values that an operand may be.
    package var operandKinds: Set<ValueKind> { [.text, .number, .bool, .bytes] }

    /// The computation as it was written.
    package var written: Value { .object([.init(Self.join, .array(operands.map(\.value.written)))]) }

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
        var text = ""
        for (index, operand) in operands.enumerated() {
            guard let part = operand.textInText else {
                throw ComputationFault(
                    message: "part \(index + 1) is \(operand.kindInText), expected a text or a number")
            }
            text += part
        }
        return .string(text)
    }
}

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

extension Located<Template> {
    /// The value that a computation makes, where it is known and there is one; otherwise the computation.
    init(_ computation: Computation, at range: SourceRange) {
        let known = (try? computation.known) ?? nil
        self.init(known.map { .literal($0) } ?? .computed(computation), at: range)
    }
}

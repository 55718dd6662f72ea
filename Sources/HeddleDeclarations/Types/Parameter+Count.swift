// SPDX-License-Identifier: Apache-2.0

extension Parameter {
    /// The number of elements that a pointer points to.
    package indirect enum Count: Hashable, Sendable {
        /// A fixed number, as in `_In_reads_(16)`.
        case constant(Int)
        /// The value of another parameter, by its index.
        case parameter(Int)
        /// The value that another parameter points to, as in `_Out_writes_(*size)`.
        case pointee(Int)
        /// A field of the structure that another parameter points to, as in `_In_reads_bytes_(h->caplen)`; on a member,
        /// one of the structure that another member is, as in `_In_reads_(h.n)`.
        case field(Int, path: [String])
        /// A field of the structure whose pointer another parameter hands out, as in
        /// `_Outptr_result_bytebuffer_((*h)->caplen)`.
        case handedField(Int, path: [String])
        /// The bytes of a text before its NUL, as in `_Out_writes_(strlen(s) + 1)`.
        case length(Int)
        /// The result of the function, as in `_Out_writes_to_(size, return)`.
        case result
        /// Two counts with an arithmetic operator between them, as in `_In_reads_(rows * columns)`.
        case operation(BinaryOperator, Count, Count)
        /// All elements before one that is null or 0 (`_Null_terminated_`).
        case untilNull
        /// The same, and so many at most, with the one that is null or 0 among them (`_In_reads_z_(n)`).
        case terminated(Parameter.Count)
    }
}

extension Parameter.Count {
    /// The parts that are no operations.
    package var parts: [Parameter.Count] {
        switch self {
        case .operation(_, let left, let right): left.parts + right.parts
        case .terminated(let count): count.parts
        default: [self]
        }
    }

    /// True if the elements end with one that is null or 0, whatever else limits them.
    package var endsWithNull: Bool { self == .untilNull || isTerminated }

    /// True if the elements end with one that is null or 0, and are counted too.
    package var isTerminated: Bool { if case .terminated = self { true } else { false } }

    /// The parameters that it depends on.
    package var parameters: [Int] {
        switch self {
        case .parameter(let index), .pointee(let index), .field(let index, _), .handedField(let index, _),
            .length(let index):
            [index]
        case .operation(_, let left, let right): left.parameters + right.parameters
        case .terminated(let count): count.parameters
        case .constant, .result, .untilNull: []
        }
    }

    /// The parameter that alone is the count.
    package var counter: Int? {
        switch self {
        case .parameter(let index), .pointee(let index): index
        case .terminated(let count): count.counter
        case .constant, .field, .handedField, .length, .result, .operation, .untilNull: nil
        }
    }

    /// True if it is one factor, or several of them: none of the factors may then be negative.
    package var isProduct: Bool {
        switch self {
        case .operation(.multiply, let left, let right): left.isProduct && right.isProduct
        case .operation: false
        case .terminated(let count): count.isProduct
        case .constant, .parameter, .pointee, .field, .handedField, .length, .result, .untilNull: true
        }
    }

    /// The number that the count is, computed without the limits of a type in C.
    ///
    /// - Parameter number: the number of a part that is neither a constant nor an operation; nil if it is not known.
    package func evaluate(_ number: (Self) -> Int128?) throws(CountFlaw) -> Int128 {
        switch self {
        case .constant(let constant): return Int128(constant)
        case .operation(let operation, let left, let right):
            return try operation.count(try left.evaluate(number), try right.evaluate(number))
        case .terminated(let count): return try count.evaluate(number)
        case .parameter, .pointee, .field, .handedField, .length, .result, .untilNull:
            guard let number = number(self) else { throw .unknown }
            return number
        }
    }

    /// The expression, as C writes it.
    ///
    /// - Parameter part: the text of a part that is neither a constant nor an operation.
    package func text(_ part: (Self) -> String) -> String { text(above: 0, part) }

    private func text(above precedence: Int, _ part: (Self) -> String) -> String {
        switch self {
        case .constant(let number): return "\(number)"
        case .operation(let operation, let left, let right):
            let own = operation.precedence
            let text =
                "\(left.text(above: own, part)) \(operation.rawValue) \(right.text(above: own + 1, part))"
            return own < precedence ? "(\(text))" : text
        case .terminated(let count): return count.text(above: precedence, part)
        case .parameter, .pointee, .field, .handedField, .length, .result, .untilNull: return part(self)
        }
    }

    /// The expression, as an annotation writes it.
    package func text(among parameters: [Parameter]) -> String {
        written { parameters[$0].name ?? Parameter.positionName($0) }
    }

    /// The expression, as an annotation of a structure's member writes it.
    package func text(among fields: [RecordType.Member]) -> String { written(".") { fields[$0].name ?? "" } }

    /// - Parameters:
    ///   - dot: what stands before a field.
    ///   - name: the name of a parameter by its index.
    private func written(_ dot: String = "->", naming name: (Int) -> String) -> String {
        text { part in
            switch part {
            case .parameter(let index): name(index)
            case .pointee(let index): "*\(name(index))"
            case .field(let index, let path): "\(name(index))\(dot)\(path.joined(separator: "."))"
            case .handedField(let index, let path): "(*\(name(index)))->\(path.joined(separator: "."))"
            case .length(let index): "strlen(\(name(index)))"
            case .result: "return"
            case .constant, .operation, .untilNull, .terminated: ""
            }
        }
    }
}

/// The reason why an expression gives no count.
package enum CountFlaw: Error {
    /// A part of it is not known.
    case unknown
    case arithmetic(ArithmeticFlaw)
}

extension BinaryOperator {
    /// The operators that a count may have.
    static let ofCounts: Set<BinaryOperator> = [
        .add, .subtract, .multiply, .divide, .remainder, .shiftLeft, .shiftRight,
    ]

    fileprivate func count(_ left: Int128, _ right: Int128) throws(CountFlaw) -> Int128 {
        do throws(ArithmeticFlaw) { return try compute(left, right) } catch { throw .arithmetic(error) }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// An arithmetic expression in the notation of C: `a->key * 2 - b->key`.
///
/// Its operands are numbers and places: named values with paths into them. Someone who knows the types of the places
/// replaces them by ``map(_:)``; ``checked(_:)`` then says what the expression computes, and ``value(in:)`` computes it.
///
/// Whole numbers have 128 bits, so that nothing wraps around as it would in an `int`; floating-point numbers are
/// computed as `double`.
///
/// ## Topics
/// - ``init(_:)``
/// - ``ExpressionPlace``
/// - ``ExpressionKind``
/// - ``ExpressionValue``
package indirect enum Expression<Place: Sendable>: Sendable {
    case integer(Int128)
    case floating(Double)
    /// A text in quotes.
    case text([UInt8])
    /// `NULL`
    case null
    case place(Place)
    case sign(ExpressionSign, Expression)
    case binary(BinaryOperator, Expression, Expression)
    /// `condition ? yes : no`
    case choice(Expression, Expression, Expression)
    /// `(int)value`: a number as another type, as C converts it.
    case number(NumberType, Expression)
    case call(ExpressionFunction, [Expression])

    /// True if it names no place.
    package var isConstant: Bool {
        var isConstant = true
        _ = map { place in
            isConstant = false
            return place
        }
        return isConstant
    }

    /// The same expression over other places.
    package func map<Other, Failure: Error>(
        _ transform: (Place) throws(Failure) -> Other
    ) throws(Failure) -> Expression<Other> {
        try flatMap { place throws(Failure) in .place(try transform(place)) }
    }

    /// The same expression with others in the place of its places.
    package func flatMap<Other, Failure: Error>(
        _ transform: (Place) throws(Failure) -> Expression<Other>
    ) throws(Failure) -> Expression<Other> {
        switch self {
        case .integer(let number): return .integer(number)
        case .floating(let number): return .floating(number)
        case .text(let bytes): return .text(bytes)
        case .null: return .null
        case .place(let place): return try transform(place)
        case .sign(let sign, let operand): return .sign(sign, try operand.flatMap(transform))
        case .binary(let word, let left, let right):
            return .binary(word, try left.flatMap(transform), try right.flatMap(transform))
        case .choice(let condition, let yes, let no):
            return .choice(try condition.flatMap(transform), try yes.flatMap(transform), try no.flatMap(transform))
        case .number(let type, let operand): return .number(type, try operand.flatMap(transform))
        case .call(let function, let operands):
            var mapped: [Expression<Other>] = []
            for operand in operands { mapped.append(try operand.flatMap(transform)) }
            return .call(function, mapped)
        }
    }
}

extension Expression {
    /// The number as a type, as C converts it.
    ///
    /// - Throws: that it is no type of numbers that are computed.
    package func converted(to type: CType, named name: String) throws(ExpressionMistake) -> Expression {
        switch type.canonical {
        case .bool: return .binary(.notEqual, self, .integer(0))
        case .integer(let type): return .number(.integer(type), self)
        case .enumeration(let type): return .number(.integer(type.underlying), self)
        case .floating(let type) where type != .longDouble: return .number(.floating(type), self)
        default:
            throw ExpressionMistake(found: "a cast to \"\(name)\"", expected: "a type of numbers, or a pointer")
        }
    }
}

extension CType {
    /// True for numbers, truth values and enumerations.
    package var isNumber: Bool {
        switch canonical {
        case .bool, .integer, .floating, .enumeration: true
        default: false
        }
    }
}

/// A sign before an operand.
package enum ExpressionSign: String, Sendable {
    case plus = "+"
    case minus = "-"
    case not = "!"
    case complement = "~"
}

/// The type of a cast to a number.
package enum NumberType: Hashable, Sendable {
    case integer(IntegerType)
    /// Also `float`, to which the number is rounded.
    case floating(FloatingType)
}

/// A place that an expression names: a value, a part of it, or what a pointer leads to.
package indirect enum ExpressionPlace: Sendable {
    /// A value.
    case name(String)
    /// A part of a place: `.name`, `->name`, `[index]`.
    case part(ExpressionPlace, Step)
    /// `(type *)place`: a pointer as another type, or a number where a module declares the type as one.
    case cast(ExpressionPlace, to: String)
    /// `(type)(n + 1)`: a number as a type that a module declares.
    case conversion(Expression<ExpressionPlace>, to: String)

    /// One step into a value.
    package enum Step: Sendable {
        case member(String)
        case target(String)
        /// An element; `*pointer` is the element 0.
        case element(Expression<ExpressionPlace>)
    }

    /// The name that it begins with; of a number the type to which it is converted.
    package var name: String {
        switch self {
        case .name(let name): name
        case .part(let place, _), .cast(let place, _): place.name
        case .conversion(_, let type): type
        }
    }
}

extension ExpressionPlace: CustomStringConvertible {
    /// The place as messages name it.
    package var description: String {
        switch self {
        case .name(let name): name
        case .part(let place, .member(let name)): "\(place.inPath).\(name)"
        case .part(let place, .target(let name)): "\(place.inPath)->\(name)"
        case .part(let place, .element(.integer(0))) where place.isCast: "*\(place)"
        case .part(let place, .element(.integer(let index))): "\(place.inPath)[\(index)]"
        case .part(let place, .element): "\(place.inPath)[…]"
        case .cast(let place, let type): "(\(type))\(place)"
        case .conversion(_, let type): "(\(type))…"
        }
    }

    private var isCast: Bool { if case .cast = self { true } else { false } }

    private var inPath: String { isCast ? "(\(self))" : description }
}

// SPDX-License-Identifier: Apache-2.0

/// The kind of value that an expression computes, as far as the declared types say.
package enum ExpressionKind: Hashable, Sendable {
    case integer
    case floating
    /// Characters that lie in the value itself: a `char[n]`.
    case text
    /// A pointer; one to characters is also a text.
    case pointer(isText: Bool)

    /// The kind in words.
    package var words: String {
        switch self {
        case .integer: "a whole number"
        case .floating: "a floating-point number"
        case .text: "a text"
        case .pointer(let isText): isText ? "a text" : "a pointer"
        }
    }

    /// True for numbers.
    package var isNumber: Bool { self == .integer || self == .floating }

    /// True for texts, which have an order and a length.
    package var isText: Bool { self == .text || self == .pointer(isText: true) }

    fileprivate var isPointer: Bool { if case .pointer = self { true } else { false } }
}

extension Expression {
    /// The expression with the conversions that C makes by itself, and what it computes.
    ///
    /// - Parameter place: what a place holds.
    /// - Throws: an operator or a function that does not take its operands.
    package func checked(
        _ place: (Place) throws(ExpressionMistake) -> ExpressionKind
    ) throws(ExpressionMistake) -> (expression: Expression, kind: ExpressionKind) {
        switch self {
        case .integer: return (self, .integer)
        case .floating: return (self, .floating)
        case .text: return (self, .text)
        case .null: return (self, .pointer(isText: false))
        case .place(let target): return (self, try place(target))
        case .sign(let sign, let operand):
            let (operand, kind) = try operand.checked(place)
            return (.sign(sign, operand), try sign.kind(kind))
        case .binary(let word, let left, let right):
            let (left, leftKind) = try left.checked(place)
            let (right, rightKind) = try right.checked(place)
            let isWithZero = leftKind.isPointer && right.isZero || left.isZero && rightKind.isPointer
            return (.binary(word, left, right), try word.kind(leftKind, rightKind, isWithZero: isWithZero))
        case .choice(let condition, let yes, let no): return try Self.choice(condition, yes, no, place)
        case .number(let type, let operand):
            let (operand, kind) = try operand.checked(place)
            try kind.expectNumber(of: "a cast to a number")
            return (.number(type, operand), type.kind)
        case .call(let function, let operands):
            var checked: [(expression: Expression, kind: ExpressionKind)] = []
            for operand in operands { checked.append(try operand.checked(place)) }
            return (.call(function, checked.map(\.expression)), try function.kind(checked.map(\.kind)))
        }
    }

    /// A choice, whose alternatives C converts to one type: `n ? 1 : 0.5` is 1.0.
    private static func choice(
        _ condition: Expression, _ yes: Expression, _ no: Expression,
        _ place: (Place) throws(ExpressionMistake) -> ExpressionKind
    ) throws(ExpressionMistake) -> (Expression, ExpressionKind) {
        let (condition, conditionKind) = try condition.checked(place)
        try conditionKind.expectTruth(of: "the condition before \"?\"")
        let (yes, yesKind) = try yes.checked(place)
        let (no, noKind) = try no.checked(place)
        let kind = try yesKind.common(with: noKind)
        func converted(_ alternative: Expression, _ own: ExpressionKind) -> Expression {
            kind == .floating && own == .integer ? .number(.floating(.double), alternative) : alternative
        }
        return (.choice(condition, converted(yes, yesKind), converted(no, noKind)), kind)
    }

    private var isZero: Bool { if case .integer(0) = self { true } else { false } }
}

extension NumberType {
    fileprivate var kind: ExpressionKind { if case .integer = self { .integer } else { .floating } }
}

extension ExpressionKind {
    /// The kind of both alternatives of a choice.
    fileprivate func common(with other: ExpressionKind) throws(ExpressionMistake) -> ExpressionKind {
        if self == other { return self }
        if isNumber, other.isNumber { return .floating }
        if isPointer, other.isPointer { return .pointer(isText: isText || other.isText) }
        if isText, other.isText { return .text }
        throw ExpressionMistake(
            found: "\(words) and \(other.words) on both sides of \":\"", expected: "two values of one kind")
    }
}

extension ExpressionKind {
    fileprivate func expectNumber(of user: String) throws(ExpressionMistake) {
        guard isNumber else { throw ExpressionMistake(found: "\(words) for \(user)", expected: advice) }
    }

    fileprivate func expectInteger(of user: String) throws(ExpressionMistake) {
        guard self == .integer else {
            throw ExpressionMistake(found: "\(words) for \(user)", expected: "a whole number")
        }
    }

    fileprivate func expectTruth(of user: String) throws(ExpressionMistake) {
        guard self != .text else {
            throw ExpressionMistake(found: "a text for \(user)", expected: "a number or a pointer")
        }
    }

    private var advice: String {
        isText ? "a number: texts are compared by strcmp(a, b), and measured by strlen(a)" : "a number"
    }
}

extension ExpressionSign {
    fileprivate func kind(_ operand: ExpressionKind) throws(ExpressionMistake) -> ExpressionKind {
        switch self {
        case .plus, .minus: try operand.expectNumber(of: "\"\(rawValue)\"")
        case .complement: try operand.expectInteger(of: "\"~\"")
        case .not:
            try operand.expectTruth(of: "\"!\"")
            return .integer
        }
        return operand
    }
}

extension BinaryOperator {
    /// - Parameter isWithZero: true for a pointer beside a 0.
    fileprivate func kind(
        _ left: ExpressionKind, _ right: ExpressionKind, isWithZero: Bool
    ) throws(ExpressionMistake) -> ExpressionKind {
        let user = "\"\(rawValue)\""
        switch self {
        case .or, .and:
            try left.expectTruth(of: user)
            try right.expectTruth(of: user)
            return .integer
        case .equal, .notEqual:
            if left.isPointer && right.isPointer || isWithZero { return .integer }
            fallthrough
        case .less, .greater, .lessOrEqual, .greaterOrEqual:
            try left.expectNumber(of: user)
            try right.expectNumber(of: user)
            return .integer
        case .add, .subtract, .multiply, .divide:
            try left.expectNumber(of: user)
            try right.expectNumber(of: user)
            return left == .integer && right == .integer ? .integer : .floating
        case .bitOr, .bitXor, .bitAnd, .shiftLeft, .shiftRight, .remainder:
            try left.expectInteger(of: user)
            try right.expectInteger(of: user)
            return .integer
        }
    }
}

extension ExpressionFunction {
    fileprivate func kind(_ operands: [ExpressionKind]) throws(ExpressionMistake) -> ExpressionKind {
        if self == .compare {
            guard operands.allSatisfy(\.isNumber) || operands.allSatisfy(\.isText) else {
                throw ExpressionMistake(
                    found: operands.map(\.words).joined(separator: " and ") + " to compare",
                    expected: "two numbers, or two texts or counted bytes")
            }
            return .integer
        }
        if countsBytes {
            for operand in operands.prefix(2) where !(operand.isText || self == .memcmp && operand.isPointer) {
                throw ExpressionMistake(
                    found: "\(operand.words) for \(rawValue)()", expected: self == .memcmp ? "a pointer" : "a text")
            }
            try operands[2].expectInteger(of: "the number of bytes of \(rawValue)()")
            return .integer
        }
        for operand in operands {
            guard takesTexts else {
                try operand.expectNumber(of: "\(rawValue)()")
                continue
            }
            guard operand.isText else {
                throw ExpressionMistake(found: "\(operand.words) for \(rawValue)()", expected: "a text")
            }
        }
        if self == .abs { try operands[0].expectInteger(of: "abs(), which is fabs() for others") }
        return isWhole ? .integer : .floating
    }
}

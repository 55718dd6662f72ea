// SPDX-License-Identifier: Apache-2.0

/// A value of an expression.
package enum ExpressionValue: Sendable {
    case integer(Int128)
    case floating(Double)
    /// Characters, without the NUL behind them.
    case text([UInt8])
    /// An address; 0 is null.
    case pointer(UInt)
    /// The address of so many bytes, which is not null.
    case counted(UInt, count: Int)
}

/// Knows the values of the places of an expression.
package protocol ExpressionScope<Place> {
    associatedtype Place: Sendable
    /// The value of a place.
    func value(of place: Place) throws(ExpressionFault) -> ExpressionValue
    /// The text that a pointer leads to.
    func text(at address: UInt) throws(ExpressionFault) -> [UInt8]
    /// So many bytes that a pointer leads to.
    func bytes(at address: UInt, count: Int) throws(ExpressionFault) -> [UInt8]
    /// True if a whole number beside a floating-point number must be one of `double`; false where it is rounded to one,
    /// as in C.
    var isExact: Bool { get }
}

extension ExpressionScope {
    /// False: whole numbers are rounded as in C.
    package var isExact: Bool { false }
}

/// The scope of an expression that names nothing.
package struct EmptyScope<Place: Sendable>: ExpressionScope {
    /// Creates the scope.
    package init() {}

    package func value(of place: Place) throws(ExpressionFault) -> ExpressionValue { throw Self.fault }
    package func text(at address: UInt) throws(ExpressionFault) -> [UInt8] { throw Self.fault }
    package func bytes(at address: UInt, count: Int) throws(ExpressionFault) -> [UInt8] { throw Self.fault }

    private static var fault: ExpressionFault { ExpressionFault("it names a value") }
}

extension Expression {
    /// The value of an expression whose kinds are right.
    ///
    /// - Throws: that it has none, such as for a division by zero.
    /// - Complexity: O(size of the expression and of the texts in it).
    package func value(in scope: some ExpressionScope<Place>) throws(ExpressionFault) -> ExpressionValue {
        switch self {
        case .integer(let number): return .integer(number)
        case .floating(let number): return .floating(number)
        case .text(let bytes): return .text(bytes)
        case .null: return .pointer(0)
        case .place(let place): return try scope.value(of: place)
        case .sign(let sign, let operand): return try sign.apply(try operand.value(in: scope))
        case .binary(.and, let left, let right):
            return .truth(try left.value(in: scope).isTrue ? try right.value(in: scope).isTrue : false)
        case .binary(.or, let left, let right):
            return .truth(try left.value(in: scope).isTrue ? true : try right.value(in: scope).isTrue)
        case .binary(let word, let left, let right):
            let (left, right) = (try left.value(in: scope), try right.value(in: scope))
            if scope.isExact { try left.refuseRounding(beside: right) }
            return try word.apply(left, right)
        case .choice(let condition, let yes, let no):
            return try (try condition.value(in: scope).isTrue ? yes : no).value(in: scope)
        case .number(let type, let operand): return try type.convert(try operand.value(in: scope))
        case .call(let function, let operands):
            let first = try operands[0].value(in: scope)
            let second = operands.count > 1 ? try operands[1].value(in: scope) : first
            if function.countsBytes {
                return try function.apply(first, second, atMost: try operands[2].value(in: scope), scope)
            }
            if scope.isExact {
                try first.refuseRounding(beside: function.isWhole ? second : .floating(0))
                try second.refuseRounding(beside: function.isWhole ? first : .floating(0))
            }
            return try function.apply(first, second, scope)
        }
    }
}

extension ExpressionValue {
    fileprivate static func truth(_ holds: Bool) -> ExpressionValue { .integer(holds ? 1 : 0) }

    /// True if C takes it for true.
    package var isTrue: Bool {
        switch self {
        case .integer(let number): number != 0
        case .floating(let number): number != 0
        case .text, .counted: true
        case .pointer(let address): address != 0
        }
    }

    fileprivate var double: Double {
        switch self {
        case .integer(let number): Double(number)
        case .floating(let number): number
        case .text, .pointer, .counted: .nan
        }
    }

    /// Throws that one of two numbers is whole and would be rounded, where the other one is not.
    fileprivate func refuseRounding(beside other: ExpressionValue) throws(ExpressionFault) {
        switch (self, other) {
        case (.integer(let number), .floating), (.floating, .integer(let number)):
            guard Int128(exactly: Double(number)) != number else { return }
            throw ExpressionFault("\(number) is no number of \"double\", which it is beside a floating-point number")
        default: return
        }
    }

    /// The text, or all bytes that are counted.
    fileprivate func characters(_ scope: some ExpressionScope) throws(ExpressionFault) -> [UInt8] {
        switch self {
        case .text(let bytes): return bytes
        case .pointer(0): throw ExpressionFault("a text is null")
        case .pointer(let address): return try scope.text(at: address)
        case .counted(let address, let count): return try scope.bytes(at: address, count: count)
        case .integer, .floating: return []
        }
    }

    /// The text up to its NUL, or up to the end of the bytes that are counted.
    fileprivate func charactersBeforeNUL(_ scope: some ExpressionScope) throws(ExpressionFault) -> ArraySlice<UInt8> {
        try characters(scope).prefix { $0 != 0 }
    }

    /// So many bytes from the start.
    fileprivate func bytes(_ number: Int, _ scope: some ExpressionScope) throws(ExpressionFault) -> [UInt8] {
        switch self {
        case .text(let bytes) where number <= bytes.count + 1: return Array((bytes + [0]).prefix(number))
        case .text(let bytes): throw .short(of: number, bytes.count + 1)
        case .counted(let address, let count):
            if number > count { throw .short(of: number, count) }
            return try scope.bytes(at: address, count: number)
        case .pointer(0) where number > 0: throw ExpressionFault("a pointer to compare is null")
        case .pointer(let address): return try scope.bytes(at: address, count: number)
        case .integer, .floating: return []
        }
    }

    /// The value with nothing but its address, if it has one.
    fileprivate var uncounted: ExpressionValue {
        if case .counted(let address, _) = self { .pointer(address) } else { self }
    }

    fileprivate var isNull: Bool { if case .pointer(0) = self { true } else { false } }
}

extension ExpressionSign {
    fileprivate func apply(_ operand: ExpressionValue) throws(ExpressionFault) -> ExpressionValue {
        switch (self, operand) {
        case (.not, _): return .truth(!operand.isTrue)
        case (.minus, .integer(let number)):
            guard number != .min else { throw .overflow("-(\(number))") }
            return .integer(-number)
        case (.minus, .floating(let number)): return .floating(-number)
        case (.complement, .integer(let number)): return .integer(~number)
        default: return operand
        }
    }
}

extension BinaryOperator {
    fileprivate func apply(
        _ left: ExpressionValue, _ right: ExpressionValue
    ) throws(ExpressionFault) -> ExpressionValue {
        switch (left.uncounted, right.uncounted) {
        case (.integer(let left), .integer(let right)): return .integer(try whole(left, right))
        case (.pointer(let left), .pointer(let right)): return .truth((left == right) == (self == .equal))
        case (.pointer(let address), .integer(0)), (.integer(0), .pointer(let address)):
            return .truth((address == 0) == (self == .equal))
        default: return real(left.double, right.double)
        }
    }

    private func whole(_ left: Int128, _ right: Int128) throws(ExpressionFault) -> Int128 {
        do throws(ArithmeticFlaw) {
            return try compute(left, right)
        } catch {
            let text = "\(left) \(rawValue) \(right)"
            switch error {
            case .divisionByZero: throw ExpressionFault("\(text) divides by zero")
            case .shift: throw ExpressionFault("\(text) shifts by no number from 0 to 63")
            case .overflow: throw .overflow(text)
            }
        }
    }

    private func real(_ left: Double, _ right: Double) -> ExpressionValue {
        switch self {
        case .add: .floating(left + right)
        case .subtract: .floating(left - right)
        case .multiply: .floating(left * right)
        case .divide: .floating(left / right)
        case .equal: .truth(left == right)
        case .notEqual: .truth(left != right)
        case .less: .truth(left < right)
        case .greater: .truth(left > right)
        case .lessOrEqual: .truth(left <= right)
        case .greaterOrEqual: .truth(left >= right)
        case .or, .and, .bitOr, .bitXor, .bitAnd, .shiftLeft, .shiftRight, .remainder: .floating(.nan)
        }
    }
}

extension NumberType {
    /// The number in the type. An unsigned type takes its lowest bits, as in C; what a signed one does not hold is a
    /// fault.
    fileprivate func convert(_ value: ExpressionValue) throws(ExpressionFault) -> ExpressionValue {
        switch (self, value) {
        case (.floating(.float), _): return .floating(Double(Float(value.double)))
        case (.floating, _): return .floating(value.double)
        case (.integer(let type), .integer(let number)):
            if type.range.contains(number) { return value }
            guard !type.isSigned, type.size < 16 else { throw .misfit("\(number)", type) }
            return .integer(number & type.range.upperBound)
        case (.integer(let type), .floating(let number)):
            guard let whole = Int128(exactly: number.rounded(.towardZero)), type.range.contains(whole) else {
                throw .misfit("\(number)", type)
            }
            return .integer(whole)
        case (.integer, .text), (.integer, .pointer), (.integer, .counted): return value
        }
    }
}

extension ExpressionFunction {
    fileprivate func apply(
        _ left: ExpressionValue, _ right: ExpressionValue, _ scope: some ExpressionScope
    ) throws(ExpressionFault) -> ExpressionValue {
        switch (self, left, right) {
        case (.compare, .integer(let left), .integer(let right)): return .order(left, right)
        case (.compare, .floating, _), (.compare, _, .floating): return .order(left.double, right.double)
        case (.compare, _, _) where left.isNull || right.isNull:
            return .order(left.isNull ? 0 : 1, right.isNull ? 0 : 1)
        case (.compare, _, _): return .order(try left.characters(scope)[...], try right.characters(scope)[...])
        case (.strcmp, _, _):
            return .order(try left.charactersBeforeNUL(scope), try right.charactersBeforeNUL(scope))
        case (.strlen, _, _): return .integer(Int128(try left.charactersBeforeNUL(scope).count))
        case (.abs, .integer(let number), _):
            guard number != .min else { throw .overflow("abs(\(number))") }
            return .integer(Swift.abs(number))
        default: return .floating(number(left.double, right.double) ?? .nan)
        }
    }

    /// The result of a function that looks at no more bytes than so many.
    fileprivate func apply(
        _ left: ExpressionValue, _ right: ExpressionValue, atMost limit: ExpressionValue, _ scope: some ExpressionScope
    ) throws(ExpressionFault) -> ExpressionValue {
        guard case .integer(let number) = limit, let count = Int(exactly: number), 0...Self.mostBytes ~= count else {
            throw ExpressionFault("the number of bytes of \(rawValue)() is none from 0 to \(Self.mostBytes)")
        }
        if self == .memcmp { return .order(try left.bytes(count, scope)[...], try right.bytes(count, scope)[...]) }
        return .order(
            try left.charactersBeforeNUL(scope).prefix(count), try right.charactersBeforeNUL(scope).prefix(count))
    }
}

extension ExpressionValue {
    fileprivate static func order<Operand: Comparable>(_ left: Operand, _ right: Operand) -> ExpressionValue {
        .integer(left < right ? -1 : left > right ? 1 : 0)
    }

    /// The order of two texts by their bytes.
    fileprivate static func order(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> ExpressionValue {
        if left == right { return .integer(0) }
        return .integer(left.lexicographicallyPrecedes(right) ? -1 : 1)
    }
}

extension ExpressionFault {
    fileprivate static func short(of number: Int, _ count: Int) -> ExpressionFault {
        ExpressionFault("\(number) bytes are to be compared, and \(count) are there")
    }

    fileprivate static func overflow(_ text: String) -> ExpressionFault {
        ExpressionFault("\(text) does not fit into 128 bits")
    }

    fileprivate static func misfit(_ number: String, _ type: IntegerType) -> ExpressionFault {
        ExpressionFault("\(number) does not fit into \"\(type.rawValue)\"")
    }
}

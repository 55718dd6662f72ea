// SPDX-License-Identifier: Apache-2.0

/// A count as it was written; the parameters that it names may come later.
indirect enum CountExpression {
    case constant(ConstantValue, Range<Int>)
    /// A parameter, or a constant of an enumeration.
    case name(Token)
    /// `*name`
    case pointee(Token)
    /// `name->field`
    case field(Token, [Token])
    /// `(*name)->field`
    case handedField(Token, [Token])
    /// `name.field`
    case part(Token, [Token])
    /// `strlen(name)`
    case length(Token)
    /// `return`
    case result(Token)
    case operation(BinaryOperator, Token, CountExpression, CountExpression)

    /// True if nothing in it has a name that may be a parameter's.
    var isConstant: Bool {
        switch self {
        case .constant: true
        case .operation(_, _, let left, let right): left.isConstant && right.isConstant
        case .name, .pointee, .field, .handedField, .part, .length, .result: false
        }
    }

    /// True for what only a call has: its result, and what its arguments point to.
    var isOfCallOnly: Bool {
        switch self {
        case .pointee, .field, .handedField, .length, .result: true
        case .constant, .name, .part, .operation: false
        }
    }

    /// The place of the expression, without the parentheses around it.
    var range: Range<Int> {
        switch self {
        case .constant(_, let range): range
        case .name(let token), .pointee(let token), .length(let token), .result(let token): token.range
        case .field(let name, let path), .handedField(let name, let path), .part(let name, let path):
            name.range.lowerBound..<(path.last ?? name).range.upperBound
        case .operation(_, _, let left, let right): left.range.lowerBound..<right.range.upperBound
        }
    }
}

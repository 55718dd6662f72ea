// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// The expression of `{"expression": "length * 2 + 1"}`: a number that is computed of saved and given values.
package struct ComputedExpression: Sendable {
    /// The expression as it was written.
    package let text: String
    /// The places that it names, each once.
    package let references: [Reference]
    /// The expression; a place is the number of its reference.
    let expression: Expression<Int>

    /// Reads an expression.
    ///
    /// - Throws: the reason why the text is none.
    package init(_ text: String) throws(ExpressionMistake) {
        var references: [Reference] = []
        let expression = try Expression(text).map { place throws(ExpressionMistake) in
            let reference = try Reference(place)
            if let known = references.firstIndex(of: reference) { return known }
            references.append(reference)
            return references.count - 1
        }
        (self.text, self.references, self.expression) = (text, references, expression)
    }

    /// The kind of the number that it computes.
    ///
    /// - Parameter operands: what the references stand for; nil for what is not known.
    /// - Throws: that it takes no such operands, or gives no number.
    func kind(of operands: [ExpressionKind?]) throws(ExpressionMistake) -> ExpressionKind {
        let kind = try expression.checked { operands[$0] ?? .integer }.kind
        guard kind.isNumber else { throw ExpressionMistake(found: "\(kind.words) as the result", expected: "a number") }
        return kind
    }

    /// The number that it computes.
    ///
    /// - Throws: that there is none.
    func value(of operands: [ExpressionValue]) throws(ComputationFault) -> Number {
        try value(of: operands, by: fitted(to: operands.map(\.kind)))
    }

    /// The expression with the conversions that operands of these kinds need.
    ///
    /// - Throws: that it takes no such operands, or gives no number.
    fileprivate func fitted(to kinds: [ExpressionKind]) throws(ComputationFault) -> Expression<Int> {
        do throws(ExpressionMistake) {
            _ = try kind(of: kinds)
            return try expression.checked { kinds[$0] }.expression
        } catch {
            throw ComputationFault(message: "\(error.found), expected \(error.expected)")
        }
    }

    fileprivate func value(
        of operands: [ExpressionValue], by fitted: Expression<Int>
    ) throws(ComputationFault) -> Number {
        let result: ExpressionValue
        do throws(ExpressionFault) {
            result = try fitted.value(in: Operands(values: operands))
        } catch {
            throw ComputationFault(message: error.message)
        }
        switch result {
        case .integer(let number): return .integer(number)
        case .floating(let number) where number.isFinite: return .floating(.double(number))
        default: throw ComputationFault(message: "\"\(text)\" has no finite number as its value")
        }
    }

    /// The values of the references.
    private struct Operands: ExpressionScope {
        let values: [ExpressionValue]

        var isExact: Bool { true }
        func value(of place: Int) throws(ExpressionFault) -> ExpressionValue { values[place] }
        func text(at address: UInt) throws(ExpressionFault) -> [UInt8] { [] }
        func bytes(at address: UInt, count: Int) throws(ExpressionFault) -> [UInt8] { [] }
    }
}

/// An expression that is computed again and again: it is fitted to the kinds of its operands once, while these stay.
package final class RepeatedExpression {
    private let expression: ComputedExpression
    private var fitted: (kinds: [ExpressionKind], expression: Expression<Int>)?

    /// Nothing is known of the operands yet.
    package init(_ expression: ComputedExpression) { self.expression = expression }

    /// The number that it computes.
    ///
    /// - Throws: that there is none.
    package func value(of operands: [ExpressionValue]) throws(ComputationFault) -> Number {
        if let fitted, fitted.kinds.elementsEqual(operands.lazy.map(\.kind)) {
            return try expression.value(of: operands, by: fitted.expression)
        }
        let kinds = operands.map(\.kind)
        let new = try expression.fitted(to: kinds)
        fitted = (kinds, new)
        return try expression.value(of: operands, by: new)
    }
}

extension ExpressionValue {
    fileprivate var kind: ExpressionKind {
        switch self {
        case .integer: .integer
        case .floating: .floating
        case .text: .text
        case .pointer: .pointer(isText: false)
        case .counted: .pointer(isText: true)
        }
    }
}

extension Reference {
    /// The reference to a place in an expression.
    fileprivate init(_ place: ExpressionPlace) throws(ExpressionMistake) {
        var indices: [Index] = []
        let steps = try place.steps(noting: &indices)
        self.init(place.name, PartPath(steps), indices: indices)
    }
}

extension ExpressionPlace {
    /// The way from the name to the place, with 0 in the place of indices that are values.
    fileprivate func steps(noting indices: inout [Reference.Index]) throws(ExpressionMistake) -> [PartPath.Step] {
        switch self {
        case .name: return []
        case .part(let whole, .member(let name)): return try whole.steps(noting: &indices) + [.member(name)]
        case .part(let whole, .target(let name)): return try whole.steps(noting: &indices) + [.target(name)]
        case .part(let whole, .element(.integer(let index))):
            guard let index = Int(exactly: index), index >= 0 else { break }
            return try whole.steps(noting: &indices) + [.element(index)]
        case .part(let whole, .element(.place(let place))):
            let steps = try whole.steps(noting: &indices)
            let value = try Reference(place)
            guard value.indices.isEmpty else { break }
            indices.append(Reference.Index(step: steps.count, value: value))
            return steps + [.element(0)]
        case .part, .cast, .conversion: break
        }
        throw ExpressionMistake(
            found: "\"\(self)\"",
            expected: "the path to a saved value, with numbers or saved values as indices: name.field[0]")
    }
}

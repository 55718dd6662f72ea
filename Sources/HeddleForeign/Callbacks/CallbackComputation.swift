// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// An expression over the arguments of a callback.
struct CallbackComputation {
    let expression: Expression<ExpressionPlace>
    /// Its place in the options of the callback.
    let place: PartPath

    init(_ text: String, at place: PartPath) throws(Misfit) {
        do throws(ExpressionMistake) {
            expression = try Expression(text)
        } catch {
            throw Misfit(error, at: place)
        }
        self.place = place
    }

    /// A number by itself.
    fileprivate init(_ number: Number, at place: PartPath) throws(Misfit) {
        if let whole = number.integer {
            self.init(expression: .integer(whole), at: place)
        } else if let double = number.double {
            self.init(expression: .floating(double), at: place)
        } else {
            throw Misfit(expected: "a number that a double holds", found: number.description, path: .callback + place)
        }
    }

    init(expression: Expression<ExpressionPlace>, at place: PartPath) {
        self.expression = expression
        self.place = place
    }

    static let twoExpressions = "two expressions to compare, such as [\"a->size\", \"b->size\"]"

    /// The order of two expressions: `["a->name", "b->name"]`.
    init(comparing texts: [Value]) throws(Misfit) {
        guard texts.count == 2, case .string(let left) = texts[0], case .string(let right) = texts[1] else {
            throw Misfit(
                expected: Self.twoExpressions, found: Value.array(texts).excerpt(),
                path: .callback + [.option(.compare)])
        }
        let first = try CallbackComputation(left, at: [.option(.compare), .element(0)]).expression
        expression = .call(
            .compare, [first, try CallbackComputation(right, at: [.option(.compare), .element(1)]).expression])
        place = [.option(.compare)]
    }
}

/// An answer for calls whose arguments meet a condition.
struct CallbackRule {
    let condition: CallbackComputation
    var returns: Value?
    var computation: CallbackComputation?
    /// The values that such a call writes, beside those that each call writes.
    var writes: [CallbackWrite] = []
}

/// Values that each call of a callback writes behind a pointer.
struct CallbackWrite {
    /// The place of the first one; the others lie behind it.
    let target: ExpressionPlace
    let values: [CallbackComputation]
    /// True if they are given as a list: the place leads to the first of them.
    let isList: Bool
    /// The place among the options of the callback.
    let place: PartPath

    static let expectation = "places with their values, such as {\"*count\": \"n + 1\", \"sums\": [\"a + b\", 0]}"

    /// `{"*count": "n + 1", "sums": ["a + b", 0]}`
    ///
    /// - Parameter place: their place in the options of the callback.
    static func all(_ members: [Value.Member], at place: PartPath) throws(Misfit) -> [CallbackWrite] {
        var writes: [CallbackWrite] = []
        for member in members { writes.append(try CallbackWrite(member, at: place + [.member(member.name)])) }
        return writes
    }

    private init(_ member: Value.Member, at place: PartPath) throws(Misfit) {
        self.place = place
        guard case .place(let target) = try CallbackComputation(member.name, at: place).expression else {
            throw Misfit(
                expected: "a place that is written, such as *count, sums[0] or sums->data[0]",
                found: "\"\(member.name)\"", path: .callback + place)
        }
        self.target = target
        guard case .array(let elements) = member.value else {
            values = [try Self.computation(member.value, at: place)]
            isList = false
            return
        }
        var values: [CallbackComputation] = []
        for (index, element) in elements.enumerated() {
            values.append(try Self.computation(element, at: place + [.element(index)]))
        }
        self.values = values
        isList = true
    }

    /// An expression, or a number by itself.
    private static func computation(_ value: Value, at place: PartPath) throws(Misfit) -> CallbackComputation {
        switch value {
        case .string(let text): try CallbackComputation(text, at: place)
        case .number(let number): try CallbackComputation(number, at: place)
        case .bool(let flag): CallbackComputation(expression: .integer(flag ? 1 : 0), at: place)
        default:
            throw Misfit(
                expected: "an expression such as \"a->size * 2\", a number or a truth value",
                found: value.kindDescription,
                path: .callback + place)
        }
    }
}

extension Misfit {
    /// The mistake of an expression that stands at a place in the options of a callback.
    init(_ mistake: ExpressionMistake, at place: PartPath) {
        self.init(expected: mistake.expected, found: mistake.found, path: .callback + place)
    }
}

extension PartPath {
    /// The way to the options of a callback.
    static let callback: PartPath = [.member("callback")]
}

extension PartPath.Step {
    /// The step to one of the options of a callback.
    static func option(_ option: CallbackOption) -> PartPath.Step { .member(option.rawValue) }
}

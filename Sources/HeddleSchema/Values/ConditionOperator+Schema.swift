// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

extension ConditionOperator {
    private static let all = JSONSchema().with("enum", .texts(allCases.map(\.rawValue)))

    /// An expectation of a part of an outcome: a value, or an object whose keys are all operators.
    static var expected: JSONSchema {
        described.when(
            .kind(.object).naming(all), keys(mayRefer: true),
            else: JSONSchema.defined(.value))
    }

    /// The same in a condition, where operators have no other keys beside them and nothing is saved.
    static var comparison: JSONSchema {
        let plain = JSONSchema().with("not", all)
        return described.when(
            .kind(.object).with("not", .naming(plain)),
            keys(mayRefer: false).with("additionalProperties", .bool(false)), else: JSONSchema.defined(.literal))
    }

    /// The operators as an editor offers them, before it is known whether there are others.
    private static var described: JSONSchema {
        JSONSchema().with(
            "properties", .object(allCases.map { .init($0.rawValue, JSONSchema.anything.described($0.help).value) }))
    }

    private static func keys(mayRefer: Bool) -> JSONSchema {
        JSONSchema().with(
            "properties",
            .object(
                allCases.map { word in
                    let operand = mayRefer ? word.referableOperand : word.literalOperand
                    return .init(word.rawValue, operand.described(word.help).value)
                }))
    }

    private var help: String {
        switch self {
        case .matches: "The text has a match of this regular expression."
        case .near:
            "It differs from the first number, exactly as written, by no more than the second one: [expected, tolerance]."
        case .in: "It equals one of the elements of this array."
        case .contains: "The text has this text in it, or the array this element."
        case .length: "The array has so many elements, or the text so many characters."
        case .null: "Whether it is null."
        case .eq: "It equals this value, also where that is an object whose keys are operators."
        case .ne: "It does not equal this value."
        case .lt, .le, .gt, .ge: "It is \(words) this number or text."
        }
    }

    // MARK: Operands

    private var kinds: [JSONSchema.Kind] {
        switch self {
        case .eq, .ne, .contains: []
        case .lt, .le, .gt, .ge: [.number, .string]
        case .near, .in: [.array]
        case .matches: [.string]
        case .length: [.integer, .string]
        case .null: [.boolean]
        }
    }

    private var literalOperand: JSONSchema {
        switch self {
        case .eq, .ne, .contains, .in: (kinds.isEmpty ? JSONSchema.anything : .kind(kinds)).and(.defined(.literal))
        case .near: .kind(.array).and(Self.pair(.kind(.number, .string)))
        case .length: .kind(kinds).with("minimum", .whole(0))
        default: .kind(kinds)
        }
    }

    /// A reference may stand for anything.
    private var referableOperand: JSONSchema {
        let reference = JSONSchema.anything.when(.kind(.object), .referenceObject)
        switch self {
        case .eq, .ne, .contains: return .defined(.value)
        case .in: return .kind(.array, .object).and(reference).with("items", .defined(.value))
        case .near:
            return .kind(.array, .object).and(reference).and(
                Self.pair(.kind(.number, .string, .object).and(.defined(.value))))
        case .length: return .kind(kinds + [.object]).and(reference).with("minimum", .whole(0))
        default: return .kind(kinds + [.object]).and(reference)
        }
    }

    private static func pair(_ number: JSONSchema) -> JSONSchema {
        JSONSchema().with("minItems", .whole(2)).with("maxItems", .whole(2))
            .with("items", .array([number.value, number.with("minimum", .whole(0)).value]))
    }
}

extension JSONSchema {
    fileprivate static func naming(_ names: JSONSchema) -> JSONSchema { anything.naming(names) }
}

// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// The schema of what must hold for a value: a value, or an object whose keys are all operators.
enum ConditionForm {
    private static let all = JSONSchema().with("enum", .texts(ConditionWords.all))

    /// - Parameter mayRefer: true where `{"ref": …}` may stand for a saved value.
    static func condition(mayRefer: Bool) -> JSONSchema {
        offered.when(
            .kind(.object).naming(all), keys(mayRefer: mayRefer),
            else: JSONSchema.defined(mayRefer ? .value : .literal))
    }

    /// The operators as an editor offers them, before it is known whether there are other keys.
    private static var offered: JSONSchema {
        let help =
            ConditionOperator.allCases.map { ($0.rawValue, $0.help) }
            + ConditionCombinator.allCases.map { ($0.rawValue, $0.help) }
        return JSONSchema().with(
            "properties", .object(help.map { .init($0, JSONSchema.anything.described($1).value) }))
    }

    private static func keys(mayRefer: Bool) -> JSONSchema {
        let operators = ConditionOperator.allCases.map { word in
            let operand = mayRefer ? word.form.referableOperand : word.form.literalOperand
            return Value.Member(word.rawValue, operand.described(word.help).value)
        }
        let itself = JSONSchema.defined(mayRefer ? .expected : .comparison)
        let combinators = ConditionCombinator.allCases.map { word in
            let operand = word.takesOne ? itself : JSONSchema.list(of: itself, atLeast: 1)
            return Value.Member(word.rawValue, operand.described(word.help).value)
        }
        return JSONSchema().with("properties", .object(operators + combinators))
    }
}

extension OperandForm {
    private var kinds: [JSONSchema.Kind] {
        switch self {
        case .value, .element: []
        case .ordered: [.number, .string]
        case .tolerance, .list: [.array]
        case .pattern, .file: [.string]
        // Bytes are an object.
        case .text: [.string, .object]
        case .length: [.integer, .string]
        case .flag: [.boolean]
        }
    }

    fileprivate var literalOperand: JSONSchema {
        switch self {
        case .value, .element: JSONSchema.anything.and(.defined(.literal))
        case .list: JSONSchema.kind(kinds).and(.defined(.literal)).with("minItems", .whole(1))
        case .text: JSONSchema.kind(kinds).and(.defined(.literal))
        case .tolerance: .kind(.array).and(Self.pair(.kind(.number, .string), distance: .number))
        case .length: .kind(kinds).with("minimum", .whole(0))
        case .ordered, .pattern, .flag: .kind(kinds)
        // Only steps and cases compare with files.
        case .file: .anything.with("not", JSONSchema.anything)
        }
    }

    /// A reference may stand for anything.
    fileprivate var referableOperand: JSONSchema {
        let reference = JSONSchema.anything.when(.kind(.object), .referenceObject)
        switch self {
        case .value, .element: return .defined(.value)
        case .text: return .kind(kinds).and(.defined(.value))
        case .list:
            return .kind(.array, .object).and(reference).with("items", .defined(.value)).with("minItems", .whole(1))
        case .tolerance:
            return .kind(.array, .object).and(reference).and(
                Self.pair(
                    .kind(.number, .string, .object).and(reference),
                    distance: .kind(.number, .object).and(reference), orReference: true))
        case .length: return .kind(kinds + [.object]).and(reference).with("minimum", .whole(0))
        case .ordered, .pattern, .flag: return .kind(kinds + [.object]).and(reference)
        case .file: return .kind(kinds + [.object]).with("minLength", .whole(1)).and(reference)
        }
    }

    /// - Parameters:
    ///   - number: the expected number.
    ///   - distance: a number of a tolerance that is an object.
    ///   - mayRefer: true if a reference may stand for a tolerance.
    private static func pair(
        _ number: JSONSchema, distance: JSONSchema, orReference mayRefer: Bool = false
    ) -> JSONSchema {
        let parts = tolerance(distance, mayRefer ? .kind(.integer, .object) : .kind(.integer))
        let object = mayRefer ? JSONSchema.anything.when(.having("ref"), .referenceObject, else: parts) : parts
        let tolerance = JSONSchema.kind(.number, .string, .object).with("minimum", .whole(0))
            .when(.kind(.object), object)
        return JSONSchema().with("minItems", .whole(2)).with("maxItems", .whole(2))
            .with("items", .array([number.value, tolerance.value]))
    }

    private static func tolerance(_ distance: JSONSchema, _ count: JSONSchema) -> JSONSchema {
        let distance = distance.with("minimum", .whole(0))
        let keys = [
            ("absolute", distance.described("The largest distance from the expected number.")),
            ("relative", distance.described("The largest distance, as a part of the expected number.")),
            ("ulps", count.with("minimum", .whole(0)).described("The largest distance in units in the last place.")),
            (
                "of",
                .words(FloatingType.allCases.map(\.rawValue)).described(
                    "The floating type of the units; that of the value by default.")
            ),
        ]
        return JSONSchema().with("minProperties", .whole(1)).with("additionalProperties", .bool(false))
            .with("properties", .object(keys.map { Value.Member($0.0, $0.1.value) }))
            .with("dependencies", .object([Value.Member("of", .texts(["ulps"]))]))
    }
}

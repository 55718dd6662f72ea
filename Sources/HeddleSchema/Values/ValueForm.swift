// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// The form of values and conditions, which behaviours and aspects have in common.
package enum ValueForm {
    /// The definitions that other schemas refer to.
    package static var definitions: [(SchemaDefinition, JSONSchema)] {
        [
            (.value, .value(mayRefer: true)), (.literal, .value(mayRefer: false)),
            (.expected, ConditionOperator.expected), (.comparison, ConditionOperator.comparison),
            (.condition, condition(before: false)), (.argumentCondition, condition(before: true)),
        ]
    }

    private static func condition(before isBefore: Bool) -> JSONSchema {
        .kind(.object).with("minProperties", .whole(1)).naming(.callPath(before: isBefore))
            .with("additionalProperties", .defined(.comparison))
    }
}

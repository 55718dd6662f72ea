// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// The form of values and conditions, which behaviours and aspects have in common.
package enum ValueForm {
    /// The definitions that other schemas refer to.
    package static var definitions: [(SchemaDefinition, JSONSchema)] {
        [
            (.value, .value(mayRefer: true)), (.literal, .value(mayRefer: false)), (.textPart, .textPart),
            (.bound, .bound),
            (.expected, ConditionForm.condition(mayRefer: true)),
            (.comparison, ConditionForm.condition(mayRefer: false)),
            (.condition, condition(at: .after)), (.argumentCondition, condition(at: .before)),
        ]
    }

    private static func condition(at moment: CallMoment) -> JSONSchema {
        .kind(.object).with("minProperties", .whole(1)).naming(.callPath(at: moment))
            .with("additionalProperties", .defined(.comparison))
    }
}

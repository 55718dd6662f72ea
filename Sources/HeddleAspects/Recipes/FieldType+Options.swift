// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

extension FieldType where Read == UInt64 {
    /// The seed of random numbers.
    static var seed: Self {
        let whole = FieldType<Int, Reader>.whole(0...Int.max)
        return Self(whole.schema(), written: { whole.written(Int($0)) }) { whole.read($0, $1).map(UInt64.init) }
    }
}

extension ObjectForm.Key {
    /// The key of the seed of random numbers.
    static func seed(_ path: any WritableKeyPath<Draft, UInt64> & Sendable) -> Self {
        .optional(
            "seed", path, .seed, "The seed of the random numbers; the same seed gives the same numbers in each run.")
    }

    /// The key of the random part of a time.
    static func jitter(_ path: any WritableKeyPath<Draft, Double> & Sendable) -> Self {
        .optional(
            "jitter", path, .number(0...1),
            "The part by which the time varies at random: 0.1 is up to 10 % more or less.")
    }

    /// The key of the code of the aspect's failure.
    static func failureCode(_ path: any WritableKeyPath<Draft, String> & Sendable) -> Self {
        .optional("code", path, .text, "The code of the failure.")
    }
}

extension FieldType where Read == CallCondition {
    /// The conditions on a call.
    ///
    /// - Parameter moment: the moment of the judgement.
    static func condition(at moment: CallMoment) -> Self {
        Self(.defined(moment == .before ? .argumentCondition : .condition)) { field, reader in
            guard let value = reader.literal(field)?.value else { return nil }
            do throws(ConditionMistake) {
                return try CallCondition(value, at: moment)
            } catch {
                reader.report(
                    .badValue, "\(field.place): \(error.message)", at: field.range, label: field.node.label,
                    suggestion: error.suggestion)
                return nil
            }
        }
    }
}

extension FieldType where Read == Located<String> {
    /// An action, as `module.action`.
    static var action: Self { text.schema { $0.and(.defined(.action)) } }
}

extension HookPosition {
    /// The moment at which a hook in the position looks at a call.
    var moment: CallMoment { self == .before ? .before : .after }
}

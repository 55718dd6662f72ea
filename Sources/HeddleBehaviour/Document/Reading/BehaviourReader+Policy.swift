// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

/// A policy as it is read, key by key.
struct PolicyDraft {
    var policy = Policy.version1
    var permissions: [HookPermission]?

    static let table = KeyTable<PolicyDraft>(
        "a policy",
        [
            .optional("missing", PolicyKeys.missing) { draft, field, reading in
                reading.word(field, of: Policy.Missing.self).map { draft.policy.missing = $0 }
            },
            .optional("onFailure", PolicyKeys.onFailure) { draft, field, reading in
                reading.word(field, of: Policy.OnFailure.self).map { draft.policy.onFailure = $0 }
            },
            .optional("mayHook", PolicyKeys.mayHook) { draft, field, reading in
                // What is wrong in part would forbid what it was to allow.
                draft.permissions = reading.sound { reading.permissions(field) }
            },
        ])
}

extension BehaviourReader {
    /// What the functions of modules may be around, by the modules' names.
    fileprivate func permissions(_ field: Field) -> [HookPermission]? {
        guard case .object(let members) = field.node.content else {
            wrongType(field, expected: "an object with patterns by the names of modules")
            return nil
        }
        return members.map { member in
            HookPermission(
                module: Located(member.name, at: member.nameRange),
                patterns: texts(Field(key: member.name, owner: "\"mayHook\"", node: member.value)))
        }
    }
}

extension PolicyKeys {
    /// A policy.
    static var form: JSONSchema { JSONSchema.kind(.object).and(PolicyDraft.table.form) }
}

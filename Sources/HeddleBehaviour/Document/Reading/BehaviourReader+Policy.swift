// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

/// A policy as it is read, key by key.
struct PolicyDraft {
    var policy = Policy.version1
    var permissions: [HookPermission]?

    static let form = KeyTable<PolicyDraft>(
        "a policy",
        [
            .optional(
                "missing", \.policy.missing, .word, "What becomes of calls of modules and actions that do not exist."),
            .optional(
                "onFailure", \.policy.onFailure, .word, "What follows a call or an expectation that failed."),
            .optional(
                "mayHook", \.permissions, .permissions,
                "Which modules' functions may be around which actions as hooks: patterns by the names of modules, `*` for "
                    + "all others."),
        ], initial: PolicyDraft())
}

extension FieldType where Read == [HookPermission], Reader == BehaviourReader {
    fileprivate static var permissions: Self {
        Self(
            JSONSchema.kind(.object).naming(.defined(.permittedModule))
                .with("additionalProperties", .textOrTexts(.nonEmpty.and(.defined(.pattern))))
        ) { field, reader in
            // A permission that is wrong in part would forbid what it should allow.
            reader.sound { reader.permissions(field) }
        }
    }
}

extension BehaviourReader {
    /// Reads what the functions of modules may be around, by the modules' names.
    fileprivate func permissions(_ field: Field) -> [HookPermission]? {
        members(field, expected: "an object with patterns by the names of modules")?.map { member in
            HookPermission(
                module: Located(member.name, at: member.nameRange), patterns: texts(field.member(member)))
        }
    }
}

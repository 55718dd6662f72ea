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
                "missing", \.policy.missing, .word,
                "The reaction to a missing module or action: an error, or a warning that skips its calls."),
            .optional(
                "onFailure", \.policy.onFailure, .word,
                "The reaction to a failed call or expectation: stop or continue."),
            .optional(
                "leaks", \.policy.leaks, .word,
                "The reaction to a handle that was not released: a warning, or a failure."),
            .optional(
                "memory", \.policy.memory, .word,
                "The memory that steps look at behind handles: that of which it is known for how long it is there, or "
                    + "whatever can be read."),
            .optional(
                "mayHook", \.permissions, .permissions,
                "The actions that the functions of each module may hook: patterns by the names of modules, `*` for all "
                    + "others."),
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

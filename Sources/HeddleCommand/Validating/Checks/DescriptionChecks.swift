// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign

extension Check {
    /// Promises about the description of a module.
    static let descriptions: [Check] = [
        Check(
            "describes-itself", "The module describes itself with <heddle/module.h>.", .description,
            mend: "include <heddle/module.h>, and write HEDDLE_MODULE and a HEDDLE_ACTION for each function",
            .reading { try $0.describedUnlessBound() == nil ? ["it has no section .heddle"] : [] }),
        .describing(
            "describes-something", "The module has an action or a hook, or offers a service.",
            mend: "describe its functions with HEDDLE_ACTION or HEDDLE_HOOK"
        ) { description in
            description.actions.isEmpty && description.hooks.isEmpty && description.offersToModules.isEmpty
                ? ["it describes no action and no hook"] : []
        },
        .describing(
            "has-name", "The module has a name that a behaviour can give it.",
            mend: "write a name without spaces and without * ! : into HEDDLE_MODULE"
        ) { description in
            let name = description.name ?? ""
            return ActionName.canName(module: name) ? [] : ["its name is \(Value.string(name).excerpt(limit: 60))"]
        },
        .describing(
            "has-version", "The module has a version in numbers, such as 1.0.0.",
            mend: "write the version into HEDDLE_MODULE"
        ) { description in
            let version = description.version ?? ""
            return version.isVersion ? [] : ["its version is \(Value.string(version).excerpt(limit: 60))"]
        },
        .describing(
            "contract-is-known", "This Heddle knows the contract that the module was built with.",
            mend: "build it with the header of this Heddle, or use a newer Heddle"
        ) { description in
            description.contract == 0 || !description.unknownKinds.isEmpty
                ? ["it was built with contract \(description.contract), this is \(Description.knownContract)"] : []
        },
        Check(
            "needs-are-met",
            "This Heddle, or a module of --offer, has each service and function that the module needs.", .description,
            mend: "name a module with the service by --offer, use a newer Heddle, or remove the HEDDLE_NEEDS",
            .reading { module in
                try module.described().unmetNeeds { module.offered.contains($0) }.map { "it needs \($0)" }
            }),
        .describing(
            "action-names-are-words", "The name of each action has no spaces and no control characters.",
            mend: "write another name into HEDDLE_ACTION_NAMED"
        ) { description in
            description.actions.map(\.name).filter { !$0.isWord }
                .map { "an action is called \(Value.string($0).excerpt(limit: 60))" }
        },
        .describing(
            "actions-are-callable", "Heddle can call each action as it is declared.",
            mend: "say what each pointer points to by an annotation of <heddle/module.h>"
        ) { description in
            description.actions.compactMap { action in
                action.signature.obstacle.map { "\(action.name) cannot be called: \($0.message)" }
            }
        },
        .describing(
            "parameters-are-named", "Each parameter has a name, so that arguments can be given by name.",
            mend: "name the parameters in HEDDLE_ACTION"
        ) { description in
            description.actions.flatMap { action in
                action.signature.parameters.enumerated().filter { $0.element.name == nil }
                    .map { "parameter \($0.offset + 1) of \(action.name) has no name" }
            }
        },
        .describing(
            "texts-have-owners", "A text that can be written is the caller's, with the function that releases it.",
            mend: "return const char *, or write _Free_(symbol) before the result"
        ) { description in
            description.actions.filter(\.signature.returnsOwnerlessText)
                .map { "\($0.name) returns \($0.signature.result) without _Free_" }
        },
        Check(
            "releases-are-exported", "The module exports each function that _Free_ names.", .description,
            mend: "define the function with HEDDLE_EXPORT; one around free will do",
            .reading { module in
                let exported = Set(module.file.functions)
                return try module.described().actions.flatMap { action in
                    action.signature.releases.filter { !exported.contains($0) }
                        .map { "\(action.name) names \($0) by _Free_, and the module does not export it" }
                }
            }),
        .describing(
            "passwords-are-secret", "Parameters with the names of passwords are _Secret_.",
            mend: "write _Secret_ before the parameter"
        ) { description in
            description.actions.flatMap { action in
                action.signature.parameters.filter { !$0.isSecret && $0.name.map(\.isOfSecret) == true }
                    .map { "the parameter \($0.name ?? "") of \(action.name) is not _Secret_" }
            }
        },
        .describing(
            "secret-settings-are-secret", "Settings with the names of passwords are _Secret_.",
            mend: "write _Secret_ before the setting"
        ) { description in
            (description.settings?.all ?? []).filter { !$0.isSecret && $0.name.isOfSecret }
                .map { "the setting \($0.name) is not _Secret_" }
        },
        .describing(
            "settings-have-words", "Each setting has words for people.",
            mend: "say in the first argument of HEDDLE_SETTING what the setting does"
        ) { description in
            (description.settings?.all ?? []).filter { $0.help.isEmpty }.map { "the setting \($0.name) has no words" }
        },
        .describing(
            "instances-are-used", "A module with instances has an action or a hook that can use them.",
            mend: "give an action a parameter _Self_, or remove HEDDLE_INSTANCE"
        ) { description in
            let isUsed = description.actions.contains { $0.signature.parameters.contains(where: \.isInstance) }
            return description.create != nil && !isUsed && description.hooks.isEmpty
                ? ["no action takes the instance"] : []
        },
        .describing(
            "instances-are-made", "A module whose actions take an instance makes instances.",
            mend: "name the functions that make and destroy one by HEDDLE_INSTANCE"
        ) { description in
            guard description.create == nil else { return [] }
            return description.actions.filter { $0.signature.parameters.contains(where: \.isInstance) }
                .map { "\($0.name) takes an instance, and nothing makes one" }
        },
    ]

    private static func describing(
        _ name: String, _ promise: String, mend: String, _ body: @escaping @Sendable (Description) -> [String]
    ) -> Check {
        Check(name, promise, .description, mend: mend, .reading { body(try $0.described()) })
    }
}

extension String {
    fileprivate var isWord: Bool { !isEmpty && unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F } }

    /// True for `1`, `1.0` and `1.0.0-beta`.
    fileprivate var isVersion: Bool {
        let numbers = prefix { $0 != "-" && $0 != "+" }.split(separator: ".", omittingEmptySubsequences: false)
        return (1...4).contains(numbers.count) && numbers.allSatisfy { $0.allSatisfy(\.isNumber) && !$0.isEmpty }
    }

    fileprivate var isOfSecret: Bool {
        ["password", "passwd", "passphrase", "secret", "apikey", "api_key"].contains(where: lowercased().contains)
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

extension Module {
    /// The declarations that a module needs beside those of the behaviour once its library is gone: all that it says of
    /// itself.
    var ownDeclarations: [String] {
        var list = DeclarationList()
        for action in library.description?.actions ?? [] where declarationRange(of: action.name) == nil {
            guard let signature = signature(of: action.name) else { continue }
            list.add(signature.hookable(named: action.name))
        }
        return list.texts
    }
}

extension Signature {
    /// The same of an action whose symbol is its name, and for which a hook may answer.
    fileprivate func hookable(named name: String) -> Signature {
        Signature(
            symbol: name, result: result, resultMayBeNull: resultMayBeNull, resultCount: resultCount, release: release,
            success: success, isIdempotent: isIdempotent, tags: tags, parameters: parameters, isVariadic: isVariadic,
            format: format)
    }
}

extension Plan {
    /// The modules that answers can replace: those with a library, none of whose functions are hooks.
    package func stubbableModules(on host: ModuleHost) -> [String] {
        let uses = (behaviour.hooks + behaviour.cases.flatMap(\.hooks)).flatMap { $0.before + $0.instead + $0.after }
        let tables = body.modules.filter { $0.table != nil }
        return body.modules.filter { module in
            // Without its library there is no table.
            module.table == nil && !tables.contains { $0.table?.source === module } && !module.library.isAbsent
                && !uses.contains { $0.name.value.hasPrefix("\(module.name).") }
                && module.actionNames.allSatisfy { module.signature(of: $0)?.hooking != Signature.Hooking.none }
        }.map(\.name)
    }
}

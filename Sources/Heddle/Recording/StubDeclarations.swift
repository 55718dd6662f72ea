// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

extension Module {
    /// The declarations that a module needs beside those of the behaviour once its library is gone: all that it says of
    /// itself, and those of the C library's functions that were called.
    var ownDeclarations: [String] {
        var list = DeclarationList()
        let described = (library.description?.actions ?? []).map(\.name)
        let others = Set(bound(nil).map(\.name.action)).subtracting(described).sorted()
        for name in described + others where declarationRange(of: name) == nil {
            guard let signature = signature(of: name) else { continue }
            list.add(signature.hookable(named: name))
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
        body.modules.filter { !$0.library.isAbsent && obstacle(toStubbing: $0) == nil }.map(\.name)
    }

    /// The modules with a library that answers cannot replace, each with the reason at its place.
    package func unstubbableModules(on host: ModuleHost) -> [Diagnostic] {
        body.modules.filter { !$0.library.isAbsent }.compactMap(obstacle)
    }

    /// The modules whose library is that of one of some modules, these among them.
    package func modulesSharingLibraries(with names: [String]) -> [String] {
        let paths = Set(body.modules.filter { names.contains($0.name) }.map(\.library.path))
        return body.modules.filter { paths.contains($0.library.path) }.map(\.name)
    }

    private func obstacle(toStubbing module: Module) -> Diagnostic? {
        let uses = (behaviour.hooks + behaviour.cases.flatMap(\.hooks)).flatMap { $0.before + $0.instead + $0.after }
        if let use = uses.first(where: { $0.name.value.hasPrefix("\(module.name).") }) {
            return .notStubbed(module.name, "its function \(use.name.value) is a hook", at: use.name.range)
        }
        let place = behaviour.modules.first { $0.name.value == module.name }?.name.range
        // Without its library there is no table.
        if module.table != nil { return .notStubbed(module.name, "it is a table of functions", at: place) }
        if let table = body.modules.first(where: { $0.table?.source === module }) {
            return .notStubbed(module.name, "\(table.name) is a table of it", at: place)
        }
        return module.actionNames.first { module.signature(of: $0)?.hooking == Signature.Hooking.none }.map {
            .notStubbed(module.name, "its action \($0) may not be hooked, and a hook would answer for it", at: place)
        }
    }
}

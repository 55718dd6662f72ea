// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

/// The functions of `_Free_`.
extension Module {
    /// The functions that release what the caller of an action gets, by their names in its declaration.
    ///
    /// - Parameter modules: the modules beside this one, which a name such as `c.free` begins with.
    /// - Throws: that there is none, or that the behaviour may not call it.
    func releases(
        of action: String, _ signature: Signature, in build: ModuleBuild, beside modules: [String: Module]
    ) throws(Diagnostic) -> [String: Function] {
        var releases: [String: Function] = [:]
        for name in signature.releases {
            let (function, library) = try release(name, in: build, beside: modules)
            if !build.describes(release: name, of: action) { try checkAllowed(function, of: library) }
            releases[name] = function
        }
        return releases
    }

    /// The function of a name, and the name of its library.
    private func release(
        _ name: String, in build: ModuleBuild, beside modules: [String: Module]
    ) throws(Diagnostic) -> (function: Function, library: String) {
        // What is answered in the place of a library points to nothing that a function could release.
        guard let other = ActionName(parsing: name), !build.library.isAbsent else {
            let function = try build.release(name)
            return (function, function.libraryName == build.library.path ? libraryName : function.libraryName)
        }
        guard let module = modules[other.module] else {
            throw Diagnostic(
                .error, .module, code: .module(.unknown), "there is no module \"\(other.module)\" for _Free_(\(name))",
                suggestion: didYouMean(other.module, among: modules.keys))
        }
        let owner = module.build
        let function = try owner.library.function(owner.function(other.action)?.signature.symbol ?? other.action)
        return (function, module.libraryName)
    }

    /// Makes sure that a behaviour may call a function which it names to release something.
    private func checkAllowed(_ function: Function, of library: String) throws(Diagnostic) {
        guard !isAnswered, let allowance = host()?.registry.allowance else { return }
        let refusal =
            allowance.refusal(ofLibrary: library) ?? allowance.refusal(of: function.symbol, inLibrary: library)
        if let refusal { throw refusal }
    }
}

extension ModuleBuild {
    /// Returns whether the module itself says that a function releases what an action gives out.
    fileprivate func describes(release name: String, of action: String) -> Bool {
        library.description?.actions.first { $0.name == action }?.signature.releases.contains(name) ?? false
    }
}

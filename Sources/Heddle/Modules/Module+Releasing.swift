// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

/// The functions of `_Free_`.
extension Module {
    /// The mistakes in what a behaviour says of the functions that release what others give out.
    ///
    /// - Parameters:
    ///   - actions: the actions of which the behaviour says something.
    ///   - modules: the modules beside this one.
    func mistakesOfReleases(of actions: some Sequence<String>, beside modules: [String: Module]) -> [Diagnostic] {
        let build = build
        return actions.compactMap { action -> Diagnostic? in
            guard let declared = build.function(action) else { return nil }
            do throws(Diagnostic) {
                _ = try releases(of: action, declared, in: build, beside: modules)
                return nil
            } catch {
                return error
            }
        }
    }

    /// The functions that release what the caller of an action gets, by their names in its declaration.
    ///
    /// - Parameter modules: the modules beside this one, which a name such as `c.free` begins with.
    /// - Throws: that there is none, that it takes something else, or that the behaviour may not call it.
    func releases(
        of action: String, _ declared: DeclaredFunctions.Function, in build: ModuleBuild,
        beside modules: [String: Module]
    ) throws(Diagnostic) -> [String: Function] {
        var releases: [String: Function] = [:]
        for (name, type) in declared.signature.released {
            do throws(Diagnostic) {
                let (function, library, signature) = try release(name, in: build, beside: modules)
                if let signature, !signature.canRelease(type) {
                    throw .unfitRelease(name, signature, of: type, at: declared.place(ofRelease: name))
                }
                if !build.describes(release: name, of: action) { try checkAllowed(function, of: library) }
                releases[name] = function
            } catch {
                throw declared.place(ofRelease: name).map { error.located(at: $0) } ?? error
            }
        }
        return releases
    }

    /// The function of a name, the name of its library, and its declaration, if there is one.
    private func release(
        _ name: String, in build: ModuleBuild, beside modules: [String: Module]
    ) throws(Diagnostic) -> (function: Function, library: String, declared: Signature?) {
        // An answer in the place of a library points to nothing that a function could release.
        guard let other = ActionName(parsing: name), !build.library.isAbsent else {
            let function = try build.release(name)
            let isOwn = function.libraryName == build.library.path
            return (function, isOwn ? libraryName : function.libraryName, build.function(name)?.signature)
        }
        guard let module = modules[other.module] else {
            throw Diagnostic(
                .error, .module, code: .module(.unknown), "there is no module \"\(other.module)\" for _Free_(\(name))",
                suggestion: didYouMean(other.module, among: modules.keys))
        }
        let owner = module.build
        let declared = owner.function(other.action)?.signature
        return (try owner.library.function(declared?.symbol ?? other.action), module.libraryName, declared)
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

extension DeclaredFunctions.Function {
    /// The place where `_Free_` names a function; nil if the module's own description does.
    fileprivate func place(ofRelease name: String) -> SourceRange? {
        let texts = annotations + [range].compactMap(\.self)
        return texts.lazy.compactMap { $0.place(ofRelease: name) }.first ?? range
    }
}

extension SourceRange {
    fileprivate func place(ofRelease name: String) -> SourceRange? {
        let word = Array("_Free_".utf8)
        var rest = source.bytes[bytes]
        while let found = rest.firstRange(of: word) {
            rest = rest[found.upperBound...]
            let inside = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "(") }
            let end = inside.firstIndex { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ")") } ?? inside.endIndex
            if inside[..<end].elementsEqual(name.utf8) { return SourceRange(source, inside.startIndex..<end) }
        }
        return nil
    }
}

extension Signature {
    /// The functions of `_Free_`, and the types of the pointers that they get.
    fileprivate var released: [(name: String, type: CType)] {
        let received = parameters.compactMap { parameter in
            parameter.release.map { ($0, parameter.type.part(.element(0))) }
        }
        return [release.map { ($0, result) }].compactMap(\.self) + received
    }

    /// Returns whether a call with nothing but a pointer of a type releases it. Structures stand for each other, as those
    /// do of which one begins with the other.
    fileprivate func canRelease(_ type: CType) -> Bool {
        let taken = parameters.filter { !$0.isInstance }
        guard taken.count == 1, !isVariadic, case .pointer(let taken, _) = taken[0].type.canonical,
            case .pointer(let given, _) = type.canonical
        else { return false }
        return switch (taken.canonical, given.canonical) {
        case (.void, _), (_, .void), (.record, .record), (.pointer, .pointer), (.function, .function): true
        // Before there was `void *`, `char *` was the pointer to anything, as for Tcl_Free.
        case (.integer(.char), .pointer): true
        case (.record, _), (_, .record), (.pointer, _), (_, .pointer), (.function, _), (_, .function): false
        default: true
        }
    }
}

extension Diagnostic {
    fileprivate static func unfitRelease(
        _ name: String, _ signature: Signature, of type: CType, at range: SourceRange?
    ) -> Diagnostic {
        Diagnostic(
            .error, range == nil ? .module : .document, code: .declaration(.annotation),
            "_Free_(\(name)) cannot release \(type.declaration(of: "")): it would be called with the pointer alone",
            at: range, suggestion: "name the function that releases it", notes: [.init("declared: \(signature)")])
    }
}

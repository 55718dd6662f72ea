// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
package import HeddleDeclarations
package import HeddleDiagnostics

/// The outline of a behaviour before anything is resolved: no module is searched or loaded.
///
/// ## Topics
/// - ``read(_:origin:)``
/// - ``CaseOutline``
package struct BehaviourOutline: Sendable {
    /// A module that is a library.
    package struct Module: Sendable {
        /// The name that the file gives it.
        package let name: String
        /// The library, as the file names it, and the place where it does.
        package let library: String
        package let range: SourceRange
    }

    /// The cases, each behind those that it needs, and otherwise in the order of the file.
    package let cases: [CaseOutline]
    /// Its modules that are libraries.
    package let modules: [Module]
    /// The libraries of its modules; the paths among them lead there from the folder of this process.
    package let libraries: [LibraryName]
    /// Its settings.
    package let settings: [Setting]
    /// The paths of the files that it names besides: those that it includes, and bindings.
    package let files: [String]

    /// Reads a behaviour as far as that is possible.
    ///
    /// - Returns: the right parts of it, nil if there are none; and all mistakes of form.
    package static func read(
        _ source: SourceText, origin: Origin
    ) -> (outline: BehaviourOutline?, issues: [Diagnostic]) {
        let files = IncludedFiles(of: source, from: origin)
        let (part, issues) = Behaviour.readPart(source, including: files.includer)
        return (part.map { BehaviourOutline($0, files) }, issues)
    }

    private init(_ behaviour: Behaviour, _ files: IncludedFiles) {
        let names = Dictionary(uniqueKeysWithValues: behaviour.cases.map { ($0.name.value, $0.names) })
        cases = behaviour.casesInOrder.flatMap { planned in
            let needs = planned.needs.flatMap { names[$0.value] ?? [] }
            return planned.names.enumerated().map { index, name in
                CaseOutline(
                    name: name, family: planned.name.value, groups: planned.groups, tags: planned.tags.map(\.value),
                    needs: needs, range: planned.rows?[index].range ?? planned.range)
            }
        }
        settings = behaviour.settings.map(\.setting)
        modules = behaviour.modules.compactMap { entry in
            entry.library.map { Module(name: entry.name.value, library: $0.value, range: $0.range) }
        }
        libraries = behaviour.modules.compactMap { entry in
            entry.library.map { LibraryName($0.value).seen(from: files.origin(of: $0.range.source)) }
        }
        self.files =
            files.places
            + behaviour.modules.flatMap { entry in
                entry.bindings.map { files.origin(of: $0.range.source).place(of: $0.value) }
            } + behaviour.files.map { files.origin(of: $0.path.range.source).place(of: $0.path.value) }
    }
}

extension LibraryName {
    fileprivate func seen(from origin: Origin) -> LibraryName {
        if case .path(let path) = self { .path(origin.place(of: path)) } else { self }
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
package import HeddleDiagnostics
package import HeddleJSON

/// A module that a behaviour uses.
package struct ModuleEntry: Sendable {
    /// The name that the file gives it, so that one library may stand in it twice; no other module has it.
    package let name: Located<String>
    /// A bare name, a path relative to the file, or a system soname; nil for a module whose actions hooks answer for,
    /// and for a table of functions.
    package let library: Located<String>?
    /// The library in whose place hooks answer, by the name that `library` would have; modules that replace the same
    /// one share its handles.
    package let replaced: Located<String>?
    /// The configuration of the module: plain JSON, in which `{"bytes": …}` and `{"ref": …}` mean nothing special.
    package let config: JSONNode?
    /// The files with the bindings of the library, each a path relative to the behaviour.
    package let bindings: [Located<String>]
    /// C declarations of the library's functions and types; they may add annotations to those of the bindings.
    package let declarations: [Located<String>]
    /// Annotations for functions that are declared elsewhere.
    package let annotations: [FunctionAnnotations]
    /// The table of functions that it is; nil for a library.
    package let table: Table?
}

extension ModuleEntry {
    /// A table of functions of another module.
    package struct Table: Sendable {
        /// `module.symbol`: data of a module of the file, or the action that returns the table.
        package let source: Located<String>
        /// The arguments of the action.
        package let arguments: Step.Arguments
        /// The same as they are written; nil without any.
        package let written: JSONNode?
        /// The type of the table, where the declaration of the action does not say it.
        package let type: Located<String>?
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
package import HeddleDiagnostics
package import HeddleJSON

/// A module that a behaviour uses.
package struct ModuleEntry: Sendable {
    /// The name that the file gives it, so that one library may stand in it twice; no other module has it.
    package let name: Located<String>
    /// A bare name, a path relative to the file, or a system soname; nil for a module whose actions hooks answer for.
    package let library: Located<String>?
    /// The configuration of the module: plain JSON, in which `{"bytes": …}` and `{"ref": …}` mean nothing special.
    package let config: JSONNode?
    /// The file with the bindings of the library, a path relative to the behaviour.
    package let bindings: Located<String>?
    /// C declarations of the library's functions and types; they may add annotations to those of the bindings.
    package let declarations: [Located<String>]
}

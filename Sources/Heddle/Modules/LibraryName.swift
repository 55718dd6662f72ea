// SPDX-License-Identifier: Apache-2.0

/// The kind of a module's `library`, by its form.
package enum LibraryName: Hashable, Sendable {
    /// A bare name, looked up on the module path.
    case bare(String)
    /// A path; a relative one is relative to the folder of the behaviour.
    case path(String)
    /// A library of the system.
    case soname(String)

    /// Takes a name as a behaviour has it.
    package init(_ name: String) {
        if name.contains("/") {
            self = .path(name)
        } else if name.hasSuffix(".so") || name.contains(".so.") {
            self = .soname(name)
        } else {
            self = .bare(name)
        }
    }
}

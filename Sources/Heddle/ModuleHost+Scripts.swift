// SPDX-License-Identifier: Apache-2.0

public import HeddleDiagnostics
public import HeddleForeign

extension ModuleHost {
    /// Registers a library whose functions are written in Swift. Modules and behaviours name it like one on the module
    /// path.
    ///
    /// ```swift
    /// try host.script("shop", [ScriptedAction("int price(const char *name)") { _ in 42 }])
    /// let shop = try host.module("shop")
    /// ```
    ///
    /// - Parameters:
    ///   - name: the library's name. It takes precedence over a file of this name, and over an earlier script for
    ///     modules that are loaded from now on.
    ///   - actions: its functions.
    /// - Throws: an error for every action whose declaration cannot be scripted.
    public func script(_ name: String, _ actions: [ScriptedAction]) throws(Diagnostics) {
        locator.add(try Library.scripted(name, actions, calls: engine))
    }

    /// Makes a library known that is loaded, by its path: modules that name it are not read from the file again.
    package func know(_ library: Library) { locator.add(library) }
}

// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// The names of a behaviour's modules, by which calls find theirs.
struct ModuleNames: Sendable {
    private(set) var all: [String] = []
    private var indices: [String: Int] = [:]

    func index(of name: String) -> Int? { indices[name] }

    /// Adds a name, and returns its index; a known name keeps the index that it has.
    @discardableResult
    mutating func add(_ name: String) -> Int {
        if let known = indices[name] { return known }
        indices[name] = all.count
        all.append(name)
        return all.count - 1
    }

    /// Splits `module.action` behind the longest module name; both sides may have dots of their own.
    func split(_ call: String) -> ActionName? {
        ActionName.candidates(in: call).first { indices[$0.module] != nil }
    }
}

/// The module names that the steps of a behaviour share.
final class ModuleScope: Sendable {
    let names: ModuleNames

    init(_ names: ModuleNames) {
        self.names = names
    }
}

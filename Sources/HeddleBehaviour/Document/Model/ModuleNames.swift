// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import Synchronization

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
    /// The calls that were split before: most steps call what others do.
    private let known = Mutex<[String: ActionName]>([:])

    init(_ names: ModuleNames) {
        self.names = names
    }

    /// The action of a call that is written as `module.action`; one of no module where it names none of these.
    func action(_ call: String) -> ActionName {
        known.withLock { known in
            if let name = known[call] { return name }
            let name = names.split(call) ?? ActionName(module: "", action: call)
            known[call] = name
            return name
        }
    }
}

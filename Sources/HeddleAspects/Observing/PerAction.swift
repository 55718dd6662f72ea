// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// The state of an observer for each action, in the order in which the actions were first seen.
struct PerAction<State> {
    private(set) var entries: [(action: ActionName, state: State)] = []
    private var indices: [ActionName: Int] = [:]
    private var latest = 0

    /// Changes the state of an action.
    ///
    /// - Parameter initial: the state of an action at its first call.
    @discardableResult
    mutating func update<Result>(
        _ action: ActionName, from initial: @autoclosure () -> State, _ change: (inout State) -> Result
    ) -> Result {
        // Most hooks see one action many times in a row. Comparing its name is cheaper than hashing it.
        if !entries.indices.contains(latest) || entries[latest].action != action {
            latest = index(of: action, initial)
        }
        return change(&entries[latest].state)
    }

    private mutating func index(of action: ActionName, _ initial: () -> State) -> Int {
        if let known = indices[action] { return known }
        entries.append((action, initial()))
        indices[action] = entries.count - 1
        return entries.count - 1
    }
}

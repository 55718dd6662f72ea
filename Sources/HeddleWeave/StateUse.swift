// SPDX-License-Identifier: Apache-2.0

/// The use that a piece of a hook makes of its state in a call. The state comes from its `before`.
public enum StateUse: Sendable {
    /// No earlier piece leaves a state, and no later piece reads one.
    case none
    /// The first piece with this state.
    case begins
    /// A later piece.
    case continues
}

/// Gives the states of hooks their places in a call, hook after hook.
struct StatePlaces {
    private(set) var count = 0
    /// The states of the current hook that several pieces use, the first of them in `before`, with their places.
    private var shared: [Int: Int] = [:]
    private var begun: Set<Int> = []

    mutating func begin<Code>(_ hook: Hook<Code>) {
        shared = [:]
        begun = []
        guard hook.before.count + hook.instead.count + hook.after.count > 1 else { return }
        let later = (hook.instead + hook.after).map { $0.state }
        let before = hook.before.map { $0.state }
        for state in before where shared[state] == nil && (before + later).count(where: { $0 == state }) > 1 {
            shared[state] = count
            count += 1
        }
    }

    /// A place for the flag that says if a hook takes part in the call, from 1.
    mutating func newGate() -> Int {
        count += 1
        return count
    }

    mutating func use(_ state: Int) -> (place: Int, state: StateUse) {
        guard let place = shared[state] else { return (0, .none) }
        return (place, begun.insert(state).inserted ? .begins : .continues)
    }
}

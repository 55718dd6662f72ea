// SPDX-License-Identifier: Apache-2.0

/// A hook of a test, and where it wants to stand. It knows nothing of the engine.
struct Standing: CustomStringConvertible {
    let letter: Letter
    /// Counts the hooks as they were added.
    let number: Int
    let script: Script
    var order = 0.0
    var outside: [Letter] = []
    var inside: [Letter] = []

    var description: String {
        "\(text([letter])): \(script), \(order), outside \(text(outside)), inside \(text(inside))"
    }
}

extension Standing {
    /// Hooks with these scripts and no wishes; they stand as they were added.
    static func inARow(_ scripts: [Script]) -> [Standing] {
        scripts.enumerated().map { Standing(letter: letters[$0], number: $0, script: $1) }
    }

    /// Returns whether one of the two says that it stands outside of the other.
    func isOutside(of other: Standing) -> Bool { outside.contains(other.letter) || other.inside.contains(letter) }

    /// Returns whether it would stand outside of the other if neither had neighbours.
    func precedes(_ other: Standing) -> Bool { order == other.order ? number < other.number : order < other.order }

    /// The order that the law asks for; nil where the wishes contradict each other.
    ///
    /// The outermost is, of those whom nobody wants to be outside of, the one that precedes the others.
    static func outermostFirst(_ hooks: [Standing]) -> [Standing]? {
        guard !hooks.isEmpty else { return [] }
        let free = hooks.filter { hook in !hooks.contains { $0.isOutside(of: hook) } }
        guard let first = free.min(by: { $0.precedes($1) }) else { return nil }
        return outermostFirst(hooks.filter { $0.letter != first.letter }).map { [first] + $0 }
    }
}

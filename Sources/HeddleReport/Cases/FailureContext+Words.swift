// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

extension FailureContext {
    /// The place of the step, the words about the action, the origins of values and the hooks of the call, on one line
    /// each.
    var lines: [String] {
        (place.map { ["called at \($0)"] } ?? []) + (round.map { ["in round \($0) of the loop around it"] } ?? [])
            + (help.map { ["about the action: \($0.excerpt(limit: 300))"] } ?? [])
            + sources.flatMap(\.lines) + hookLines
    }

    /// The maximum number of hooks that are named.
    private static let limit = 12

    private var hookLines: [String] {
        switch hooks.count {
        case 0: []
        case 1: ["around the call: hook \(hooks[0].words)"]
        default:
            ["hooks around the call, outermost first:"] + hooks.prefix(Self.limit).map { "  \($0.words)" }
                + (hooks.count > Self.limit ? ["  and \(hooks.count - Self.limit) more hooks"] : [])
        }
    }
}

extension ValueSource {
    fileprivate var lines: [String] {
        let saving = isSaved ? "saved" : "which had nothing to save,"
        let name = Value.string(reference).excerpt(limit: 100)
        return ["\(use) is \(name): \(path) of \(giver.call.excerpt), \(saving) at \(giver.place)"]
            + (releaser.map { ["\(name) was released by \($0.call.excerpt) at \($0.place)"] } ?? [])
    }
}

extension ActiveHook {
    fileprivate var words: String {
        let positions = [("before", before), ("instead", instead), ("after", after)].filter { !$0.1.isEmpty }
            .map { "\($0) \($1.joined(separator: ", "))" }
        let parts = (positions + (isPaused ? ["paused"] : [])).joined(separator: "; ")
        return (name.map { "\(Value.string($0).excerpt()) " } ?? "") + "(\(parts)) at \(origin)"
    }
}

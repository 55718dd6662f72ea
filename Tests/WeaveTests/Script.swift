// SPDX-License-Identifier: Apache-2.0

import Weave

/// What a hook does in a test, position by position.
struct Script: Hashable, Sendable {
    enum Before: CaseIterable { case passes, fails }
    enum Instead: CaseIterable { case proceeds, proceedsTwice, answers, skips, fails }
    enum After: CaseIterable { case passes, fails, answers }

    var before: Before?
    var instead: Instead?
    var after: After?
    var condition = AfterCondition.always

    /// The shape that the engine sees; what happens in it is the call's business.
    func hook(_ id: Int) -> Hook<Letter> {
        Hook(
            name: letters[id], id: UInt64(id), before: before == nil ? [] : [Hook.Piece(id)],
            instead: instead == nil ? [] : [Hook.Piece(id)], after: after == nil ? [] : [Hook.Piece(id)],
            condition: condition)
    }
}

/// Which hook a piece belongs to, by its index.
typealias Letter = Int

/// How the hooks of a test show in its log.
let letters = ["a", "b", "c", "d"]

/// What a call came to.
enum Ending: Hashable, CustomStringConvertible {
    case pending
    /// By whom the result was made; `x` is the action.
    case returned(String)
    /// Who failed it, the last one first.
    case failed([String])

    var description: String {
        switch self {
        case .pending: "?"
        case .returned(let result): "=\(result)"
        case .failed(let reasons): "!" + reasons.joined()
        }
    }

    /// The same call with one more failure.
    func failing(by reason: String) -> Ending {
        if case .failed(let earlier) = self { .failed([reason] + earlier) } else { .failed([reason]) }
    }
}

extension Script {
    /// Every script that does something, those with pieces in the same positions together.
    static let kinds: [[Script]] = presences.map { before, instead, after in
        options(before, Before.self).flatMap { before in
            options(instead, Instead.self).flatMap { instead in
                options(after, After.self).map { Script(before: before, instead: instead, after: $0) }
            }
        }
    }

    /// The same with every condition that matters, each a kind of its own.
    static let kindsWithConditions: [[Script]] = kinds.flatMap { kind in
        (kind.first?.after == nil ? [.always] : AfterCondition.allCases).map { condition in
            kind.map { Script(before: $0.before, instead: $0.instead, after: $0.after, condition: condition) }
        }
    }

    private static let presences = [
        (true, false, false), (false, true, false), (false, false, true), (true, true, false), (true, false, true),
        (false, true, true), (true, true, true),
    ]

    private static func options<Option: CaseIterable>(_ isPresent: Bool, _: Option.Type) -> [Option?] {
        isPresent ? Option.allCases.map(Optional.some) : [nil]
    }
}

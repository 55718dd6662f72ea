// SPDX-License-Identifier: Apache-2.0

/// The acts of a hook in a test, position by position. It knows nothing of the engine, so the model may read it.
struct Script: Hashable, Sendable, CustomStringConvertible {
    /// The act of one piece.
    enum Deed: CaseIterable {
        /// Nothing; an `instead` neither proceeds nor answers.
        case passes
        case fails
        case answers
        case proceeds, proceedsTwice, proceedsAndFails, proceedsAndAnswers
        /// Calls the action that it hooks; an `instead` proceeds afterwards, here and below.
        case reenters
        case removesItself
        /// Adds a hook ``Script/newcomer``, the first time that anybody does.
        case addsAnother
    }

    /// Which calls an `after` sees.
    enum Condition: CaseIterable { case always, returned, failed }

    var before: Deed?
    var instead: Deed?
    var after: Deed?
    var condition = Condition.always

    /// The hook that another one adds.
    static let newcomer = Script(before: .passes, after: .passes)

    var description: String {
        let deeds = [("before", before), ("instead", instead), ("after \(condition)", after)]
        return deeds.compactMap { name, deed in deed.map { "\(name) \($0)" } }.joined(separator: ", ")
    }

    /// True if a call leaves other hooks than it found.
    var changesHooks: Bool { changes(before) || changes(instead) || changes(after) }

    private func changes(_ deed: Deed?) -> Bool { deed == .removesItself || deed == .addsAnother }

    /// Returns whether the same pieces are woven, whatever they do.
    func isWovenAs(_ other: Script) -> Bool {
        (before == nil) == (other.before == nil) && (instead == nil) == (other.instead == nil)
            && (after == nil) == (other.after == nil) && condition == other.condition
    }
}

/// The act of the action itself.
enum Conduct: CaseIterable {
    case returns
    case fails
    /// Calls itself once, and returns.
    case recurses
}

/// A hook's identity in a test: its letter, `x` being the action's and `n` the newcomer's.
typealias Letter = UInt8

/// The letters of the hooks of a mix, as they were added.
let letters = Array("abcdefghijklm".utf8)
/// The action's letter, the newcomer's, and that of a body which ended without a result.
let (theAction, theNewcomer, nobody) = (UInt8(ascii: "x"), UInt8(ascii: "n"), UInt8(ascii: "-"))

/// The outcome of a call.
enum Ending: Hashable {
    /// By whom the result was made.
    case returned(Letter)
    /// The pieces that failed it, the last one first.
    case failed([Letter])

    var hasFailed: Bool { if case .failed = self { true } else { false } }

    /// As it stands in a log: `=x`, `!bx`.
    var text: [UInt8] {
        switch self {
        case .returned(let letter): [UInt8(ascii: "="), letter]
        case .failed(let letters): [UInt8(ascii: "!")] + letters
        }
    }
}

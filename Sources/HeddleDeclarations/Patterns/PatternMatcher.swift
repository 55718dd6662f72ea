// SPDX-License-Identifier: Apache-2.0

/// Searches one text for a match of a program. It follows all alternatives at the same time.
struct PatternMatcher {
    private let instructions: [PatternProgram.Instruction]
    private let text: [Unicode.Scalar]
    /// The start of the line break at the end of the text; the end of the text if there is none.
    private let lastLineEnd: Int
    /// The last position at which each instruction was reached.
    private var reachedAt: [Int]
    /// The instructions at the current position that take a character.
    private var takers: [Int] = []
    /// The instructions that are still to be followed.
    private var pending: [Int] = []
    /// The number of times that an instruction was reached, which determines the time.
    private(set) var steps = 0

    init(_ program: PatternProgram, _ text: [Unicode.Scalar]) {
        instructions = program.instructions
        self.text = text
        let ending = text.last.map(\.isLineBreak) == true ? text.suffix(2) == ["\r", "\n"] ? 2 : 1 : 0
        lastLineEnd = text.count - ending
        reachedAt = [Int](repeating: -1, count: instructions.count)
    }

    /// Searches for a match anywhere in the text.
    mutating func findsMatch() -> Bool {
        for position in 0...text.count {
            // The instructions that took the last character, and a match that begins here.
            let followed = takers.filter { take($0, position - 1) }.map { $0 + 1 }
            takers.removeAll(keepingCapacity: true)
            for start in followed + [0] where reachesMatch(from: start, at: position) { return true }
        }
        return false
    }

    private func take(_ instruction: Int, _ position: Int) -> Bool {
        if case .take(let set) = instructions[instruction] { set.contains(text[position]) } else { false }
    }

    /// Follows all instructions that take no character. Each instruction is reached once at a position.
    private mutating func reachesMatch(from start: Int, at position: Int) -> Bool {
        pending.append(start)
        while let index = pending.popLast() {
            if reachedAt[index] == position { continue }
            reachedAt[index] = position
            steps += 1
            switch instructions[index] {
            case .take: takers.append(index)
            case .assert(let assertion): if holds(assertion, at: position) { pending.append(index + 1) }
            case .fork(let other):
                pending.append(other)
                pending.append(index + 1)
            case .jump(let next): pending.append(next)
            case .match: return true
            }
        }
        return false
    }

    private func holds(_ assertion: PatternAssertion, at position: Int) -> Bool {
        let before = position > 0 ? text[position - 1] : nil
        let after = position < text.count ? text[position] : nil
        // A carriage return and a line feed are one line break.
        let isInLineBreak = before == "\r" && after == "\n"
        switch assertion {
        case .textStart: return before == nil
        case .textEnd: return after == nil
        case .lastLineEnd: return after == nil || position == lastLineEnd
        case .lineStart: return !isInLineBreak && before?.isLineBreak ?? true
        case .lineEnd: return !isInLineBreak && after?.isLineBreak ?? true
        case .wordBoundary: return (before?.isWord ?? false) != (after?.isWord ?? false)
        case .noWordBoundary: return (before?.isWord ?? false) == (after?.isWord ?? false)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDiagnostics

/// The way through steps and the blocks among them: the steps in their order, those of a loop again and again, and of a
/// branch those that its first step chooses.
struct StepCursor {
    /// The next thing to do.
    enum Place {
        case step(Int)
        /// A loop begins, or begins anew in the one around it; whether it runs all its steps in each of its rounds.
        case beginning(Steps.Block, runsAll: Bool)
        /// A loop was run as often as it may be, and nothing has ended it.
        case unended(Steps.Block, times: Located<Int>)

        /// The position of the step, or of the first one of the loop.
        var position: Int {
            switch self {
            case .step(let position): position
            case .beginning(let loop, _), .unended(let loop, _): loop.steps.lowerBound
            }
        }
    }

    /// A block that was begun and has not ended.
    private struct OpenBlock {
        let index: Int
        /// The position at which it is left or begins anew.
        var end: Int
        /// The number of its round, from 1.
        var round = 1
    }

    private let blocks: [Steps.Block]
    private let end: Int
    private var position: Int
    /// The index of the first block that does not begin before the position, or has not begun there.
    private var nextBlock = 0
    /// The blocks around the position, the innermost last.
    private var open: [OpenBlock] = []

    /// - Parameters:
    ///   - positions: those of the steps.
    ///   - blocks: each before those in it.
    init(_ positions: Range<Int>, _ blocks: [Steps.Block]) {
        self.blocks = blocks.filter { positions.contains($0.steps.lowerBound) }
        (position, end) = (positions.lowerBound, positions.upperBound)
    }

    /// The round of the innermost loop around the position; nil where it is in none.
    var round: Int? { innermostLoop?.round }

    /// The positions of the steps of that loop.
    var loop: Range<Int>? { innermostLoop.map { blocks[$0.index].steps } }

    private var innermostLoop: OpenBlock? {
        open.last { if case .loop = blocks[$0.index].kind { true } else { false } }
    }

    /// Goes on; nil behind the last step.
    ///
    /// - Complexity: O(1), and O(b) where b blocks begin, end or are left out.
    mutating func next() -> Place? {
        while let innermost = open.last, position == innermost.end {
            let block = blocks[innermost.index]
            guard case .loop(let times) = block.kind else {
                open.removeLast()
                go(to: block.steps.upperBound)
                continue
            }
            if innermost.round < times.value {
                open[open.count - 1].round += 1
                (position, nextBlock) = (block.steps.lowerBound, innermost.index + 1)
            } else {
                open.removeLast()
                if block.canEnd { return .unended(block, times: times) }
            }
        }
        // The first step of a branch begins no other block in it.
        if nextBlock < blocks.count, blocks[nextBlock].steps.lowerBound == position {
            let block = blocks[nextBlock]
            open.append(OpenBlock(index: nextBlock, end: block.steps.upperBound))
            nextBlock += 1
            if case .loop = block.kind {
                let hasBlocks = nextBlock < blocks.count && block.steps.contains(blocks[nextBlock].steps.lowerBound)
                return .beginning(block, runsAll: !block.canEnd && !hasBlocks)
            }
        }
        if position == end { return nil }
        position += 1
        return .step(position - 1)
    }

    /// Goes behind the innermost loop.
    mutating func endLoop() {
        while let innermost = open.popLast() {
            guard case .loop = blocks[innermost.index].kind else { continue }
            return go(to: blocks[innermost.index].steps.upperBound)
        }
    }

    /// Goes on in the innermost branch, whose first step was run.
    ///
    /// - Returns: the positions of the steps that are left out, and the reason that the behaviour gives for that.
    mutating func decide(_ isChosen: Bool) -> (left: Range<Int>, reason: Located<String>?) {
        guard let innermost = open.last, case .branch(let otherwise, let reason) = blocks[innermost.index].kind else {
            return (0..<0, nil)
        }
        if isChosen {
            open[open.count - 1].end = otherwise
            return (otherwise..<blocks[innermost.index].steps.upperBound, nil)
        }
        defer { go(to: otherwise) }
        return (position..<otherwise, reason)
    }

    /// Goes to a position further on.
    private mutating func go(to position: Int) {
        self.position = position
        while nextBlock < blocks.count, blocks[nextBlock].steps.lowerBound < position { nextBlock += 1 }
    }
}

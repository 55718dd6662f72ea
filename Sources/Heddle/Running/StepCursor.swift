// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour

/// The way through steps and the loops among them: the steps in their order, those of a loop again and again.
struct StepCursor {
    /// What is next.
    enum Place {
        case step(Int)
        /// A loop begins, or begins anew in the one around it.
        case beginning(Steps.Loop)
        /// A loop was run as often as it may be, and nothing has ended it.
        case unended(Steps.Loop)

        /// The position of the step, or of the first one of the loop.
        var position: Int {
            switch self {
            case .step(let position): position
            case .beginning(let loop), .unended(let loop): loop.steps.lowerBound
            }
        }
    }

    /// A loop that was begun and has not ended.
    private struct OpenLoop {
        let index: Int
        /// The number of its round, from 1.
        var round = 1
    }

    private let loops: [Steps.Loop]
    private let end: Int
    private var position: Int
    /// The index of the first loop that does not begin before the position, or has not begun there.
    private var nextLoop = 0
    /// The loops around the position, the innermost last.
    private var open: [OpenLoop] = []

    /// - Parameters:
    ///   - positions: those of the steps.
    ///   - loops: each before those in it.
    init(_ positions: Range<Int>, _ loops: [Steps.Loop]) {
        self.loops = loops.filter { positions.contains($0.steps.lowerBound) }
        (position, end) = (positions.lowerBound, positions.upperBound)
    }

    /// Goes on; nil behind the last step.
    ///
    /// - Complexity: O(1), and O(d) where d loops begin or end.
    mutating func next() -> Place? {
        while let innermost = open.last, position == loops[innermost.index].steps.upperBound {
            let loop = loops[innermost.index]
            if innermost.round < loop.times.value {
                open[open.count - 1].round += 1
                (position, nextLoop) = (loop.steps.lowerBound, innermost.index + 1)
            } else {
                open.removeLast()
                if loop.canEnd { return .unended(loop) }
            }
        }
        if nextLoop < loops.count, loops[nextLoop].steps.lowerBound == position {
            open.append(OpenLoop(index: nextLoop))
            nextLoop += 1
            return .beginning(loops[nextLoop - 1])
        }
        if position == end { return nil }
        position += 1
        return .step(position - 1)
    }

    /// Goes behind the innermost loop.
    ///
    /// - Complexity: O(l) for l loops in it.
    mutating func endLoop() {
        guard let innermost = open.popLast() else { return }
        position = loops[innermost.index].steps.upperBound
        while nextLoop < loops.count, loops[nextLoop].steps.lowerBound < position { nextLoop += 1 }
    }
}

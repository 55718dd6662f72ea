// SPDX-License-Identifier: Apache-2.0

/// A regular expression as instructions. Each is followed by the next one, unless it is a jump.
struct PatternProgram: Sendable {
    enum Instruction {
        /// Takes one character of a set.
        case take(ScalarSet)
        case assert(PatternAssertion)
        /// Continues at the next instruction and at another one.
        case fork(Int)
        case jump(Int)
        case match
    }

    private(set) var instructions: [Instruction] = []

    init(_ node: PatternNode) {
        instructions.reserveCapacity(node.size + 1)
        emit(node)
        instructions.append(.match)
    }

    private mutating func emit(_ node: PatternNode) {
        switch node.content {
        case .set(let set): instructions.append(.take(set))
        case .assertion(let assertion): instructions.append(.assert(assertion))
        case .sequence(let parts): for part in parts { emit(part) }
        case .alternatives(let all): emit(all)
        case .repetition(let part, let least, let most): emit(part, least, most)
        }
    }

    private mutating func emit(_ alternatives: [PatternNode]) {
        var jumps: [Int] = []
        for alternative in alternatives.dropLast() {
            let fork = append(.fork(0))
            emit(alternative)
            jumps.append(append(.jump(0)))
            instructions[fork] = .fork(instructions.count)
        }
        for last in alternatives.suffix(1) { emit(last) }
        for jump in jumps { instructions[jump] = .jump(instructions.count) }
    }

    private mutating func emit(_ part: PatternNode, _ least: Int, _ most: Int?) {
        for _ in 0..<least { emit(part) }
        if let most {
            let forks = (least..<most).map { _ in
                let fork = append(.fork(0))
                emit(part)
                return fork
            }
            for fork in forks { instructions[fork] = .fork(instructions.count) }
        } else {
            let fork = append(.fork(0))
            emit(part)
            instructions.append(.jump(fork))
            instructions[fork] = .fork(instructions.count)
        }
    }

    private mutating func append(_ instruction: Instruction) -> Int {
        instructions.append(instruction)
        return instructions.count - 1
    }
}

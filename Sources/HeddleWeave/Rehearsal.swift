// SPDX-License-Identifier: Apache-2.0

extension Chain {
    /// One turn of a call.
    package enum Turn {
        case before(Step)
        case instead(Step)
        /// The action itself.
        case action
        case after(Step)
    }

    /// The turns of a call in the order in which the ``Engine`` takes them, if every hook takes part and every
    /// `instead` proceeds once. They include the `after` steps for calls that returned and for calls that failed.
    package var turns: [Turn] {
        let rehearsal = Rehearsal(insteads)
        let afters = afters.map { AfterStep(step: $0.step, needsEntered: $0.needsEntered, condition: .always) }
        Engine.run(befores.span, insteads.span, afters.span, around: rehearsal)
        return rehearsal.turns
    }
}

/// A call that runs nothing and records the turns.
private final class Rehearsal<Code>: WovenCall {
    private let insteads: [Chain<Code>.Step]
    private(set) var turns: [Chain<Code>.Turn] = []

    init(_ insteads: [Chain<Code>.Step]) {
        self.insteads = insteads
    }

    var hasFailed: Bool { false }
    func admits(_ step: Chain<Code>.Step) -> Bool { true }
    func before(_ step: Chain<Code>.Step) { turns.append(.before(step)) }
    func action() { turns.append(.action) }
    func settle() {}
    func after(_ step: Chain<Code>.Step) { turns.append(.after(step)) }

    func instead(_ step: Chain<Code>.Step, next: Int) {
        turns.append(.instead(step))
        let insteads = insteads
        Engine.proceed(insteads.span, from: next, in: self)
    }
}

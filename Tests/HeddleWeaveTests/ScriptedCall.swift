// SPDX-License-Identifier: Apache-2.0

import HeddleWeave

/// A call of a ``ScriptedAction``, as the engine drives it.
final class ScriptedCall: WovenCall {
    private let subject: ScriptedAction
    let chain: Chain<Letter>
    /// The call inside of which this one was subject.
    let outer: ScriptedCall?
    private(set) var ending: Ending?
    /// The hook whose own code runs.
    private var running: Letter?

    init(of action: ScriptedAction, _ chain: Chain<Letter>) {
        self.chain = chain
        subject = action
        outer = action.current
    }

    var hasFailed: Bool { ending?.hasFailed ?? false }

    func admits(_ step: Chain<Letter>.Step) -> Bool {
        var call = outer
        while let further = call {
            if further.running == step.code { return false }
            call = further.outer
        }
        return true
    }

    func before(_ step: Chain<Letter>.Step) {
        subject.log.append(step.code)
        perform(subject.script(of: step.code).before, step.code)
    }

    func after(_ step: Chain<Letter>.Step) {
        subject.log.append(step.code)
        perform(subject.script(of: step.code).after, step.code)
    }

    func instead(_ step: Chain<Letter>.Step, next: Int) {
        let deed = subject.script(of: step.code).instead
        subject.log.append(step.code)
        subject.write("[")
        switch deed {
        case .passes, .fails, .answers, nil: perform(deed, step.code)
        case .proceeds: proceed(from: next)
        case .proceedsTwice:
            proceed(from: next)
            proceed(from: next)
        case .proceedsAndFails, .proceedsAndAnswers:
            proceed(from: next)
            perform(deed == .proceedsAndFails ? .fails : .answers, step.code)
        case .reenters, .removesItself, .addsAnother:
            perform(deed, step.code)
            proceed(from: next)
        }
        subject.write("]")
    }

    func action() {
        subject.write("(")
        if subject.conduct == .recurses, outer == nil { subject.call() }
        subject.log.append(theAction)
        subject.write(")")
        if subject.conduct == .fails { fail(theAction) } else { ending = .returned(theAction) }
    }

    func settle() { if ending == nil { fail(nobody) } }

    private func proceed(from next: Int) {
        ending = nil
        let insteads = chain.insteads
        Engine.proceed(insteads.span, from: next, in: self)
        settle()
    }

    private func perform(_ deed: Script.Deed?, _ letter: Letter) {
        running = letter
        defer { running = nil }
        switch deed {
        case .fails:
            subject.write("!")
            fail(letter)
        case .answers:
            subject.write("=")
            ending = .returned(letter)
        case .reenters:
            subject.write("<")
            subject.call()
            subject.write(">")
        case .removesItself: subject.remove(letter)
        case .addsAnother: subject.addNewcomer()
        default: break
        }
    }

    private func fail(_ letter: Letter) {
        if case .failed(let earlier)? = ending {
            ending = .failed([letter] + earlier)
        } else {
            ending = .failed([letter])
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import Weave

/// A call of the action `x` whose hooks do what their scripts say, and write down who runs.
///
/// A `before` and an `after` write their letter, an `instead` its letter and brackets around what it proceeds to, the
/// action `(x)`. Who fails writes `!`, who answers `=`.
final class ScriptedCall: WovenCall {
    let scripts: [Script]
    let chain: Chain<Letter>
    let actionFails: Bool
    private(set) var log = ""
    private(set) var ending = Ending.pending

    init(_ scripts: [Script], chain: Chain<Letter>, actionFails: Bool) {
        self.scripts = scripts
        self.chain = chain
        self.actionFails = actionFails
    }

    /// Makes the call.
    static func run(_ scripts: [Script], chain: Chain<Letter>, actionFails: Bool) -> String {
        let call = ScriptedCall(scripts, chain: chain, actionFails: actionFails)
        Engine.run(chain.befores.span, chain.insteads.span, chain.afters.span, around: call)
        return "\(call.log) \(call.ending)"
    }

    var hasFailed: Bool { if case .failed = ending { true } else { false } }

    func before(_ step: Chain<Letter>.Step) {
        log += letters[step.code]
        if scripts[step.code].before == .fails { fail(step.code) }
    }

    func instead(_ step: Chain<Letter>.Step, next: Int) {
        log += "\(letters[step.code])["
        switch scripts[step.code].instead {
        case .proceeds, nil: proceed(from: next)
        case .proceedsTwice:
            proceed(from: next)
            proceed(from: next)
        case .answers: answer(step.code)
        case .skips: break
        case .fails: fail(step.code)
        }
        log += "]"
    }

    func action() {
        log += "(x)"
        ending = actionFails ? ending.failing(by: "x") : .returned("x")
    }

    func settle() {
        if ending == .pending { ending = ending.failing(by: "-") }
    }

    func after(_ step: Chain<Letter>.Step) {
        log += letters[step.code]
        switch scripts[step.code].after {
        case .passes, nil: break
        case .fails: fail(step.code)
        case .answers: answer(step.code)
        }
    }

    private func proceed(from next: Int) {
        ending = .pending
        let insteads = chain.insteads
        Engine.proceed(insteads.span, from: next, in: self)
        settle()
    }

    private func fail(_ letter: Letter) {
        log += "!"
        ending = ending.failing(by: letters[letter])
    }

    private func answer(_ letter: Letter) {
        log += "="
        ending = .returned(letters[letter])
    }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleWeave

/// A hook of a test as the engine gets it: its code is its letter.
struct ListedLetter: ListedHook {
    let hook: Hook<Letter>
    var isPaused = false

    init(_ standing: Standing) {
        func piece(_ deed: Script.Deed?) -> [Hook<Letter>.Piece] { deed == nil ? [] : [Hook.Piece(standing.letter)] }
        hook = Hook(
            name: String(Unicode.Scalar(standing.letter)), id: UInt64(standing.letter),
            constraints: Constraints(
                order: standing.order, outside: standing.outside.map { String(Unicode.Scalar($0)) },
                inside: standing.inside.map { String(Unicode.Scalar($0)) }),
            before: piece(standing.script.before), instead: piece(standing.script.instead),
            after: piece(standing.script.after), condition: AfterCondition(standing.script.condition))
    }
}

extension AfterCondition {
    init(_ condition: Script.Condition) {
        switch condition {
        case .always: self = .always
        case .returned: self = .returned
        case .failed: self = .failed
        }
    }
}

/// The hooks of an action, woven. Scripts of the same pieces share one.
struct WovenLetters {
    private var list = HookList<ListedLetter>()
    /// Nil while it is to be woven.
    private var woven: Chain<Letter>?

    init(_ standings: [Standing]) throws {
        try list.add(standings.map(ListedLetter.init))
        woven = try list.chain ?? Chain([])
    }

    mutating func change(_ body: (inout HookList<ListedLetter>) -> Void) {
        body(&list)
        woven = nil
    }

    /// The chain for a call that begins now.
    mutating func chain() throws -> Chain<Letter> {
        let chain = try woven ?? list.chain ?? Chain([])
        woven = chain
        return chain
    }
}

/// The action `x`, called through the engine, with hooks that do what their scripts say and write down who runs.
///
/// A `before` and an `after` write their letter, an `instead` its letter and brackets around the rest, the action
/// `(x)`. Who fails writes `!`, who answers `=`; what is called from inside stands between `<` and `>`.
final class ScriptedAction {
    var woven: WovenLetters
    /// By letter, beginning with that of the first hook.
    private var scripts: [Script]
    let conduct: Conduct
    private var hasNewcomer = false
    var log: [UInt8] = []
    /// The innermost call.
    var current: ScriptedCall?

    /// - Parameter hooks: as they were added.
    init(_ woven: WovenLetters, _ hooks: [Standing], _ conduct: Conduct) {
        self.woven = woven
        scripts = hooks.map(\.script)
        self.conduct = conduct
    }

    func script(of letter: Letter) -> Script { letter == theNewcomer ? .newcomer : scripts[Int(letter - letters[0])] }

    /// Makes calls, one after the other, and returns the log with their endings.
    func run(calls: Int) -> [UInt8] {
        for _ in 0..<calls {
            call()
            write(" ")
        }
        return log
    }

    /// Makes one call and writes its ending.
    func call() {
        guard let chain = try? woven.chain() else { return }
        let call = ScriptedCall(of: self, chain)
        current = call
        Engine.run(chain.befores.span, chain.insteads.span, chain.afters.span, around: call)
        current = call.outer
        log += call.ending?.text ?? []
    }

    func addNewcomer() {
        if hasNewcomer { return }
        hasNewcomer = true
        let newcomer = Standing(letter: theNewcomer, number: .max, script: .newcomer)
        woven.change { list in try? list.add([ListedLetter(newcomer)]) }
    }

    func remove(_ letter: Letter) { woven.change { list in _ = list.remove([UInt64(letter)]) } }

    func write(_ sign: Unicode.Scalar) { log.append(UInt8(ascii: sign)) }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleWeave
import Testing
import Workbench

@Suite("The turns of a chain")
struct TurnTests {
    private static func text(_ turns: [Chain<Letter>.Turn]) -> String {
        turns.map { turn in
            switch turn {
            case .before(let step), .instead(let step), .after(let step): String(Unicode.Scalar(step.code))
            case .action: "x"
            }
        }.joined()
    }

    private static func standing(_ index: Int, _ random: inout SeededGenerator) -> Standing {
        let deeds: [Script.Deed?] = [nil, .passes]
        var script = Script(before: deeds.randomElement(using: &random) ?? nil)
        script.instead = Bool.random(using: &random) ? .proceeds : nil
        script.after = deeds.randomElement(using: &random) ?? nil
        return Standing(
            letter: letters[index], number: index, script: script, order: Double(Int.random(in: -2...2, using: &random))
        )
    }

    @Test("are those that a call takes", arguments: 0..<8)
    func agreement(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let hooks = (0..<Int.random(in: 0...6, using: &random)).map { Self.standing($0, &random) }
            var woven = try WovenLetters(hooks)
            let action = ScriptedAction(woven, hooks, .returns)
            action.call()
            // Without the brackets of insteads and of the action, and without the ending `=x`.
            let called = String(decoding: action.log.dropLast(2), as: UTF8.self).filter(\.isLetter)
            #expect(Self.text(try woven.chain().turns) == called, "\(hooks)")
        }
    }
}

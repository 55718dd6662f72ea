// SPDX-License-Identifier: Apache-2.0

import Testing
import HeddleWeave

@Suite("The engine keeps the law")
struct OrderLawModelTests {
    @Test("for every hook alone, whatever it does in each position")
    func one() throws {
        for script in Mixes.everything { try check([[script]]) }
    }

    @Test("for every two hooks", arguments: grouped(Mixes.deedsAndPlainMixes))
    func two(first: [Script]) throws {
        for second in grouped(Mixes.deedsAndPlainMixes) { try check([first, second], [.returns, .fails]) }
    }

    @Test("for every three hooks of every kind", arguments: grouped(Mixes.kindsWithDeeds))
    func three(first: [Script]) throws {
        let kinds = grouped(Mixes.kindsWithDeeds)
        for second in kinds { for third in kinds { try check([first, second, third], [.returns, .fails]) } }
    }

    @Test("for every four hooks of every kind", arguments: grouped(Mixes.kindsWithDecisions))
    func four(first: [Script]) throws {
        let kinds = grouped(Mixes.kindsWithDecisions)
        for second in kinds {
            for third in kinds {
                for fourth in kinds { try check([first, second, third, fourth], [.returns, .fails]) }
            }
        }
    }

    @Test("for one that calls or changes the hooks among three of every kind", arguments: 0..<4)
    func stirring(place: Int) throws {
        let (stirring, passing) = (grouped(Mixes.stirring), Mixes.passing.map { [$0] })
        for one in stirring {
            for first in passing {
                for second in passing {
                    for third in passing {
                        var mix = [first, second, third]
                        mix.insert(one, at: place)
                        try check(mix)
                    }
                }
            }
        }
    }

    /// Checks every mix of one script of each group; their hooks are woven once.
    private func check(_ groups: [[Script]], _ conducts: [Conduct] = Conduct.allCases) throws {
        let woven = try WovenLetters(Standing.inARow(groups.compactMap(\.first)))
        let mixes = groups.reduce([[]]) { mixes, group in mixes.flatMap { mix in group.map { mix + [$0] } } }
        for mix in mixes {
            let hooks = Standing.inARow(mix)
            // How the action ends makes no difference to how hooks come and go.
            let isChanging = mix.contains { $0.changesHooks }
            for conduct in conducts where conduct != .fails || !isChanging {
                compare(hooks, standing: hooks, conduct, woven)
            }
        }
    }
}

/// Compares calls through the engine with what the model says: two where the first may have changed the hooks.
///
/// - Parameters:
///   - hooks: as they were added.
///   - standing: the same, outermost first.
func compare(_ hooks: [Standing], standing: [Standing], _ conduct: Conduct, _ woven: WovenLetters) {
    let calls = hooks.contains { $0.script.changesHooks } ? 2 : 1
    let expected = LawModel.run(standing, conduct, calls: calls)
    let found = ScriptedAction(woven, hooks, conduct).run(calls: calls)
    if found != expected {
        Issue.record("\(hooks), the action \(conduct): \(text(found)), not \(text(expected))")
    }
}

/// A log as a text.
func text(_ log: some Sequence<UInt8>) -> String { String(decoding: Array(log), as: UTF8.self) }

/// The scripts that are woven alike, together.
private func grouped(_ scripts: [Script]) -> [[Script]] {
    scripts.reduce(into: []) { groups, script in
        if let index = groups.firstIndex(where: { $0[0].isWovenAs(script) }) {
            groups[index].append(script)
        } else {
            groups.append([script])
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import Testing
import Weave

@Suite("The engine keeps the law")
struct OrderLawModelTests {
    @Test("for every hook alone and every two, with every condition")
    func two() throws {
        for first in Script.kindsWithConditions {
            for script in first { try check([script], chain([script])) }
            for second in Script.kindsWithConditions { try checkAll([first, second]) }
        }
    }

    @Test("for every three hooks", arguments: Script.kinds)
    func three(first: [Script]) throws {
        for second in Script.kinds {
            for third in Script.kinds { try checkAll([first, second, third]) }
        }
    }

    /// Checks every mix of one script of each kind; their hooks are woven once, as scripts of a kind weave alike.
    private func checkAll(_ kinds: [[Script]]) throws {
        let chain = try chain(kinds.compactMap(\.first))
        let mixes = kinds.reduce([[]]) { mixes, kind in mixes.flatMap { mix in kind.map { mix + [$0] } } }
        for mix in mixes { check(mix, chain) }
    }

    private func check(_ scripts: [Script], _ chain: Chain<Letter>) {
        for actionFails in [false, true] {
            let expected = LawModel.run(scripts, actionFails: actionFails)
            let found = ScriptedCall.run(scripts, chain: chain, actionFails: actionFails)
            if found != expected {
                Issue.record("\(scripts), the action \(actionFails ? "fails" : "returns"): \(found), not \(expected)")
            }
        }
    }

    private func chain(_ scripts: [Script]) throws -> Chain<Letter> {
        try Chain(scripts.enumerated().map { $1.hook($0) })
    }
}

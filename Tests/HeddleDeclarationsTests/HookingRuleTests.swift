// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("What a declaration says of hooks") struct HookingRuleTests {
    @Test("which hooks may be around the action, and its tags")
    func rules() throws {
        #expect(try signature("int f(void)").hooking == .any)
        #expect(try signature("_Unhookable_ int f(void)").hooking == .none)
        #expect(try signature("_ObserveOnly_ int f(void)").hooking == .observers)
        #expect(try signature("int f(void)").tags == [])
        #expect(try signature("_Tags_(money) int f(void)").tags == ["money"])
        let f = try signature("_Tags_(money, slow) _Idempotent_ _ObserveOnly_ int f(void)")
        #expect(f.tags == ["money", "slow"])
        #expect(f.description == "_Idempotent_ _ObserveOnly_ _Tags_(money, slow) int f(void)")
        #expect(try signature(f.description) == f)
    }

    @Test(
        "what cannot be meant is a mistake",
        arguments: [
            ("_Unhookable_ _ObserveOnly_ int f(void)", "\"_ObserveOnly_\" contradicts \"_Unhookable_\""),
            ("_Unhookable_ _Unhookable_ int f(void)", "\"_Unhookable_\" is given twice"),
            ("_Tags_(a) _Tags_(b) int f(void)", "\"_Tags_\" is given twice"),
            ("_Tags_(a, b, a) int f(void)", "a tag \"a\" appears twice"),
            ("_Tags_() int f(void)", "expected a tag, found \")\""),
            ("_Tags_ int f(void)", "expected \"(\" after \"_Tags_\", found \"int\""),
            ("_Tags_(1) int f(void)", "expected a tag, found \"1\""),
            ("int f(_Unhookable_ int x)", "\"_Unhookable_\" is on a parameter"),
            ("int f(_Tags_(a) int x)", "\"_Tags_\" is on a parameter"),
            ("typedef _ObserveOnly_ int f", "\"_ObserveOnly_\" is on a type"),
        ])
    func mistakes(declaration: String, message: String) {
        #expect(problems(declaration).map(\.message) == [message])
    }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Testing

@Suite("A plain function as a hook")
struct PlainHookTests {
    private let weaving: Fixture

    init() throws { weaving = try Fixture("Weaving") }

    @Test("takes the action's place with its whole signature")
    func instead() throws {
        let twice = try weaving.action("twice")
        try twice.hook(instead: [weaving.plain("int64_t plain_instead(int64_t n)", at: .instead, of: twice)])
        #expect(try twice.call(4).result == 1004)
    }

    @Test("takes the place of an action without a result")
    func insteadOfVoid() throws {
        let quiet = try weaving.action("quiet")
        try quiet.hook(instead: [weaving.plain("void plain_instead_void(void)", at: .instead, of: quiet)])
        let log = try Trace().record { () throws in #expect(try quiet.call().failure == nil) }
        #expect(log == "instead")
    }

    private func misfit(_ declaration: String, at position: HookPosition = .before, of action: String = "twice") throws
        -> String?
    {
        let action = try weaving.action(action)
        let function = try weaving.library.function("plain_none")
        let signature = try signature(declaration)
        return #expect(throws: HookMisfit.self) {
            try HookPiece.plain(function, signature, at: position, of: action, label: "hook")
        }?.message
    }

    // T27, AS-03, SH-06
    @Test("has parameters that begin as the action's do; the refusal names both types")
    func parameters() throws {
        #expect(try misfit("void h(int32_t n)") == "parameter 1 of the hook h is int32_t, that of twice is int64_t")
        #expect(try misfit("void h(uint64_t n)")?.contains("is uint64_t") == true)
        #expect(try misfit("void h(double n)")?.contains("is double") == true)
        #expect(
            try misfit("void h(int64_t n, int more)")
                == "the hook h has 2 parameters, twice has 1; a hook has the first of the action's parameters")
        #expect(try misfit("void h(char *text)", of: "text_size") != nil)
        #expect(try misfit("void h(const signed char *text)", of: "text_size") != nil)
    }

    @Test("may promise more of what a pointer points to than the action does")
    func pointers() throws {
        let size = try weaving.action("text_size")
        let function = try weaving.library.function("plain_none")
        for text in ["void h(const char *text)", "void h(const void *text)", "void h(void)"] {
            _ = try HookPiece.plain(function, signature(text), at: .before, of: size, label: "h")
        }
    }

    @Test("has the action's result and all its parameters where it takes its place")
    func wholeSignature() throws {
        #expect(try misfit("int64_t h(void)", at: .instead)?.contains("all of the action's parameters") == true)
        #expect(try misfit("int32_t h(int64_t n)", at: .instead) == "the hook h returns int32_t, twice returns int64_t")
        #expect(try misfit("void h(int64_t n)", at: .instead) != nil)
        #expect(try misfit("int h(void)", at: .instead, of: "quiet") != nil)
    }

    @Test("can itself be called")
    func callable() throws {
        #expect(try misfit("int h(int64_t n, ...)") != nil)
        #expect(try misfit("struct p { int n; char c[]; }; struct p h(int64_t n)") != nil)
    }
}

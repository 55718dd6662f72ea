// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("A structure or enumeration without a tag that a typedef gives several names")
struct UntaggedTypedefTests {
    @Test(
        "is the one of its plain name for all of them, in any order",
        arguments: [
            "typedef struct { int x; } thing, *thing_p; int f(thing_p it)",
            "typedef struct { int x; } *thing_p, thing; int f(thing_p it)",
            "typedef struct { int x; } thing; typedef thing *thing_p; int f(thing_p it)",
        ])
    func structures(text: String) throws {
        var scope = DeclarationScope()
        let signature = try #require(try scope.read(SourceText(name: "test", text).whole).last?.function)
        guard case .pointer(let target, _) = signature.parameters[0].type.canonical else {
            Issue.record("\(signature) takes no pointer")
            return
        }
        #expect("\(target)" == "thing")
        #expect(scope.type(named: "thing_p")?.isSame(as: .pointer(to: target, isConst: false)) == true)
    }

    @Test("keeps the names that stand beside it")
    func names() throws {
        var scope = DeclarationScope()
        let text = "typedef union { int i; float f; } *first, word, words[2]; typedef enum { RED } col, *colp;"
        let declared = try scope.read(SourceText(name: "test", text).whole)
        #expect(declared.filter { if case .type = $0 { true } else { false } }.count == 5)
        #expect(["first", "word", "words", "col", "colp"].allSatisfy { scope.type(named: $0) != nil })
        #expect(scope.type(named: "words")?.layout?.size == 8)
    }

    @Test("that has pointers alone for names stays what it is")
    func pointers() throws {
        var scope = DeclarationScope()
        _ = try scope.read(SourceText(name: "test", "typedef struct { int x; } *one, **other;").whole)
        #expect(scope.type(named: "one") != nil && scope.type(named: "other") != nil)
    }
}

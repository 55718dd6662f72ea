// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("A typedef of a function that is declared again with annotations")
struct AnnotatedTypedefTests {
    private func source(_ text: String) -> SourceRange { SourceText(name: "test", text).whole }

    @Test("gives them to all that is declared with it, before and behind")
    func functions() throws {
        var scope = DeclarationScope()
        let before = try #require(
            try scope.read(source("typedef int (*taker)(const char *data, int size); int early(taker)")).last?.function)
        let behind = try #require(
            try scope.read(
                source("typedef int (*taker)(_In_reads_bytes_(size) const char *data, int size); int late(taker)")
            ).last?.function)
        for signature in [scope.completed(before), behind] {
            let function = try #require(signature.parameters[0].type.pointedFunction)
            #expect(function.parameters[0].isBytes && function.parameters[0].count == .parameter(1))
        }
    }

    @Test("is refused if it is another type")
    func otherType() throws {
        var scope = DeclarationScope()
        _ = try scope.read(source("typedef int taker(const char *data, int size)"))
        #expect(throws: Diagnostics.self) {
            try scope.read(source("typedef int taker(_In_reads_bytes_(size) const char *data, long size)"))
        }
        #expect(try !scope.annotate(typedef: "taker", as: source("long taker(const char *data, int size)")))
        #expect(try !scope.annotate(typedef: "other", as: source("int other(void)")))
    }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Testing

@Suite("A path with the stars of C")
struct StarredPathTests {
    @Test(
        "is written without them",
        arguments: [
            ("*p", "p[0]"), ("**p", "p[0][0]"), ("(*p).x", "p->x"), ("(*p)[2]", "p[0][2]"), ("*p->next", "p->next[0]"),
            ("*p[3].x", "p[3].x[0]"), ("*(p + 2)", "p[2]"), ("*(p->list+n)", "p->list[n]"), ("&*p", "p"),
            ("&(*p).x", "&p->x"), ("((*p).a).b", "p->a.b"), ("(**p).x", "p[0]->x"), ("* p", "p[0]"),
        ])
    func plain(text: String, plain: String) {
        let path = StarredPath(text)
        #expect(path?.plain == plain && path?.type == nil)
    }

    @Test("keeps the cast before it")
    func cast() {
        #expect(StarredPath("(int *)*p")?.plain == "p[0]")
        #expect(StarredPath("(int *)*p")?.type == "int *")
        #expect(StarredPath("(struct s *) (*p).x")?.plain == "p->x")
    }

    @Test(
        "is none where it has no star, or is no path",
        arguments: ["p", "p[0]", "(int *)p", "*", "(*p", "*p)", "*p +", "*1 2", "&", "(*)", "", "a * b", "*()"])
    func none(text: String) {
        #expect(StarredPath(text) == nil)
    }

    @Test("is none where it is too long to be meant")
    func long() {
        #expect(StarredPath(String(repeating: "*", count: 100_000) + "p") == nil)
        #expect(StarredPath(String(repeating: "(", count: 150) + "*p") == nil)
    }
}

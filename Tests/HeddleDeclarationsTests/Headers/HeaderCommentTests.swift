// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Testing

@Suite("Comments of headers") struct HeaderCommentTests {
    @Test(
        "the comment above an item is its own, without its signs",
        arguments: [
            ("/* one */", "one"), ("/** one */", "one"), ("// one", "one"), ("/// one\n/// two", "one\ntwo"),
            ("// one\n// two", "one\ntwo"), ("/*! one\n * two\n */", "one\ntwo"),
            ("/**\n * one\n *\n *   two\n */", "one\n\n  two"), ("/*\n** one\n** two\n*/", "one\ntwo"),
            ("/*\n   one\n     two\n*/", "one\n  two"), ("/* one\n   two\n     three */", "one\ntwo\n  three"),
            ("/***************\n * one\n ***************/", "one"), ("/*one*/", "one"), ("/* a /* b */", "a /* b"),
        ])
    func above(comment: String, text: String) {
        #expect(header("int before(void);\n\n\(comment)\nint f(void);").map(\.comment) == [nil, text])
    }

    @Test("a comment on the line of an item is its own, and not that of the next")
    func behind() {
        let items = header(
            "int f(void); /**< one */\nint g(void); // two\nint h(void);\n/* three */ int i(void); /* four */")
        #expect(items.map(\.comment) == ["one", "two", nil, "three"])
    }

    @Test("a comment below an item is its own where it stands apart from what follows")
    func below() {
        let items = header(
            "int f(void);\n/* one */\n\nint g(void);\n/* two */\nint h(void);\n\n\n/* section */\n\nint i(void);")
        #expect(items.map(\.comment) == ["one", nil, "two", nil])
    }

    @Test("where a macro has left empty lines between, the comment must name the item")
    func gap() {
        let items = header(
            "int open_it(int a, int b);\n\n\n/* open_it opens it. */\n\nint f(void);\n\n/* closes */\n\nint g(void);")
        #expect(items.map(\.comment) == ["open_it opens it.", nil, nil])
    }

    @Test("a comment that says nothing, or stands apart from everything, is none")
    func none() {
        let items = header(
            "/* the file */\n\nint f(void);\n\n/**/\nint g(void);\n/* in\n */ ;\nint h(/* here */ int x);")
        #expect(items.map(\.comment) == [nil, nil, nil])
    }

    @Test("what is declared together shares a comment")
    func together() {
        let items = header("/* both */\nint f(void), g(void);\n/* type and variable */\nstruct s { int x; } v;")
        #expect(items.map(\.comment) == ["both", "type and variable"])
        #expect(items.map(\.summary) == ["int f(void); int g(void)", "struct s { int x; }; extern struct s v"])
    }
}

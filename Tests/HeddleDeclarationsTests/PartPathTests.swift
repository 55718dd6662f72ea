// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Testing

@Suite("The way to a part of a value") struct PartPathTests {
    private let value = Value.object([
        .init("corners", .array([.null, .object([.init("x", .number(.integer(5)))])])), .init("on", .bool(true)),
    ])

    @Test(
        "is read behind a name, and written as it was read",
        arguments: [
            ("a", "a", []), ("a.b", "a", [.member("b")]), ("a[0]", "a", [.element(0)]),
            ("a.b[12].c[3][4]", "a", [.member("b"), .element(12), .member("c"), .element(3), .element(4)]),
            ("a b.c d", "a b", [.member("c d")]), ("é.ü", "é", [.member("ü")]),
        ] as [(String, String, [PartPath.Step])])
    func read(text: String, name: String, steps: [PartPath.Step]) throws {
        let (found, path) = try #require(PartPath.split(text))
        #expect(found == name)
        #expect(path.steps == steps)
        #expect(found + path.description == text)
    }

    @Test(
        "is none where something is missing in it",
        arguments: [
            "", ".", ".a", "[0]", "a.", "a..b", "a[", "a[]", "a[x]", "a[-1]", "a[+1]", "a[1", "a]", "a[1]]", "a[1]b",
            "a.[0]", "a[99999999999999999999]", "a[٣]",
        ])
    func refused(text: String) { #expect(PartPath.split(text) == nil) }

    @Test("has at most 1000 steps, and one with more says how to write it")
    func longest() {
        for step in [".a", "->a", "[0]"] {
            let longest = "a" + String(repeating: step, count: PartPath.mostSteps)
            #expect(PartPath.split(longest)?.path.steps.count == PartPath.mostSteps)
            #expect(PartPath.adviceOnLength(of: longest) == nil)
            #expect(PartPath.split(longest + step) == nil)
            #expect(PartPath.adviceOnLength(of: longest + step)?.hasPrefix("a path has at most 1000 steps") == true)
        }
    }

    @Test("leads to members and elements, and to nothing where there is none")
    func parts() throws {
        #expect(value.part(at: PartPath()) == value)
        #expect(value.part(at: PartPath([.member("on")])) == .bool(true))
        #expect(
            value.part(at: PartPath([.member("corners"), .element(1), .member("x")])) == .number(.integer(5)))
        #expect(value.part(at: PartPath([.member("corners"), .member("0")])) == .null)
        for steps in [
            [.member("off")], [.element(0)], [.member("corners"), .element(2)], [.member("on"), .element(0)],
        ]
            as [[PartPath.Step]]
        {
            #expect(value.part(at: PartPath(steps)) == nil)
        }
    }
}

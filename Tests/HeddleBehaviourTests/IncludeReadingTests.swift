// SPDX-License-Identifier: Apache-2.0

import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("Included files")
struct IncludeReadingTests {
    /// Reads `main.json`, which can include the given files.
    private func read(_ main: String, _ files: [String: String]) -> (part: Behaviour?, issues: [Diagnostic]) {
        let includer = Includer(root: "main.json") { path, _ throws(Diagnostic) in
            guard let text = path == "main.json" ? main : files[path] else {
                throw Diagnostic(code: .cases(.includeUnreadable), "there is no \(path)")
            }
            return Includer.File(source: SourceText(name: path, text), identity: path)
        }
        return Behaviour.readPart(SourceText(name: "main.json", main), including: includer)
    }

    /// The mistakes with their places.
    private func mistakes(_ main: String, _ files: [String: String]) -> [String] {
        read(main, files).issues.map { "\($0.range?.location ?? "") \($0.message)" }
    }

    private func file(_ rest: String) -> String { "{\"behaviour\": 1, \(rest)}" }

    @Test("come before the file, and what is to run in any case behind it")
    func order() throws {
        let (part, issues) = read(
            file(
                #""include": ["a.json", "b.json"], "modules": {"m": {"library": "m"}}, "steps": [{"call": "x.f", "with": [{"ref": "of a"}]}], "always": [{"call": "m.end"}], "cases": [{"name": "main", "steps": []}]"#
            ),
            [
                "a.json": file(
                    #""include": ["c.json"], "modules": {"x": {"library": "x"}}, "hooks": [{"on": "x.*", "before": "log"}], "steps": [{"call": "x.a", "save": "of a"}], "always": [{"call": "x.a"}]"#
                ),
                "b.json": file(#""steps": [{"call": "m.b"}], "always": [{"call": "m.b"}]"#),
                "c.json": file(#""steps": [{"call": "m.c"}], "cases": [{"name": "c", "steps": [{"call": "m.c"}]}]"#),
            ])
        #expect(issues.isEmpty)
        let behaviour = try #require(part)
        #expect(behaviour.modules.map(\.name.value) == ["x", "m"])
        #expect(behaviour.hooks.map(\.range.source.name) == ["a.json"])
        #expect(behaviour.steps.map(\.call.value.action) == ["c", "a", "b", "f"])
        #expect(behaviour.steps.map(\.range.source.name) == ["c.json", "a.json", "b.json", "main.json"])
        #expect(behaviour.always.map(\.call.value.action) == ["end", "b", "a"])
        #expect(behaviour.cases.map(\.name.value) == ["c", "main"])
        #expect(behaviour.cases[0].steps.map(\.range.source.name) == ["c.json"])
    }

    @Test("that cannot be included are refused where they are named")
    func refused() {
        let empty = file(#""steps": []"#)
        let one = file(#""include": ["a.json"]"#)
        #expect(mistakes(one, [:]) == ["main.json:1:30 there is no a.json"])
        let using = file(
            #""include": ["a.json"], "steps": [{"call": "m.f", "with": [{"ref": "s"}]}], "cases": [{"name": "c", "needs": "d", "steps": []}]"#
        )
        #expect(mistakes(using, [:]) == ["main.json:1:30 there is no a.json"], "what it would have had is not missed")
        #expect(
            mistakes(file(#""include": ["main.json"]"#), [:])
                == ["main.json:1:30 \"main.json\" is the file that is run, which would include itself"])
        #expect(
            mistakes(one, ["a.json": file(#""include": ["main.json"]"#)])
                == ["a.json:1:30 \"main.json\" is the file that is run, which would include itself"])
        #expect(
            mistakes(file(#""include": ["a.json", "a.json"]"#), ["a.json": empty])
                == ["main.json:1:40 \"a.json\" is included twice, expected each file once"])
        #expect(
            mistakes(one, ["a.json": file(#""include": ["b.json"]"#), "b.json": file(#""include": ["a.json"]"#)])
                == ["b.json:1:30 \"a.json\" would include itself by way of b.json"])
        #expect(
            mistakes(one, ["a.json": file(#""include": ["a.json"]"#)]) == [
                "a.json:1:30 \"a.json\" would include itself"
            ])
        #expect(mistakes(one, ["a.json": "[]"]) == ["a.json:1:1 an included file is an array, expected an object"])
        #expect(mistakes(one, ["a.json": "{"]).map { $0.hasPrefix("a.json:1:2 found the end") } == [true])
        #expect(
            mistakes(one, ["a.json": "{}"]) == ["a.json:1:1 a behaviour needs the key \"behaviour\", found none"])
        #expect(
            mistakes(one, ["a.json": file(#""policy": {}"#)])
                == ["a.json:1:28 an included file has a policy, expected only the file that is run to have one"])
        #expect(
            mistakes(file(#""include": "a.json""#), [:])
                == ["main.json:1:29 \"include\" of a behaviour is text, expected a list"])
        #expect(
            mistakes(file(#""include": [1, ""]"#), [:]) == [
                "main.json:1:30 an element of \"include\" of a behaviour is a number, expected the path of a file",
                "main.json:1:33 an element of \"include\" of a behaviour is \"\", expected text that is not empty",
            ])
        #expect(
            codes(file(#""include": ["a.json"]"#)) == ["behaviour.bad-include"], "a text that is no file includes none")
    }

    @Test("have no names that others have")
    func clashes() {
        let main = file(
            #""include": ["a.json"], "modules": {"m": {"library": "m"}}, "hooks": [{"name": "h", "on": "m.*", "before": "log"}], "steps": [{"call": "m.f", "save": "s"}], "cases": [{"name": "c", "steps": []}]"#
        )
        let found = read(main, ["a.json": main.replacing(#""include": ["a.json"], "#, with: "")]).issues
        #expect(
            found.map { "\($0.range?.source.name ?? "") \($0.message)" } == [
                "main.json the name \"s\" is saved twice, expected a new name",
                "main.json \"c\" names two cases, expected a new name",
                "a.json \"m\" names two modules, expected a new name",
                "a.json \"h\" names two hooks, expected a new name",
            ])
        #expect(
            found.map { $0.notes.compactMap(\.range?.source.name) } == [
                ["a.json"], ["a.json"], ["main.json"], ["main.json"],
            ])
    }

    @Test("are quoted where something is wrong in them")
    func quoted() {
        let found = read(file(#""include": ["a.json"]"#), ["a.json": file("\n \"setps\": []")]).issues
        #expect(found.map { $0.render() }.joined().contains("--> a.json:2:2\n"))
        #expect(found.map { $0.render() }.joined().contains("did you mean \"steps\"?"))
    }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleBehaviour
import HeddleDiagnostics
import Testing

@Suite("The section tracking of a behaviour")
struct TrackingReadingTests {
    private func text(_ section: String) -> String {
        """
        {"behaviour": 1, "modules": {"home": {"library": "h"}, "login": {"library": "l"}}, "tracking": \(section)}
        """
    }

    /// Reads `main.json`, which can include the given files.
    private func read(_ main: String, _ files: [String: String]) -> (part: Behaviour?, issues: [Diagnostic]) {
        let includer = Includer(root: "main.json") { path, _ throws(Diagnostic) in
            Includer.File(source: SourceText(name: path, files[path] ?? ""), identity: path)
        }
        return Behaviour.readPart(SourceText(name: "main.json", main), including: includer)
    }

    @Test("is a hook with the aspect track for each screen and each event, behind the hooks of the file")
    func hooks() throws {
        let behaviour = try HeddleBehaviourTests.read(
            """
            {"behaviour": 1, "tracking": {
              "events": [{"module": "login", "action": "succeed", "label": "Login", "background": true}],
              "screens": [{"module": "home", "label": "Main"}, {"module": "login", "label": "L", "action": "open"}],
              "shown": "appear" }, "hooks": [{"on": "home.*", "after": "count"}],
             "modules": {"home": {"library": "h"}, "login": {"library": "l"}}}
            """)
        let hooks = behaviour.hooks
        #expect(
            hooks.map { $0.patterns.map(\.value) } == [["home.*"], ["home.appear"], ["login.open"], ["login.succeed"]])
        #expect(hooks.map { $0.after.map(\.name.value) } == [["count"], ["track"], ["track"], ["track"]])
        #expect(hooks.map(\.tracked?.kind) == [nil, .screens, .screens, .events])
        #expect(hooks.map { $0.background != nil } == [false, false, false, true])
        #expect(hooks[1].range.text == #"{"module": "home", "label": "Main"}"#)
        #expect(hooks[1].patterns[0].range.text == "\"home\"")
        #expect(hooks[3].patterns[0].range.text == "\"succeed\"")
    }

    @Test("shows screens by the action show, and measures time from the end of another action")
    func defaults() throws {
        let behaviour = try HeddleBehaviourTests.read(
            text(
                """
                {"screens": [{"module": "home", "label": "a"}],
                 "events": [{"module": "login", "action": "succeed", "label": "b", "from": "begin"}]}
                """))
        #expect(behaviour.hooks.map { $0.patterns.map(\.value) } == [["home.show"], ["login.succeed", "login.begin"]])
    }

    @Test("names providers, those of included files first, and each file has its own action that shows screens")
    func included() throws {
        let (part, issues) = read(
            """
            {"behaviour": 1, "include": ["a.json"], "modules": {"home": {"library": "h"}},
             "tracking": {"providers": {"own": "events"}, "screens": [{"module": "home", "label": "main"}]}}
            """,
            [
                "a.json": """
                {"behaviour": 1, "tracking": {"providers": {"lines": {"file": "x"}}, "shown": "open",
                 "screens": [{"module": "home", "label": "included"}]}}
                """
            ])
        #expect(issues.map(\.message) == [])
        let behaviour = try #require(part)
        #expect(behaviour.providers.map(\.name.value) == ["lines", "own"])
        #expect(behaviour.hooks.map { $0.patterns[0].value } == ["home.open", "home.show"])
        #expect(behaviour.hooks.map(\.range.source.name) == ["a.json", "main.json"])
    }

    @Test("refuses a provider whose name an included file has")
    func twice() {
        let issues = read(
            #"{"behaviour": 1, "include": ["a.json"], "tracking": {"providers": {"lines": "events"}}}"#,
            ["a.json": #"{"behaviour": 1, "tracking": {"providers": {"lines": {"file": "x"}}}}"#]
        ).issues
        #expect(
            issues.map { "\($0.range?.location ?? "") \($0.message)" } == [
                "a.json:1:45 \"lines\" names two providers, expected a new name"
            ])
    }

    @Test(
        "is refused with a reason, at the place of the mistake",
        arguments: [
            ("1", "1", "\"tracking\" of a behaviour is a number, expected an object"),
            ("{}", "{", "needs \"providers\", \"screens\" or \"events\", found none of them"),
            (#"{"screens": []}"#, "[]", "\"screens\" of a tracking section is [], expected at least one element"),
            (#"{"events": []}"#, "[]", "\"events\" of a tracking section is [], expected at least one element"),
            (#"{"providers": {}}"#, "{}", "expected at least one provider"),
            (#"{"providers": {"events": "events"}}"#, #""events""#, "cannot name a provider"),
            (#"{"providers": {"": "events"}}"#, #""""#, "cannot name a provider, expected text that is not empty"),
            (
                #"{"providers": {"a": "events", "a": "events"}}"#, #""a""#,
                "the name \"a\" appears twice in one object"
            ),
            (#"{"screens": [{"label": "a"}]}"#, "{", "a screen needs the key \"module\", found none"),
            (#"{"screens": [{"module": "home"}]}"#, "{", "a screen needs the key \"label\", found none"),
            (#"{"events": [{"module": "login", "label": "a"}]}"#, "{", "an event needs the key \"action\", found none"),
            (
                #"{"screens": [{"module": "hom", "label": "a"}]}"#, #""hom""#,
                "there is no module \"hom\" to track"
            ),
            (
                #"{"events": [{"module": "login", "action": "s*", "label": "a"}]}"#, #""s*""#,
                "\"action\" of an event is \"s*\", expected the name of one action"
            ),
            (
                #"{"events": [{"module": "login", "action": "a", "label": "a", "from": "a"}]}"#, #""a""#,
                "\"from\" is \"a\", the tracked action itself, expected another one"
            ),
            (#"{"shown": "a.*", "screens": [{"module": "home", "label": "a"}]}"#, #""a.*""#, "the name of one action"),
            (#"{"screens": [{"module": "home", "labl": "a"}]}"#, #""labl""#, "a screen has no key \"labl\""),
        ])
    func mistakes(section: String, place: String, words: String) {
        let found = issues(text(section))
        #expect(found.count == 1, "\(found.map(\.message))")
        #expect(found.first?.message.contains(words) == true, "\(found.first?.message ?? "")")
        #expect(found.first?.range?.text == place)
    }
}

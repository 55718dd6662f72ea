// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("A hook that cannot be woven")
struct HookMistakeTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    /// A behaviour with hooks around the fixture, whose calls would print.
    private func hooked(_ hooks: String) -> Marked {
        Marked(
            """
            { "behaviour": 1,
              "modules": { "probe": { "library": "probe" } },
              "hooks": [
                \(hooks)
              ],
              "steps": [
                { "call": "probe.say", "with": ["CALLED"] },
                { "call": "probe.add", "with": [1, 2] }
              ] }
            """)
    }

    @Test(
        "is shown where it stands",
        arguments: [
            (
                #"{ "on": "probe.add", "before": «"probe.see_text" }"#, 3,
                "parameter 1 of the hook see_text is const char *, that of add is int32_t"
            ),
            (
                #"{ "on": "probe.say", "instead": «"probe.multiply" }"#, 3,
                "the hook multiply has 2 parameters, say has 1; a hook has all of the action's parameters"
            ),
            (
                #"{ "on": "probe.say", "before": «"probe.multiply" }"#, 3,
                "the hook multiply has 2 parameters, say has 1; a hook has the first of the action's parameters"
            ),
            (
                #"{ "on": "probe.add", "instead": «"probe.divide" }"#, 3,
                "the hook divide has 4 parameters, add has 2; a hook has all of the action's parameters"
            ),
            (#"{ "on": «"probe.nothing_here", "before": "log" }"#, 3, "\"probe.nothing_here\" matches no action"),
            (#"{ "on": «"other.*", "before": "log" }"#, 3, "\"other.*\" matches no action"),
            (#"{ "on": «"probe", "before": "log" }"#, 3, "\"probe\" is not a pattern"),
            (
                #"{ "on": "probe.add", "before": «"logg" }"#, 3,
                "\"logg\" is neither an aspect nor a function of a module"
            ),
            (
                #"{ "on": "probe.add", "before": { "log": { «"colour": 1 } } }"#, 3,
                "log has no key \"colour\""
            ),
            (
                #"{ "on": "probe.add", "before": «"time" }"#, 3,
                "time makes no sense as before; it can be instead or after"
            ),
            (
                #"{ "on": "probe.add", "before": { "probe.see_add": «{ "x": 1 } } }"#, 3,
                "probe.see_add is a function, which takes no options"
            ),
            (#"{ "on": "probe.add", "before": «"probe.no_such" }"#, 4, "the module probe has no action \"no_such\""),
            (#"{ "on": "probe.add", "outside": «"nobody", "before": "log" }"#, 3, "there is no hook named \"nobody\""),
            (
                #"{ "name": "a", "on": "probe.multiply", "outside": «"a", "before": "log" }"#, 3,
                "around probe.multiply the hooks cannot be ordered: a is outside of a"
            ),
            (
                #"{ "name": "a", "on": "probe.add", "inside": «"a", "before": "log" }"#, 3,
                "around probe.add the hooks cannot be ordered: a is outside of a"
            ),
        ] as [(String, Int32, String)])
    func mistakes(hook: String, status: Int32, message: String) throws {
        try bench.expectRefused(hooked(hook), status, [message])
    }

    @Test("contradicts another one, and the cycle is named")
    func cycle() throws {
        let run = try bench.heddle(
            "run",
            behaviour: hooked(
                """
                { "name": "outer", "on": "probe.add", "outside": "inner", "before": "log" },
                { "name": "inner", "on": "probe.add", "outside": "outer", "before": "log" }
                """
            ).text)
        #expect(run.status == 3)
        #expect(run.output == "")
        #expect(
            run.errors.contains(
                "error: around probe.add the hooks cannot be ordered: outer is outside of inner is outside of outer\n"))
        #expect(run.errors.contains("--> stack.json:"))
        #expect(run.errors.hasSuffix("\n1 error\n"))
    }

    @Test("of a module that the file does not have is told which modules it has")
    func unknownModule() throws {
        let run = try bench.heddle(
            "check", behaviour: hooked(#"{ "on": "probe.add", "before": "security.check_permission" }"#).text)
        #expect(run.status == 3)
        #expect(
            run.errors.contains(
                "\"security.check_permission\" is neither an aspect nor a function of a module"))
        #expect(run.errors.contains("= there is no module \"security\"; there are probe\n"), "\(run.errors)")
    }

    @Test("is reported together with all others, in the order of the file")
    func several() throws {
        try bench.expectRefused(
            hooked(
                #"""
                { "on": "probe.add", "before": «"probe.see_text" },
                { "on": "probe.add", "before": «"probe.no_such" },
                { "on": "probe.add", "after": ["log", «"probe.look_up"] },
                { "on": «"probe.none", "before": "log" }
                """#), 3,
            [
                "parameter 1 of the hook see_text is const char *, that of add is int32_t",
                "the module probe has no action \"no_such\"",
                "parameter 1 of the hook look_up is const char *, that of add is int32_t",
                "\"probe.none\" matches no action",
            ])
    }

    @Test("may match nothing when it says that it is optional, and is not woven when it is not enabled")
    func excused() throws {
        let run = try bench.heddle(
            "run",
            behaviour: hooked(
                """
                { "on": "probe.none", "optional": true, "before": "log" },
                { "on": "probe.add", "enabled": false, "before": "probe.see_add" }
                """
            ).text)
        #expect(run.status == 0)
        #expect(run.outputWithoutTimes == "CALLED\n  probe.say(\"CALLED\")\n  probe.add(1, 2) = 3\n")
    }
}

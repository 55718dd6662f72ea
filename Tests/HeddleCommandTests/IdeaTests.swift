// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

/// The examples that `WhereTheIdeasComeFrom.md` names, one for each document. The server of the last one is in
/// `RemoteExampleTests`.
@Suite("An idea that Heddle began from")
struct IdeaTests {
    private let heddle: Program
    private let modules: String

    init() throws {
        heddle = try Program.built("heddle")
        modules = try BuiltModules.plugins
    }

    private func run(_ arguments: String...) throws -> Program.Ended { try heddle.run(arguments + ["-m", modules]) }

    /// A copy of an example, with changes.
    private func changed(_ example: String, _ text: String, to other: String) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        let original = try String(contentsOfFile: "\(Sources.root)/Examples/\(example)", encoding: .utf8)
        #expect(original.contains(text))
        try folder.write(example, original.replacing(text, with: other))
        return folder
    }

    private func page() throws -> String {
        let path = "\(Sources.root)/Sources/Heddle/Heddle.docc/WhereTheIdeasComeFrom.md"
        return try String(contentsOfFile: path, encoding: .utf8)
    }

    /// The durations in events differ.
    private func withoutDurations(_ text: String) -> String { text.replacing(#/"ms":[0-9.e-]+/#, with: #""ms":…"#) }

    // MARK: Analytics by configuration

    @Test("a file says which screens and events are tracked, and each provider gets each event")
    func analytics() throws {
        let folder = try changed("tracking.json", "/dev/null", to: "events.jsonl")
        let run = try run("run", folder("tracking.json"))
        #expect(run.status == 0)
        let events = [
            #"{"label":"Main screen","action":"home.show","data":{}}"#,
            #"{"label":"Login screen","action":"login.show","data":{"name":"entrance"}}"#,
            #"{"label":"Login error","action":"login.log_in","data":{"code":"wrongPassword"}}"#,
            #"{"label":"Login","action":"login.log_in","data":{"user":"ada","password":"<secret>"}}"#,
            #"{"label":"Logout","action":"login.log_out","data":{"ms":…}}"#,
        ]
        #expect(
            withoutDurations(run.errors) == events.map { "info: analytics: \($0)\n" }.joined()
                + "7 calls: 6 returned, 1 failed as expected. 2 expectations held.\n")
        let share = #"{"label":"Share button","action":"home.press_share","data":{"price":9.5,"currency":"GBP"}}"#
        let lines = withoutDurations(folder.text(of: "events.jsonl") ?? "").split(separator: "\n").map(String.init)
        #expect(Set(lines) == Set(events + [share]), "a background event may come later")
        #expect(lines.filter { $0 != share } == events)
    }

    @Test("a screen or an action that does not exist ends the start, with its place")
    func mistaken() throws {
        let folder = try changed("tracking.json", #""action": "press_share""#, to: #""action": "press_shares""#)
        let run = try run("run", folder("tracking.json"))
        #expect(run.status == 4)
        #expect(run.output == "")
        #expect(run.errors.contains("\(folder("tracking.json")):58:27"), "\(run.errors)")
        #expect(run.errors.contains("press_share\""))
    }

    // MARK: Aspects around services

    @Test("aspects surround services that know nothing of them", .enabled(if: BuiltModules.hasSwift))
    func services() throws {
        #expect(try run("check", "Examples/shows.json").output == "Examples/shows.json is right: 10 steps, 2 cases\n")
        let run = try run("run", "Examples/shows.json")
        #expect(run.status == 0)
        #expect(
            run.errors == """
                info: shows.all_shows returned "Chernobyl, Dark"
                info: shows.all_shows returned "Chernobyl, Dark"
                info: shows.all_episodes returned 26
                info: shows.mark_episode failed: notPremium: this is for premium users
                info: shows.subscribe returned
                info: shows.mark_episode returned
                info: shows.watched_episodes returned 1
                info: shows.mark_show returned
                info: shows.watched_episodes returned 26
                info: shows.all_episodes failed: noSuchShow: there is no show "Lost"
                10 calls: 8 returned, 2 failed as expected. 5 expectations held.
                2 cases were not run: heddle test Examples/shows.json does

                """)
        let findings = Set(run.output.split(separator: "\n").drop { !$0.hasPrefix("guard ") }.map(String.init))
        #expect(
            findings == [
                "guard                           passed  refused",
                "  shows.mark_show (premium)          1        0",
                "  shows.mark_episode (premium)       1        1",
                "cache                              hits  misses  evicted  expired",
                "  shows.all_shows (remembered)        1       1        0        0",
                "  shows.all_episodes (remembered)     0       2        0        0",
                "count                        entered  returned  failed",
                "  shows.all_shows (made)           1         1       0",
                "  shows.all_episodes (made)        2         1       1",
            ])
        let cases = try self.run("test", "Examples/shows.json")
        #expect(cases.status == 0)
        #expect(cases.outputWithoutTimes == "  passed       is offline\n  passed       is offline for a moment\n")
    }

    @Test("the order of aspects is the order in which they are written", .enabled(if: BuiltModules.hasSwift))
    func order() throws {
        let plan = try run("plan", "Examples/shows.json", "--calls", "own")
        let first = plan.output.split(separator: "\n").prefix { !$0.hasPrefix("1 ") }.map(String.init)
        let turns = first.filter { !$0.contains(" not ") && !$0.contains(" action ") }
            .map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
        #expect(
            turns == ["0 shows.all_shows()", "before delay", "instead cache", "instead count", "after log"],
            "\(plan.output)")
    }

    // MARK: Concerns that surround business

    @Test("permission, log, transaction and exceptions surround business that has none of it")
    func concerns() throws {
        let run = try run("run", "Examples/account.json")
        #expect(run.status == 0)
        #expect(
            run.errors == """
                error: alarm ada.deposit failed: notPermitted: nobody may not deposit for ada
                info: first deposit ada.deposit(20)
                info: ada.deposit returned
                info: account: committed
                info: ada.deposit returned
                info: account: committed
                error: alarm ada.withdraw failed: exception: std::runtime_error: the account has too little money
                info: account: rolled back
                error: alarm grace.withdraw failed: notPermitted: ada may not withdraw for grace
                info: ada.fee returned 10
                info: grace.fee returned 0
                12 calls: 9 returned, 3 failed as expected. 7 expectations held.

                """)
        #expect(run.output.contains(#/ada\.deposit \(measured\) +2 /#))
        #expect(!run.output.contains("grace.fee (measured)"), "another answers in its place")
    }

    @Test("without its hooks the exception leaves the account as it was in the midst of the work")
    func withoutHooks() throws {
        let folder = try changed(
            "account.json", #""name": "transaction","#, to: #""name": "transaction", "enabled": false,"#)
        let run = try run("run", folder("account.json"))
        #expect(run.status == 1)
        #expect(run.errors.contains("expected: int64_t 125"), "\(run.errors)")
        #expect(run.errors.contains("actual:   int64_t -875"), "\(run.errors)")
    }

    // MARK: Screen events as side effects of flows

    @Test("each screen that a flow shows is an event with its name, also in native code, and none without a name")
    func flows() throws {
        let run = try run("run", "Examples/flow.json")
        #expect(run.status == 0)
        #expect(
            run.errors == """
                info: analytics: {"label":"screen view","action":"flow.present","data":{"name":"home","animated":true}}
                info: analytics: {"label":"screen view","action":"flow.present","data":{"name":"welcome","animated":true}}
                info: analytics: {"label":"journey","action":"flow.replace","data":{"step":"first visit"}}
                info: analytics: {"label":"screen view","action":"flow.replace","data":{"name":"questions"}}
                info: analytics: {"label":"screen view","action":"flow.dismiss","data":{"name":"questions"}}
                info: analytics: {"label":"screen view","action":"flow.dismiss","data":{"name":"home"}}
                6 calls: 5 returned, 1 failed as expected. 2 expectations held.

                """)
        #expect(try page().contains(run.errors), "the page shows it")
    }

    @Test("a flow that is handed on undecorated has no events")
    func undecorated() throws {
        let folder = try changed("flow.json", #"[{ "table": "flow" }]"#, to: #"[{ "ref": "bare" }]"#)
        let text = try #require(folder.text(of: "flow.json"))
        let making = #"{ "call": "navigation.main_flow", "save": "bare" }, "#
        try folder.write("flow.json", text.replacing(#""steps": ["#, with: #""steps": [ "# + making))
        let run = try run("run", folder("flow.json"))
        let events = run.errors.split(separator: "\n").filter { $0.hasPrefix("info: analytics") }
        #expect(events.count == 1, "\(run.errors)")
    }

    // MARK: Behaviour from a server

    @Test("the configuration of the host that asks a server is right")
    func remote() throws {
        let check = try heddle.run(["serve", "Examples/remote.json", "--check"])
        #expect(check.status == 0)
        #expect(check.output == "the configuration is right\n", "\(check.errors)")
    }

    // MARK: The page

    @Test("stands on the page of the documentation, with an example that is there")
    func shown() throws {
        let page = try page()
        for example in ["tracking", "shows", "account", "flow", "sequence", "remote"] {
            #expect(page.contains("`Examples/\(example).json`"))
            #expect(FileManager.default.fileExists(atPath: "\(Sources.root)/Examples/\(example).json"))
        }
    }
}

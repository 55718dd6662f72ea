// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("The status page in Chromium, where that is installed", .serialized, .enabled(if: Browser.isInstalled))
struct StatusPageTests {
    private let host: RunningHost
    private let port: Int

    init() throws {
        host = try RunningHost()
        port = try VersionServer().port
        try host.folder.write("token", "0123456789abcdef0123456789abcdef\n")
    }

    private func start(_ behaviours: String) throws {
        try host.start(behaviours, control: #", "port": \#(port), "token": "token""#)
    }

    private var address: String { "http://127.0.0.1:\(port)/#0123456789abcdef0123456789abcdef" }

    /// An expression that is the text of the page once it has some words.
    private func text(with words: String...) -> String {
        let conditions = words.map { "document.body.innerText.includes(\($0.debugDescription))" }
        return "\(conditions.joined(separator: " && ")) ? JSON.stringify(document.body.innerText) : ''"
    }

    @Test("shows state, runs, times and calls as they happen, and nothing is wrong on the console")
    func everything() throws {
        let counted = #""hooks": [{"on": "probe.add", "after": "count"}], "steps""#
        try host.folder.write("add.json", adding(1, 2, is: 3).replacing("\"steps\"", with: counted))
        try start(#""add": {"from": "add.json", "run": {"every": "500 ms"}}"#)
        let seen = try Browser.see(address, text(with: "probe.add(1, 2)", "held", "average", "count"))
        #expect(seen.console == [])
        for words in ["Heddle till-1", "add ready", "add.json", "1 steps"] {
            #expect(seen.value.contains(words), "\(words) in \(seen.value)")
        }
        #expect(seen.value.contains("µs"))
    }

    @Test("shows the run that is under way, and in a colour that the host stops")
    func stopping() throws {
        try host.folder.write("add.json", adding(1, 2, is: 3, before: #"{"call": "probe.wait_ms", "with": [10000]}, "#))
        try start(#""add": {"from": "add.json", "run": {"onStart": true}}"#)
        #expect(host.wait { try host.status(of: "add")["running"] != nil })
        let running = try Browser.see(address, text(with: "run 1 (start), since 2"))
        #expect(running.value.contains("running") && running.console == [])
    }

    @Test("shows what operators have added")
    func additions() throws {
        try host.folder.write("add.json", adding(1, 2, is: 3))
        try start(#""add": {"from": "add.json"}"#)
        let text = #"{"behaviour": 1, "hooks": [{"on": "probe.add", "after": {"count": {}}}]}"#
        let head = "Content-Length: \(text.utf8.count)\r\n"
        #expect(try host.ask("PUT", "/behaviours/add/added/watch", head, body: text).status == 200)
        let seen = try Browser.see(address, self.text(with: "added", "watch"))
        #expect(seen.value.contains("watch") && seen.console == [])
    }

    @Test("shows calls that happen while it is open")
    func live() throws {
        try host.folder.write("add.json", adding(1, 2, is: 3))
        try start(#""add": {"from": "add.json"}"#)
        // The page's own button runs the behaviour, once the page is there.
        let click = """
            (() => {
                const button = [...document.querySelectorAll('button')].find(each => each.textContent === 'Run')
                if (button && !window.hasRun) { window.hasRun = true; button.click() }
                const call = document.querySelector('.live tbody tr')
                return call ? call.innerText : ''
            })()
            """
        let seen = try Browser.see(address, click)
        #expect(seen.value.contains("probe.add(1, 2)") && seen.value.contains("3"))
        #expect(seen.console == [])
    }

    @Test("shows the plan with the chain of each call")
    func chains() throws {
        let counted = #""hooks": [{"on": "probe.add", "after": "count"}], "steps""#
        try host.folder.write("add.json", adding(1, 2, is: 3).replacing("\"steps\"", with: counted))
        try start(#""add": {"from": "add.json"}"#)
        let click = """
            (() => {
                const button = [...document.querySelectorAll('button')].find(each => each.textContent === 'Show the plan')
                if (button && !window.hasRun) { window.hasRun = true; button.click() }
                const plan = document.querySelector('pre')
                return plan ? JSON.stringify(plan.innerText) : ''
            })()
            """
        let seen = try Browser.see(address, click)
        #expect(seen.value.contains("probe.add") && seen.value.contains("after") && seen.value.contains("count"))
        #expect(seen.console == [])
    }

    @Test("takes HTML in what behaviours say for text")
    func markup() throws {
        let evil = "<img src=x onerror=document.title=1>"
        let hook = #""hooks": [{"name": "\#(evil)", "on": "probe.add", "after": "count"}], "steps""#
        let text = adding(1, 2, is: 3, before: #"{"call": "probe.same_text", "with": ["\#(evil)"]}, "#)
        try host.folder.write("add.json", text.replacing("\"steps\"", with: hook))
        try host.folder.write("wrong.json", #"{"behaviour": 1, "steps": [{"call": "\#(evil).add", "with": []}]}"#)
        try start(
            #""add": {"from": "add.json", "run": {"every": "500 ms"}}, "wrong": {"from": "wrong.json"}"#)
        let condition = "document.querySelectorAll('.live tbody tr').length > 1"
        let seen = try Browser.see(
            address,
            "\(condition) ? JSON.stringify([document.images.length, document.title, document.body.innerText]) : ''")
        #expect(seen.value.hasPrefix(#"[0,"Heddle","#))
        #expect(seen.value.components(separatedBy: "<img src=x").count > 3)
        #expect(seen.console == [])
    }

    @Test("says that the token is wrong")
    func token() throws {
        try host.folder.write("add.json", adding(1, 2, is: 3))
        try start(#""add": {"from": "add.json"}"#)
        let seen = try Browser.see("http://127.0.0.1:\(port)/#0123", text(with: "the token is missing or wrong"))
        #expect(seen.value != "" && !seen.value.contains("add.json"))
    }
}

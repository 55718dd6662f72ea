// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Foundation
import HeddleReport
import Testing
import Workbench

@Suite("HTML")
struct HTMLReportTests {
    private func html(_ events: [Event]) -> String { text(of: events) { HTMLReport(write: $0) } }

    /// The data of a page, read by a reader that is not Heddle's.
    private func rows(_ events: [Event]) throws -> [[String: Any]] {
        let page = html(events)
        let start = try #require(page.firstRange(of: "id=\"records\">"))
        let rest = page[start.upperBound...]
        let end = try #require(rest.firstRange(of: "</script>"))
        let data = Data(rest[..<end.lowerBound].utf8)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    }

    @Test("the page has a row for the run, for each attempt, for what aspects found and for the summary")
    func rows() throws {
        let finding = Event.finding(
            FindingEvent(aspect: "count", hook: nil, action: crc32, facts: [.init("returned", .integer(3))]))
        let rows = try rows(Scene.everything + [finding])
        #expect((rows.first?["run"] as? [String: Any])?["seed"] as? String == "18446744073709551615")
        #expect(rows.filter { $0["outcome"] != nil }.count == 11)
        #expect(rows[rows.count - 2]["findings"] as? String == "count      returned\n  z.crc32         3\n")
        #expect((rows.last?["summary"] as? String)?.hasPrefix("8 cases: 1 passed") == true)
    }

    @Test("every text arrives in the data")
    func hostile() throws {
        let record = try #require(try rows(Scene.everything).first { $0["name"] as? String == hostileText })
        #expect(record["output"] as? String == hostileText)
        #expect(record["tags"] as? [String] == [hostileText])
        #expect(record["reason"] as? String != nil)
        let call = try #require((record["calls"] as? [[String: Any]])?.first)
        #expect(call["hooks"] as? [String] == [hostileText])
        #expect((call["call"] as? String) == hostileText + ".f")
    }

    @Test("no text of the run can end the data: nothing in it begins a tag")
    func noMarkup() throws {
        let page = html(Scene.everything)
        let tags = html([]).matches(of: /</).count
        #expect(page.matches(of: /</).count == tags)
    }

    @Test("values are JSON as text, so that no browser rounds them")
    func exactValues() throws {
        let rows = try rows([Scene.call(nil, .returned(.integer(18_446_744_073_709_551_615)))])
        let call = try #require((rows[0]["calls"] as? [[String: Any]])?.first)
        #expect(call["result"] as? String == "18446744073709551615")
        #expect(call["with"] as? String == "[7]")
    }

    @Test("the run has its date and its machine, and a row of a table its family and values")
    func origin() throws {
        let origin = RunOrigin(date: "2026-11-24T22:10:31Z", host: "h", system: "Linux", processors: 2, version: "1")
        let rows = try rows([.runStarted(RunStartEvent(files: ["a"], origin: origin))] + Scene.table)
        let run = try #require(rows.first?["run"] as? [String: Any])
        let made = try #require(run["origin"] as? [String: Any])
        #expect(made["date"] as? String == "2026-11-24T22:10:31Z")
        #expect(made["processors"] as? Int == 2)
        #expect(rows[1]["family"] as? String == "adds")
        #expect(rows[1]["row"] as? String == #"row: n = 1, text = "<b>""#)
    }

    @Test("the page needs nothing from anywhere, and its policy forbids it")
    func noNetwork() {
        let page = html([])
        #expect(page.contains("content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\""))
        for word in ["http:", "https:", "src=", "@import", "url("] { #expect(!page.contains(word)) }
        #expect(!page.contains("/* style */") && !page.contains("/* records */") && !page.contains("/* script */"))
    }
}

@Suite("HTML in Chromium, where that is installed", .enabled(if: Program.isInstalled("chromium")))
struct HTMLBrowserTests {
    /// Opens a page, runs a script behind its own, and returns the lines that it gave to `say`.
    private func said(_ events: [Event], _ script: String) throws -> [String] {
        let page = text(of: events) { HTMLReport(write: $0) }
        let probe = """
            <script>
            const lines = [];
            const say = line => lines.push(line);
            const texts = selector => [...document.querySelectorAll(selector)].map(e => e.textContent);
            addEventListener("error", event => say("error: " + event.message));
            window.alert = () => say("alert");
            \(script)
            setTimeout(() => {
              const out = document.body.appendChild(document.createElement("pre"));
              out.id = "said";
              out.textContent = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(lines))));
            }, 500);
            </script></body>
            """
        let folder = try ScratchFolder()
        try folder.write("page.html", page.replacing("</body>", with: probe))
        let dom = try Program("chromium").run([
            "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000",
            "--user-data-dir=\(folder("profile"))", "--dump-dom", "file://\(folder("page.html"))",
        ]).output
        let encoded = try #require(dom.firstMatch(of: /<pre id="said">([^<]*)</)).1
        let data = try #require(Data(base64Encoded: String(encoded)))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String])
    }

    @Test("what did not pass comes first, and hostile texts are texts")
    func order() throws {
        let said = try said(
            Scene.everything,
            """
            texts("details.case .outcome").forEach(say);
            document.querySelectorAll("details.case").forEach(box => { box.open = true; });
            setTimeout(() => { say(document.querySelectorAll("img").length + " images"); }, 100);
            """)
        #expect(
            said == [
                "crashed", "timed out", "failed", "failed", "interrupted", "flaky", "skipped", "passed", "passed",
                "0 images",
            ])
    }

    @Test("the rows of a table are folded, the failed one first, and its values are shown")
    func table() throws {
        let alone = Scene.attempt(Scene.attempt("alone"), CaseEnding(.passed))
        let said = try said(
            alone + Scene.table,
            """
            texts("#cases > details > summary").forEach(say);
            texts("details.table details.case > summary .outcome").forEach(say);
            say(texts("details.table pre")[1]);
            """)
        #expect(
            said == [
                "failedadds3 rows: 1 failed, 2 passed300 ns", "passedalone0 nscases.json:2:3", "failed", "passed",
                "passed",
                #"n = 2, text = "<b>""#,
            ])
    }

    @Test("the page has the date, the machines, the versions and the total time")
    func origin() throws {
        let starts = ["one", "two"].map { host in
            Event.runStarted(
                RunStartEvent(
                    files: ["a.json"], shard: .init(index: 1, of: 2), jobs: 2,
                    origin: RunOrigin(
                        date: "2026-11-24T22:10:31Z", host: host, system: "Linux 6", processors: 4, version: "0.1.0")))
        }
        let done = Scene.attempt(Scene.attempt("a", start: 2_000_000), CaseEnding(.passed, nanoseconds: 1_000_000))
        let script = """
            say(texts("#run")[0]);
            say(texts("#origin")[0].replace(/^.*2026.*? · /, ""));
            """
        #expect(
            try said(starts + done, script) == [
                "a.json · 2 parts · jobs 4 · total time 3.00 ms", "one, two · Linux 6 · heddle 0.1.0",
            ])
        #expect(
            try said([starts[0]] + done, script) == [
                "a.json · shard 1/2 · jobs 2 · total time 3.00 ms", "one · Linux 6 · 4 processors · heddle 0.1.0",
            ])
    }

    @Test("the time of a case is that of all its attempts together")
    func time() throws {
        let events =
            Scene.attempt(Scene.attempt("b"), CaseEnding(.failed, nanoseconds: 1_000_000, isRetried: true))
            + Scene.attempt(Scene.attempt("b", attempt: 2), CaseEnding(.flaky, nanoseconds: 2_000_000))
        #expect(try said(events, #"texts("details.case summary .aside").forEach(say);"#).first == "3.00 ms")
    }

    @Test(
        "the command that runs a case again is there on a click, and is copied as it is",
        arguments: ["heddle test 'a  b.json' --name '<b>'\\''\\*'", #"heddle test a --name $'tab\U00000009'"#])
    func rerun(command: String) throws {
        let failed = CaseEnding(.failed, nanoseconds: 1, rerun: command)
        let said = try said(
            Scene.attempt(Scene.attempt("good"), CaseEnding(.passed))
                + Scene.attempt(Scene.attempt("bad"), failed, Scene.expectation(0, isHeld: false)),
            """
            const box = document.querySelector("details.case.bad");
            box.open = false;
            box.querySelector("summary").click();
            setTimeout(() => {
              const heading = [...box.querySelectorAll("h3")].find(h => h.textContent === "run again");
              getSelection().selectAllChildren(heading.nextElementSibling);
              say(getSelection().toString());
              say(texts("h3").filter(text => text === "run again").length + " of 2 cases");
            }, 200);
            """)
        #expect(said == [command, "1 of 2 cases"])
    }

    @Test("search finds what was called, filters choose outcomes, and a click shows values")
    func search() throws {
        let said = try said(
            Scene.everything,
            """
            const field = document.getElementById("search");
            field.value = "PRINTED";
            field.oninput();
            setTimeout(() => {
              texts("details.case > summary").forEach(text => say(text.includes("bad") ? "bad" : text));
              field.value = "";
              field.oninput();
              [...document.querySelectorAll("#filters button")].find(b => b.textContent.includes("flaky")).click();
            }, 200);
            setTimeout(() => {
              texts("details.case .outcome").forEach(say);
              document.querySelector("details.case").open = true;
            }, 350);
            setTimeout(() => {
              document.querySelector(".call").click();
              texts("dl dd").slice(0, 2).forEach(say);
            }, 450);
            """)
        #expect(said == ["bad", "flaky", "[7]", #"{"code":"io","message":"gone","suppressed":[]}"#])
    }
}

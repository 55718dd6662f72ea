// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("The manual")
struct ManualTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    @Test("has a page for the command and for each verb that --help shows")
    func pages() throws {
        let pages = try bench.heddle("manual").output.split(separator: "\n").map(String.init)
        let help = try bench.heddle("--help").output
        let verbs = help.matches(of: /(?m)^  ([a-z]+) {2,}\S/).map { "heddle-\($0.1)" }
        #expect(verbs.count > 15)
        #expect(Set(verbs).subtracting(pages).isEmpty)
        #expect(pages.contains("heddle") && pages.contains("heddle-source"))
        #expect(!pages.contains { $0.contains("worker") || $0.contains("manual") })
        let unknown = try bench.heddle("manual", "heddle-none")
        #expect(unknown.status == 2)
        #expect(unknown.errors.hasPrefix("error: there is no page heddle-none"))
    }

    @Test("is read by groff without a warning, and says what the help does", .enabled(if: Program.isInstalled("groff")))
    func groff() throws {
        for page in try bench.heddle("manual").output.split(separator: "\n").map(String.init) {
            let source = try bench.heddle("manual", page).output
            let shown = try Program("groff").run(["-man", "-ww", "-Tutf8", "-P-cbou"], input: source)
            #expect(shown.errors == "", "\(page)")
            #expect(shown.output.contains("NAME") && shown.output.contains("SYNOPSIS"))
        }
        let source = try bench.heddle("manual", "heddle-test").output
        #expect(source.contains(#"\fB\-\-shard\fR \fIpart/parts\fR"#))
        #expect(source.contains(".SH ADDITIONAL REPORTS\n"))
        #expect(source.contains("[\\fIoption\\fR...] \\fIfiles\\fR...\n"))
        #expect(source.contains(#"* stands for any characters, \e* for a star."#))
    }
}

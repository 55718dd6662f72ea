// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Foundation
import FoundationXML
import HeddleReport
import Testing

@Suite("JUnit")
struct JUnitReportTests {
    private func junit(_ events: [Event]) -> String { text(of: events) { JUnitReport(write: $0) } }

    private func document(_ events: [Event]) throws -> XMLDocument {
        try XMLDocument(xmlString: junit(events), options: [])
    }

    @Test("warnings about a case that passed stand before what it wrote to standard error")
    func warnings() throws {
        let document = try document(Scene.leak)
        #expect(try document.nodes(forXPath: "//failure").isEmpty)
        #expect(
            try document.nodes(forXPath: "//testcase/system-err").map(\.stringValue) == [
                "warning: handle 1 was not released\n = call del\n"
            ])
    }

    @Test("warnings and notices that belong to no case are properties of the suites")
    func remarks() throws {
        let document = try document(
            Scene.attempt(Scene.attempt("a"), CaseEnding(.passed), Scene.call(0)) + Scene.unfinished)
        #expect(try document.nodes(forXPath: "//testcase").count == 1)
        for (kind, message) in [
            ("notice", "5 cases were not run: a case failed, and --fail-fast stops there"),
            ("warning", "part 3 of 3 is missing"),
        ] {
            let path = "//testsuite/properties/property[@name='\(kind)']/@value"
            #expect(try document.nodes(forXPath: path).map(\.stringValue) == [message])
        }
    }

    @Test("a run of two cases, written out")
    func whole() {
        let events =
            [.runStarted(RunStartEvent(files: ["cases.json"], seed: 7, shard: .init(index: 1, of: 2)))]
            + Scene.attempt(Scene.attempt("a"), CaseEnding(.passed, nanoseconds: 1_500_000_000))
            + Scene.attempt(
                Scene.attempt("b"), CaseEnding(.failed, nanoseconds: 412), Scene.call(0, .failed(Scene.failure)),
                .output(OutputEvent(.output, "out\n", worker: 0)), .output(OutputEvent(.error, "err", worker: 0)))
        #expect(
            junit(events) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="heddle" tests="2" failures="1" errors="0" time="1.500000412">
                  <testsuite name="cases.json" tests="2" failures="1" errors="0" time="1.500000412" skipped="0">
                    <properties>
                      <property name="seed" value="7"/>
                      <property name="shard" value="1/2"/>
                      <property name="jobs" value="1"/>
                    </properties>
                    <testcase name="a" classname="cases" file="cases.json" line="2" time="1.500000000"/>
                    <testcase name="b" classname="cases" file="cases.json" line="2" time="0.000000412">
                      <failure message="z.crc32(7) failed: io: gone" type="failed">error: z.crc32(7) failed: io: gone</failure>
                      <system-out>out
                </system-out>
                      <system-err>err</system-err>
                    </testcase>
                  </testsuite>
                </testsuites>

                """)
    }

    @Test("attempts are told as Surefire tells them")
    func attempts() throws {
        let document = try document(Scene.everything)
        func children(_ name: String) throws -> [String] {
            try document.nodes(forXPath: "//testcase[@name='\(name)']/*").compactMap(\.name)
        }
        #expect(try children("good") == [])
        #expect(try children("bad") == ["failure", "system-out"])
        #expect(try children("shaky") == ["flakyFailure"])
        #expect(try children("never") == ["error", "rerunFailure"])
        #expect(try children("absent") == ["skipped"])
        #expect(try children("slow") == ["error"])
        #expect(try children("stopped") == ["error"])
        #expect(try children("outside of cases") == [])
        // The last attempt counts, as in all reports.
        let errors = try document.nodes(forXPath: "//testcase[@name='never']/error/@message").compactMap(\.stringValue)
        #expect(errors == ["SIGSEGV in z.crc32"])
        #expect(try document.nodes(forXPath: "//testcase[@name='slow']/error/@type").first?.stringValue == "timedOut")
    }

    @Test("the numbers are those of the elements, for each suite and for all")
    func counts() throws {
        let document = try document(Scene.everything)
        let suites = try document.nodes(forXPath: "//testsuite").compactMap { $0 as? XMLElement }
        #expect(suites.count == 3)
        for scope in suites + [try #require(document.rootElement())] {
            func count(_ path: String) throws -> String { "\(try scope.nodes(forXPath: path).count)" }
            #expect(scope.attribute(forName: "tests")?.stringValue == (try count(".//testcase")))
            #expect(scope.attribute(forName: "failures")?.stringValue == (try count(".//testcase[failure]")))
            #expect(scope.attribute(forName: "errors")?.stringValue == (try count(".//testcase[error]")))
            guard scope.name == "testsuite" else { continue }
            #expect(scope.attribute(forName: "skipped")?.stringValue == (try count(".//testcase[skipped]")))
        }
    }

    @Test("every text arrives; what XML cannot hold arrives as its escape")
    func hostile() throws {
        let document = try document(Scene.everything)
        let escaped =
            hostileText.replacing("\0", with: "\\u0000").replacing("\u{1B}", with: "\\u001b")
            .replacing("\u{FFFE}", with: "\\ufffe").replacing("\u{FFFF}", with: "\\uffff")
        let names = try document.nodes(forXPath: "//testcase/@name").compactMap(\.stringValue)
        #expect(names.contains { $0.utf8.elementsEqual(escaped.utf8) })
        let output = try document.nodes(forXPath: "//testcase/system-err").compactMap(\.stringValue)
        #expect(output.contains { $0.utf8.elementsEqual(escaped.utf8) })
        #expect(try document.nodes(forXPath: "//img | //script").isEmpty)
    }

    @Test("every character alone is well-formed in a name and in output", arguments: [0...0x2FF, 0xD7F0...0x1_0010])
    func characters(range: ClosedRange<UInt32>) throws {
        let scalars = range.compactMap(Unicode.Scalar.init)
        let events = scalars.flatMap { scalar in
            Scene.attempt(
                Scene.attempt("\(scalar.value)", name: "[\(scalar)]"), CaseEnding(.failed, reason: "\(scalar)"),
                .output(OutputEvent(.output, "[\(scalar)]", worker: 0)))
        }
        let document = try document(events)
        #expect(try document.nodes(forXPath: "//testcase").count == scalars.count)
    }

    @Test("nothing is written before the run is over")
    func untilTheEnd() {
        let collector = Collector()
        let report = JUnitReport(write: collector.write)
        for event in Scene.everything { report.receive(event) }
        #expect(collector.text == "")
        #expect(junit([]).hasPrefix("<?xml"))
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("A host of a fleet", .serialized)
struct FleetTests {
    private let host: RunningHost

    init() throws {
        host = try RunningHost()
        try host.folder.write("add.json", adding(1, 2, is: 3))
    }

    @Test("reports its status to a server, again and again")
    func report() throws {
        let server = try VersionServer()
        try host.start(
            #""add": {"from": "add.json"}"#,
            rest: #", "report": {"to": "\#(server.url("reports"))", "every": "100 ms"}"#)
        #expect(host.wait { server.reports.count >= 3 })
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(server.reports[2].utf8)) as? [String: Any])
        #expect(report["host"] as? String == "till-1")
        #expect((report["behaviours"] as? [[String: Any]])?.first?["state"] as? String == "ready")
    }

    @Test("goes on when nobody takes its reports")
    func silence() throws {
        let server = try VersionServer()
        server.stop()
        try host.start(
            #""add": {"from": "add.json"}"#,
            rest: #", "report": {"to": "\#(server.url("reports"))", "every": "100 ms"}"#)
        #expect(host.wait { host.log.contains("the status is not reported") })
        #expect(try host.run("add")["ending"] as? String == "held")
    }
}

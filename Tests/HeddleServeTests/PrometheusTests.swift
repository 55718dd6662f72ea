// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite(
    "The metrics for Prometheus, where that is installed", .serialized,
    .enabled(if: Program.isInstalled("prometheus") && Program.isInstalled("promtool")))
struct PrometheusTests {
    private let host: RunningHost

    init() throws {
        host = try RunningHost()
        try host.folder.write("add.json", adding(1, 2, is: 3))
        try host.folder.write("fail.json", adding(1, 2, is: 4))
        try host.folder.write("token", "0123456789abcdef0123456789abcdef\n")
    }

    @Test("are right for promtool, which also judges their names")
    func check() throws {
        try host.start(#""add": {"from": "add.json"}"#)
        try host.run("add")
        let checked = try Program("promtool").run(["check", "metrics"], input: try host.ask("GET", "/metrics").body)
        #expect(checked.status == 0 && checked.output == "" && checked.errors == "")
    }

    @Test("are read from the port with the token, and are what happened")
    func scrape() throws {
        let (port, ownPort) = (try VersionServer().port, try VersionServer().port)
        try host.start(
            #""add": {"from": "add.json"}, "fail": {"from": "fail.json"}"#,
            control: #", "port": \#(port), "token": "token""#)
        for _ in 0..<3 { try host.run("add") }
        try host.run("fail")
        try host.folder.write(
            "prometheus.yml",
            """
            global: {scrape_interval: 200ms, scrape_timeout: 200ms}
            scrape_configs:
              - job_name: heddle
                authorization: {credentials_file: token}
                static_configs: [{targets: ["127.0.0.1:\(port)"]}]
            """)
        let prometheus = try Program("prometheus").start(
            [
                "--config.file=prometheus.yml", "--storage.tsdb.path=data", "--log.level=warn",
                "--web.listen-address=127.0.0.1:\(ownPort)",
            ], in: host.folder.path)
        defer {
            prometheus.signal(SIGKILL)
            _ = prometheus.ended()
        }
        func value(of query: String) throws -> String? {
            let escaped = query.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let answer = try host.ask("GET", "/api/v1/query?query=\(escaped)", port: ownPort).json
            let results = (answer["data"] as? [String: Any])?["result"] as? [[String: Any]]
            return (results?.first?["value"] as? [Any])?.last as? String
        }
        let isUp = host.wait { try value(of: "up") == "1" }
        #expect(isUp, "\(prometheus.errorsSoFar)")
        let calls = "heddle_call_duration_seconds"
        for (query, expected) in [
            (#"heddle_runs_total{behaviour="add",ending="held"}"#, "3"),
            (#"heddle_runs_total{behaviour="fail",ending="failed"}"#, "1"),
            (#"heddle_calls_total{behaviour="add",action="probe.add",status="returned"}"#, "3"),
            (#"heddle_behaviour_state{behaviour="add",state="ready"}"#, "1"),
            (#"sum(\#(calls)_count)"#, "4"), (#"\#(calls)_bucket{behaviour="add",le="+Inf"}"#, "3"),
            (#"histogram_quantile(1, sum by (le) (\#(calls)_bucket)) < bool 1"#, "1"),
        ] {
            #expect(host.wait { try value(of: query) == expected }, "\(query)")
        }
        try host.run("add")
        #expect(host.wait { try value(of: #"heddle_runs_total{behaviour="add",ending="held"}"#) == "4" })
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("The folder of the state", .serialized)
struct StateTests {
    private let host: RunningHost

    init() throws {
        host = try RunningHost()
        try host.folder.write("add.json", adding(1, 2, is: 3))
        try host.start(#""add": {"from": "add.json"}"#)
    }

    private func second() throws -> Program.Ended {
        try host.folder.write(
            "second.json", #"{"serve": 1, "state": "state", "control": {"socket": "second"}, "behaviours": {}}"#)
        return try Program.built("heddle").run(["serve", host.folder("second.json")])
    }

    @Test("belongs to one host, and a second one says whose it is")
    func shared() throws {
        let ended = try second()
        #expect(ended.status == 8)
        let process = try #require(host.folder.text(of: "state/lock")).trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(kill(try #require(pid_t(process)), 0) == 0)
        let message = "the folder \(host.folder.path)/state for the state is that of another host, process \(process)"
        #expect(ended.errors.hasPrefix("error: \(message)\n"), "\(ended.errors)")
        #expect(try host.run("add")["ending"] as? String == "held")
    }

    @Test("is free again when its host was killed")
    func killed() throws {
        host.signal(SIGKILL)
        _ = try host.ended()
        try host.start(#""add": {"from": "add.json"}"#)
        #expect(try host.state(of: "add") == "ready")
    }
}

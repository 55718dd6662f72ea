// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("Hooks that an operator adds to a behaviour that runs", .serialized)
struct AdditionTests {
    private let host: RunningHost

    init() throws {
        host = try RunningHost()
        try host.folder.write("add.json", adding(1, 2, is: 3))
        try host.start(#""add": {"from": "add.json"}"#)
    }

    private func put(_ key: String, _ text: String) throws -> RunningHost.Answer {
        try host.ask("PUT", "/behaviours/add/added/\(key)", "Content-Length: \(text.utf8.count)\r\n", body: text)
    }

    private func hooks(_ hook: String) -> String { #"{"behaviour": 1, "hooks": [\#(hook)]}"# }

    private var plan: String { get throws { try host.ask("GET", "/behaviours/add/plan").body } }

    @Test("are around its calls until they are taken away, and it goes on meanwhile")
    func addition() throws {
        #expect(try put("watch", hooks(#"{"on": "probe.add", "after": {"count": {}}}"#)).status == 200)
        #expect(try plan.contains(#""runs":"count""#))
        #expect(try plan.contains(#""why":"added:watch:1:"#))
        #expect(try host.run("add")["ending"] as? String == "held")
        #expect(try host.status(of: "add")["added"] as? [String] == ["watch"])
        #expect(try host.ask("DELETE", "/behaviours/add/added/watch").status == 200)
        #expect(try !plan.contains("count"))
        #expect(try host.ask("DELETE", "/behaviours/add/added/watch").status == 404)
    }

    @Test("stay when another version comes")
    func update() throws {
        #expect(try put("watch", hooks(#"{"on": "probe.add", "after": {"count": {}}}"#)).status == 200)
        try host.folder.write("add.json", adding(2, 2, is: 4))
        #expect(host.wait { try host.status(of: "add")["swaps"] as? Int == 3 })
        #expect(try plan.contains(#""with":[2,2]"#) && plan.contains(#""runs":"count""#))
    }

    @Test("change nothing when they are wrong, and the answer says what is wrong, and where")
    func mistakes() throws {
        let answer = try put("watch", hooks(#"{"on": "probe.ad", "after": {"count": {}}}"#))
        #expect(answer.status == 422)
        let found = try #require(answer.json["diagnostics"] as? [[String: Any]])
        #expect((found.first?["at"] as? String)?.hasPrefix("added:watch:1:") == true)
        #expect(try host.status(of: "add")["added"] == nil)
        #expect(try host.run("add")["ending"] as? String == "held")
    }
}

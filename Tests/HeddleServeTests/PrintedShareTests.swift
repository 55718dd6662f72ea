// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@testable import HeddleServe

@Suite("The share of what a process prints that the log takes")
struct PrintedShareTests {
    @Test("ends with its bytes, and tells once how much was left out")
    func bytes() {
        var share = PrintedShare()
        let line = String(repeating: "a", count: 1_023)
        for _ in 0..<64 { #expect(share.take(line) == .taken) }
        #expect(share.takeLoss() == nil)
        #expect(share.take("") == .exceeds)
        #expect(share.take(line) == .leftOut)
        #expect(share.takeLoss() == "2 lines of its output with 1025 bytes were left out")
        #expect(share.takeLoss() == nil)
        #expect(share.take("a") == .leftOut)
        #expect(share.takeLoss() == "1 line of its output with 2 bytes was left out")
    }

    @Test("ends with its lines, and takes nothing behind one that was left out")
    func lines() {
        var share = PrintedShare()
        for _ in 0..<1_000 { #expect(share.take("") == .taken) }
        #expect(share.take("") == .exceeds)
        var other = PrintedShare()
        #expect(other.take(String(repeating: "a", count: 1 << 16)) == .exceeds)
        #expect(other.take("a") == .leftOut)
    }

    @Test("is anew for each run of a host, whose log has no more of it, and accounts for the rest")
    func runs() throws {
        let host = try RunningHost()
        try BuiltModules.compile(
            """
            #include <stdio.h>
            void chat(int lines) {
                for (int i = 0; i < lines; i++) printf("a line of a module, %07d of it\\n", i);
            }
            """, to: "libchat.so", in: host.folder)
        func write(_ lines: Int) throws {
            try host.folder.write(
                "chat.json",
                #"{"behaviour": 1, "modules": {"chat": {"library": "./libchat.so", "#
                    + #""declarations": ["void chat(int lines)"]}}, "steps": [{"call": "chat.chat", "with": [\#(lines)]}]}"#
            )
        }
        func told() -> Int { host.log.matches(of: /a line of a module, \d{7} of it/).count }
        func leftOut() -> Int {
            host.log.matches(of: /(\d+) lines? of its output with \d+ bytes (was|were) left out/)
                .compactMap { Int($0.1) }.reduce(0, +)
        }
        try write(20_000)
        try host.start(#""chat": {"from": "chat.json"}"#)
        for number in 1...2 {
            #expect(try host.run("chat")["ending"] as? String == "held")
            #expect(host.wait { told() + leftOut() == number * 20_000 })
            #expect(told() == number * 1_000)
            let remarks = host.log.matches(of: /it has printed more than 64 KiB or 1,000 lines in this run/)
            #expect(remarks.count == number)
        }
        try write(900)
        #expect(host.wait { try host.status(of: "chat")["swaps"] as? Int == 2 })
        #expect(try host.run("chat")["ending"] as? String == "held")
        #expect(host.wait { told() == 2_900 })
        #expect(leftOut() == 38_000)
    }
}

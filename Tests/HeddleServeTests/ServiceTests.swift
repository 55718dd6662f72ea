// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("A host as a service of systemd", .serialized)
struct ServiceTests {
    private let host: RunningHost
    private let manager: Started

    init() throws {
        host = try RunningHost()
        try host.folder.write("add.json", adding(1, 2, is: 3))
        manager = try Program("python3").start(["-u", "-c", Self.script, host.folder("notify")])
        try #require(manager.waits(untilOutputHas: "listening"))
        host.environment = ["NOTIFY_SOCKET=\(host.folder("notify"))", "WATCHDOG_USEC=400000"]
    }

    @Test("says when it is ready, reads its configuration again, and stops, and that it is alive")
    func messages() throws {
        defer { manager.signal(SIGKILL) }
        try host.start(#""add": {"from": "add.json"}"#)
        #expect(manager.waits(untilOutputHas: "READY=1\n"))
        #expect(manager.waits(untilOutputHas: "WATCHDOG=1\n"))
        host.signal(SIGHUP)
        #expect(manager.waits(untilOutputHas: "RELOADING=1\nMONOTONIC_USEC="))
        #expect(try host.stop().status == 0)
        #expect(manager.waits(untilOutputHas: "STOPPING=1\n"))
    }

    private static let script = """
        import socket, sys
        manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        manager.bind(sys.argv[1])
        print("listening")
        while True:
            print(manager.recv(4096).decode())
        """
}

// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("Networks of the system need no declarations")
struct SystemNetworkTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    @Test("to send and to ask for names")
    func messages() throws {
        let mistakes = try bench.mistakes(
            """
            { "call": "c.socket", "with": ["AF_INET", "SOCK_DGRAM", 0], "save": "one" },
            { "new": "struct sockaddr_in",
              "value": { "sin_family": "AF_INET", "sin_addr": { "s_addr": 16777343 } },
              "save": "here" },
            { "call": "c.bind", "with": [{ "ref": "one" }, { "ref": "(struct sockaddr *)here" }, 16],
              "expect": { "result": 0 } },
            { "call": "c.getsockname", "with": [{ "ref": "one" }, 16], "save": { "address": "out.address" },
              "expect": { "out.size": 16 } },
            { "call": "c.socket", "with": ["AF_INET", "SOCK_DGRAM", 0], "save": "two" },
            { "call": "c.sendto",
              "with": { "socket": { "ref": "two" }, "bytes": "weft", "flags": 0, "address": { "ref": "address" } },
              "expect": { "result": 4 } },
            { "call": "c.recvfrom", "with": [{ "ref": "one" }, 10, 0, 16],
              "expect": { "out.bytes": { "hex": "77656674" }, "out.address": { "length": 16 } } },
            { "call": "c.socketpair", "with": ["AF_UNIX", "SOCK_STREAM", 0], "save": { "ends": "out.files" } },
            { "call": "c.sendmsg",
              "with": [{ "ref": "ends[0]" }, { "msg_iov": [{ "iov_base": "wa" }, { "iov_base": "rp" }] }, 0],
              "expect": { "result": 4 } },
            { "call": "c.recvmsg", "with": [{ "ref": "ends[1]" }, { "msg_iov": [{ "iov_base": "......" }] }, 0],
              "expect": { "result": 4, "out.message.msg_iov[0].iov_base": { "hex": "776172702e2e" } } },
            { "new": "struct sockaddr_un", "value": { "sun_family": "AF_UNIX", "sun_path": "loom.socket" },
              "save": "path" },
            { "call": "c.socket", "with": ["AF_UNIX", "SOCK_STREAM", 0], "save": "server" },
            { "call": "c.bind", "with": [{ "ref": "server" }, { "ref": "(struct sockaddr *)path" }, 110],
              "expect": { "result": 0 } },
            { "call": "c.listen", "with": [{ "ref": "server" }, 1] },
            { "call": "c.socket", "with": ["AF_UNIX", "SOCK_STREAM", 0], "save": "client" },
            { "call": "c.connect", "with": [{ "ref": "client" }, { "ref": "(struct sockaddr *)path" }, 110],
              "expect": { "result": 0 } },
            { "call": "c.accept4", "with": [{ "ref": "server" }, 110, "SOCK_CLOEXEC"],
              "expect": { "result": { "gt": 2 }, "out.size": 2 } },
            { "call": "c.getnameinfo",
              "with": [{ "ref": "(struct sockaddr *)here" }, 16, 100, 20, "NI_NUMERICHOST|NI_NUMERICSERV"],
              "expect": { "out.host": "127.0.0.1", "out.service": "0" } },
            { "call": "c.getifaddrs", "save": { "interfaces": "out.found" } },
            { "read": "interfaces->ifa_name", "expect": { "result": { "matches": "." } } },
            { "call": "c.freeifaddrs", "with": [{ "ref": "interfaces" }] },
            { "call": "c.if_nametoindex", "with": ["lo"], "save": "loopback" },
            { "call": "c.if_indextoname", "with": [{ "ref": "loopback" }],
              "expect": { "result": "lo", "out.name": "lo" } },
            { "call": "c.inet_aton", "with": ["10.1.2.3"], "save": { "number": "out.address" } },
            { "call": "c.inet_ntoa", "with": [{ "ref": "number" }], "expect": { "result": "10.1.2.3" } },
            { "call": "c.getprotobyname", "with": ["tcp"] },
            { "call": "c.getservbyname", "with": ["no-such-service", "tcp"], "expect": { "result": null } }
            """)
        #expect(mistakes == "")
    }
}

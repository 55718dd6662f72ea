// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("A file that the kernel makes up, or a device")
struct KernelFileTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    @Test(
        "is refused as a behaviour, at once, though it says that it is a regular file",
        .timeLimit(.minutes(30)), arguments: ["run", "check", "plan", "test"])
    func refused(command: String) throws {
        for file in ["/proc/self/status", "/proc/self/../self/environ", "/sys/kernel/notes"] {
            let run = try bench.heddle(command, file)
            #expect(run.status == 3)
            let reason = "the kernel generates its content, which may never end"
            #expect(run.errors.hasPrefix("error: the behaviour \(file) cannot be read: \(reason)\n"))
        }
        // It waits for the kernel to say something, and belongs to root.
        #expect(try bench.heddle(command, "/proc/kmsg").status == 3)
    }

    @Test("is refused where it is a device, which may never end", .timeLimit(.minutes(30)))
    func device() throws {
        for file in ["/dev/zero", "/dev/null"] {
            let run = try bench.heddle("check", file)
            #expect(run.status == 3)
            #expect(run.errors.hasPrefix("error: the behaviour \(file) cannot be read: it is a device\n"))
        }
    }

    @Test("is no standard input, and no pipe or file that /dev/fd leads to")
    func descriptors() throws {
        let heddle = try Program.built("heddle").path
        let text = #"{ "behaviour": 1 }"#
        try bench.folder.write("plain.json", text)
        let file = "'\(bench.folder("plain.json"))'"
        for command in [
            "check - < \(file)", "check /dev/stdin < \(file)", "check /proc/self/fd/0 < \(file)",
            "check /dev/fd/7 7< \(file)", "check <(cat \(file))",
        ] {
            let run = try Program("bash").run(["-c", "'\(heddle)' \(command)"])
            #expect(run.status == 0, "\(command): \(run.errors)")
        }
        let piped = try Program("bash").run(["-c", "cat \(file) | '\(heddle)' check /dev/stdin"])
        #expect(piped.status == 0, "\(piped.errors)")
    }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
@testable import HeddleSystem
import Foundation
import Testing

@Suite("Processes and pipes on a system that refuses and interrupts calls")
struct FaultyProcessTests {
    @Test(
        "a process that cannot be started says what there is no more of",
        arguments: [
            (SystemCall.pipe, EMFILE, 0, "too many open files (the limit is that of ulimit -n)"),
            (.pipe, ENFILE, 1, "too many open files in system (the limit is that of /proc/sys/fs/file-max)"),
            (.socketPair, EMFILE, 0, "too many open files (the limit is that of ulimit -n)"),
            (.duplicate, EMFILE, 2, "too many open files (the limit is that of ulimit -n)"),
            (.duplicate, EINVAL, 0, "too many open files (the limit is that of ulimit -n)"),
            (.page, ENOMEM, 0, "cannot allocate memory"),
            (.startProcess, EAGAIN, 0, "too many processes or threads (the limit is that of ulimit -u)"),
        ])
    func unstartable(call: SystemCall, number: Int32, after: Int, words: String) {
        let error = #expect(throws: Diagnostic.self) {
            try InjectedFaults(.failing(call, with: number, after: after)).during {
                try ChildProcess(arguments: ["--no-such-option"])
            }
        }
        #expect(error?.message == "no process can be started: \(words)")
        #expect(error?.code == .cases(.noWorker))
        // The command ends with status 8.
        #expect(error?.subject == .resource)
    }

    @Test("the end of a process is found out behind interrupted waits")
    func ending() throws {
        var number: pid_t = 0
        var arguments = unsafe [strdup("sh"), strdup("-c"), strdup("exit 7"), nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        #expect(unsafe posix_spawn(&number, "/bin/sh", nil, nil, &arguments, environ) == 0)
        let faults = InjectedFaults(.failing(.wait, with: EINTR, times: 3))
        #expect(faults.during { System.takeEnding(of: number, waiting: true) } == .exited(7))
    }

    @Test("messages arrive whole where sending and receiving is short and interrupted")
    func messages() throws {
        let ends = try System.socketPair()
        defer { for end in ends { System.close(end) } }
        let message = (0..<5000).map { UInt8(truncatingIfNeeded: $0) }
        let faults = InjectedFaults(
            .failing(.send, with: EINTR, after: 1, times: 3), .failing(.read, with: EINTR, after: 1, times: 3),
            .short(.send, bytes: 100), .short(.read, bytes: 30))
        try faults.during {
            try System.send(message, to: ends[0])
            #expect(try System.read(ends[1], count: message.count) == message)
        }
    }

    @Test("a pipe with nothing in it yet says so, and is not at its end")
    func nothingYet() throws {
        let ends = try System.pipe()
        defer { for end in ends { System.close(end) } }
        System.setBlocking(ends[0], false)
        var bytes: [UInt8] = [0]
        #expect(throws: SystemFailure.wouldBlock) { try System.read(ends[0], into: &bytes, count: 1) }
    }

    @Test("waiting for descriptors ends where a signal comes")
    func signal() throws {
        let ends = try System.pipe()
        defer { for end in ends { System.close(end) } }
        #expect(
            InjectedFaults(.failing(.poll, with: EINTR)).during { System.ready(ends, within: -1) } == [false, false])
    }

    @Test(
        "files that cannot be watched say which limit is reached",
        arguments: [
            (SystemCall.duplicate, EMFILE, "too many open files (the limit is that of ulimit -n)"),
            (.watch, EMFILE, "too many open files (the limit is that of ulimit -n)"),
            (.pipe, ENFILE, "too many open files in system (the limit is that of /proc/sys/fs/file-max)"),
            (.startThread, EAGAIN, "too many processes or threads (the limit is that of ulimit -u)"),
        ])
    func unwatchable(call: SystemCall, number: Int32, words: String) {
        let error = #expect(throws: Diagnostic.self) {
            try InjectedFaults(.failing(call, with: number)).during { try FileWatch() }
        }
        #expect(error?.message == "files cannot be watched: \(words)")
        #expect(error?.subject == .resource)
    }
}

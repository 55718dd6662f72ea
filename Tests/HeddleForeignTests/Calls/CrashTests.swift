// SPDX-License-Identifier: Apache-2.0

import AllocationCounter
import CCallBarrier
import HeddleDeclarations
import HeddleForeign
import Glibc
import Testing

@Suite("A crash of native code ends the process with a report")
struct CrashTests {
    @Test(
        "that names the signal and the call",
        arguments: [
            ("crash", "SIGSEGV"), ("end_in_abort", "SIGABRT"), ("overflow_stack", "SIGSEGV"),
        ])
    func report(action: String, signal: String) async throws {
        let result = try await #require(processExitsWith: .exitCode(5), observing: [\.standardErrorContent]) {
            [action = action as String] in
            heddle_report_crashes(5) {}
            let crashing = try Fixture("Weaving").action(action)
            unsafe "weaving.action".withCString {
                unsafe heddle_note_call($0); _ = try? crashing.call()
            }
        }
        let message = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(message.contains("error: native code crashed with \(signal) in weaving.action\n"))
    }

    @Test("that names the hook whose code has crashed, and the action that it is around")
    func hook() async throws {
        let result = try await #require(processExitsWith: .exitCode(5), observing: [\.standardErrorContent]) {
            heddle_report_crashes(5) {}
            let weaving = try Fixture("Weaving")
            let twice = try weaving.action("twice")
            let crash = try weaving.plain("void crash(void)", at: .after, of: twice)
            try twice.hook(before: [weaving.hook("hook_a")], after: [weaving.hook("hook_a"), crash])
            _ = try? twice.call(21)
        }
        let message = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(
            message.contains(
                "error: native code crashed with SIGSEGV in the after hook crash (a test) around weaving.twice\n"))
    }

    @Test("that says so when no call runs")
    func outside() async throws {
        let result = try await #require(processExitsWith: .exitCode(6), observing: [\.standardErrorContent]) {
            heddle_report_crashes(6) {}
            unsafe heddle_note_call(nil)
            _ = try? Fixture("Weaving").action("crash").call()
        }
        let message = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(message.contains("error: native code crashed with SIGSEGV outside of a call\n"))
    }

    @Test("not before it is asked for", .enabled(if: allocations_are_counted(), "a sanitizer reports crashes too"))
    func unreported() async {
        await #expect(processExitsWith: .signal(SIGSEGV)) { _ = try Fixture("Weaving").action("crash").call() }
    }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Synchronization
import Testing

// GJ-01, T11, T16
@Suite("A call that a hook has kept", .serialized)
struct KeptCallTests {
    private let weaving: Fixture
    private let twice: Action
    private let trace = Trace()

    init() throws {
        weaving = try Fixture("Weaving")
        twice = try weaving.action("twice")
        trace.publish(twice)
    }

    @Test("is not a later call, whose body the host runs once, and which fails", arguments: 1...40)
    func inLaterHook(calls: Int) throws {
        let keeping = try twice.hook(instead: [weaving.hook("hook_keeps")])
        for _ in 0..<calls { #expect(try twice.call(1).result == 2) }
        twice.remove(keeping)
        try twice.hook(instead: [weaving.hook("hook_uses_kept")])
        let log = try trace.record { () throws in
            let failure = try #require(try twice.call(2).failure)
            #expect(failure.code == "callEnded")
            #expect(failure.message.hasPrefix("heddle->proceed got a call that has ended"))
            #expect(failure.hook == "the instead hook weaving.hook_uses_kept (a test)")
        }
        #expect(log == "(x)")
    }

    @Test("fails the action that uses it")
    func inAction() throws {
        let use = try weaving.action("use_kept")
        try twice.hook(before: [weaving.hook("hook_keeps")])
        #expect(try twice.call(1).result == 2)
        let failure = try #require(try use.call().failure)
        #expect((failure.code, failure.suppressed.map(\.code)) == ("callEnded", ["callEnded"]))
        #expect(failure.suppressed.first?.message.hasPrefix("heddle->answer got") == true)
    }

    @Test("as a view in Swift ends the process with a message, and reads no memory")
    func view() async throws {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let twice = try Fixture("Weaving").action("twice")
            let kept = Mutex<[any ObservedCall & Sendable]>([])
            try twice.hook(before: [
                .observer(label: "keeps") { call, _ in
                    kept.withLock { $0.append(KeptView(call: call)) }
                    return 0
                }
            ])
            try twice.call(1)
            _ = kept.withLock { $0[0].arguments }
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(output.contains("a hook used the view of a call that has ended"))
    }
}

/// A view that claims to be for every thread.
private struct KeptView: ObservedCall, @unchecked Sendable {
    let call: any ObservedCall

    var action: ActionName { call.action }
    var signature: Signature { call.signature }
    var arguments: [Value] { call.arguments }
    var outcome: Outcome? { call.outcome }
    var savedErrno: Int32 { call.savedErrno }

    func output(_ name: String) -> Value? { call.output(name) }
}

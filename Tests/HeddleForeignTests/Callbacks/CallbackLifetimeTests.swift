// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Testing

@testable import HeddleForeign

/// The fixture keeps one function; the tests take turns.
@Suite("Callbacks that C keeps", .serialized)
struct CallbackLifetimeTests {
    private let values: Fixture

    init() throws { values = try Fixture("Values") }

    private func callKept(_ value: Int128) throws -> Value? {
        try values.action("call_kept").call(.whole(value)).result
    }

    @Test("are closed once the call that they were given to has returned, unless they say otherwise")
    func call() throws {
        try values.action("keep").call(.callback(["returns": 5]))
        #expect(try callKept(1) == 0)
        try values.action("keep").call(.callback(["returns": 5, "afterwards": -7]))
        #expect(try callKept(1) == -7)
        #expect(try callKept(1) == -7)
    }

    @Test("are open until they were called once")
    func once() throws {
        try values.action("keep").call(.callback(["returns": 5, "lifetime": "once", "afterwards": -7]))
        #expect(try callKept(1) == 5)
        #expect(try callKept(1) == -7)
    }

    @Test("are open for ever")
    func forever() throws {
        try values.action("keep").call(.callback(["answers": [1, 2], "returns": 9, "lifetime": "forever"]))
        #expect(try [callKept(0), callKept(0), callKept(0)] == [1, 2, 9])
    }

    @Test("are open until the handle is released that the call returned")
    func releasedResult() throws {
        let enrolled = try values.action("enroll").call(
            .callback(["returns": 5, "lifetime": "released", "afterwards": -7]))
        #expect(try callKept(1) == 5)
        try values.action("cancel").call(#require(enrolled.result))
        #expect(try callKept(1) == -7)
    }

    @Test("are open until the handle is released that the call took")
    func releasedArgument() throws {
        let registration = try #require(try values.action("enroll").call(.callback(["returns": 1])).result)
        let callback = Value.callback(["returns": 5, "lifetime": "released", "afterwards": -7])
        try values.action("enroll_with").call(callback, registration)
        #expect(try callKept(1) == 5)
        try values.action("cancel").call(registration)
        #expect(try callKept(1) == -7)
    }

    @Test("that are actions have the same lifetimes, and return zero afterwards")
    func actions() throws {
        let twice = try values.action("twice")
        for (lifetime, expected) in [("call", [0, 0]), ("once", [6, 0]), ("forever", [6, 6])] as [(String, [Value])] {
            let callback: Value = ["action": "values.twice", "lifetime": .string(lifetime)]
            try values.action("keep").call(callback, with: [twice])
            #expect(try [callKept(3), callKept(3)] == expected, "\(lifetime)")
        }
    }

    @Test("that come late are counted, and those of the next call in time are not")
    func counted() throws {
        let call = try PreparedCall(values.action("keep"))
        #expect(call.encode([.value(.callback(["returns": 5]))]).isEmpty)
        let callback = try #require(call.memory.callbacks.first?.callback)
        call.made()
        #expect(callback.lateCalls == 0)
        _ = try values.action("call_kept_on_threads").call(4, 25)
        #expect(callback.lateCalls == 100)
        #expect(callback.calls == [])
        callback.open()
        #expect(try callKept(1) == 5)
        callback.close()
        #expect(callback.lateCalls == 100)
    }

    @Test("that come late harm nobody, even when everything else is gone")
    func late() throws {
        do {
            let call = try PreparedCall(values.action("keep"))
            #expect(call.encode([.value(.callback(["returns": 5, "afterwards": 1]))]).isEmpty)
            #expect(call.made().failure == nil)
        }
        #expect(try values.action("call_kept_on_threads").call(4, 100).result == 400)
    }

    @Test("are called on a thread of the module when the process ends without a crash")
    func ending() async {
        await #expect(processExitsWith: .exitCode(3)) {
            let values = try Fixture("Values")
            try values.action("keep").call(.callback(["returns": 5]))
            try values.action("call_kept_until_the_end").call()
            try values.action("end_process").call(3)
        }
    }
}

@Suite("Callbacks on threads of a module", .serialized)
struct CallbackThreadTests {
    private let values: Fixture

    init() throws { values = try Fixture("Values") }

    @Test("record every call, whichever thread it comes from")
    func recorded() throws {
        let reply = try values.action("apply_on_threads").call(.callback(["returns": 1]), 16, 50)
        #expect(reply.result == 800)
        guard case .array(let calls)? = reply["f"] else { throw Fixture.NotDeclared(name: "\(reply)") }
        #expect(Set(calls) == Set((0..<800).map { [.whole($0)] }))
        #expect(calls.count == 800)
    }

    @Test("take each answer once")
    func answers() throws {
        let answers = Value.array((1...200).map { .whole($0) })
        let reply = try values.action("apply_on_threads").call(.callback(["answers": answers]), 8, 25)
        #expect(reply.result == 20100)
    }

    @Test("run actions with their hooks")
    func actions() throws {
        let twice = try values.action("twice")
        try twice.hook(before: [.closure { _ in }])
        let reply = try values.action("apply_on_threads").call(.action(twice), 8, 100, with: [twice])
        #expect(reply.result == .whole(2 * (0..<800).reduce(0, +)))
    }

    @Test("are taken once by one of many where they are for once")
    func once() throws {
        for _ in 0..<20 {
            let callback = Value.callback(["returns": 1, "lifetime": "once"])
            #expect(try values.action("apply_on_threads").call(callback, 16, 10).result == 1)
        }
    }

    @Test("that fail there fail the call that they were given to")
    func failures() throws {
        let short = try values.action("apply_on_threads").call(.callback(["answers": [1, 2]]), 4, 1)
        #expect(short.failure?.code == "noAnswer")
        let thrower = try Fixture("Throwing").action("throw_one")
        let thrown = try values.action("apply_on_threads").call(.action(thrower), 4, 1, with: [thrower])
        #expect(thrown.failure?.code == "exception")
        #expect(try values.action("apply_on_threads").call(.callback(["returns": 1]), 2, 1).failure == nil)
    }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Synchronization
import Testing

@Suite("A hook rewrites")
struct RewritingTests {
    private let weaving: Fixture

    init() throws { weaving = try Fixture("Weaving") }

    // T14, FG-07
    @Test("arguments and result in C, for the hooks further in and the action")
    func inC() throws {
        let twice = try weaving.action("twice")
        let piece = try weaving.hook("hook_rewrites")
        let seen = Seen()
        try twice.hook(before: [piece], after: [piece])
        try twice.hook(before: [.closure { seen.note($0.arguments + $0.originalArguments) }])
        #expect(try twice.call(10).result == 122)
        #expect(seen.values == [[11, 10]])
    }

    @Test("arguments and result in Swift; the originals stay readable")
    func inSwift() throws {
        let twice = try weaving.action("twice")
        let seen = Seen()
        try twice.hook(before: [.closure { try? $0.setArgument(0, to: 5) }])
        try twice.hook(after: [.closure { seen.note($0.arguments + $0.originalArguments) }])
        try twice.hook(after: [.closure { if case .returned(.some(10))? = $0.outcome { try? $0.answer(11) } }])
        #expect(try twice.call(1).result == 11)
        #expect(seen.values == [[5, 1]])
    }

    // SH-01
    @Test("layer for layer: each sees what the outer one has written, and the outermost one's result stands")
    func layers() throws {
        let twice = try weaving.action("twice")
        let log = Mutex<[Int128]>([])
        for layer in [1, 2] as [Int128] {
            try twice.hook(
                before: [.closure { $0.change(by: layer, log) }],
                instead: [
                    .closure { call in
                        call.change(by: 10 * layer, log)
                        if case .returned(.some(.number(.integer(let found))))? = call.proceed() {
                            log.withLock { $0.append(found) }
                            try? call.answer(.number(.integer(found + 100 * layer)))
                        }
                    }
                ])
        }
        #expect(try twice.call(1000).result == 2366)
        #expect(log.withLock { $0 } == [1000, 1001, 1003, 1013, 2066, 2266])
    }

    // T14, T16
    @Test("texts, which live as long as the call's values are looked at")
    func texts() throws {
        let shout = try weaving.action("shout")
        try shout.hook(before: [.closure { try? $0.setArgument(0, to: "hooked") }])
        #expect(try shout.call("given").result == "hooked!")
        try shout.hook(after: [.closure { try? $0.answer(.string(String(repeating: "x", count: 5000))) }])
        #expect(try shout.call("given").result == .string(String(repeating: "x", count: 5000)))
    }

    @Test("texts that another module gets as a result, and may keep")
    func textsForModules() throws {
        let (shout, both) = try (weaving.action("shout"), weaving.action("shout_twice"))
        let trace = Trace()
        trace.publish(shout)
        try shout.hook(after: [
            .closure { call in
                if case .returned(.string(let text)?)? = call.outcome { try? call.answer(.string("<\(text)>")) }
            }
        ])
        _ = try trace.record { () throws in #expect(try both.call("a").result == "<a!> <a!>") }
    }

    @Test("nothing with a value that does not fit, and is told so")
    func misfits() throws {
        let shout = try weaving.action("shout")
        let errors = Mutex<[CrossingError]>([])
        let note = { @Sendable (body: () throws(CrossingError) -> Void) in
            do throws(CrossingError) { try body() } catch { errors.withLock { $0.append(error) } }
        }
        try shout.hook(
            before: [
                .closure { call in
                    note { () throws(CrossingError) in try call.setArgument(0, to: 5) }
                    note { () throws(CrossingError) in try call.setArgument(0, to: "a\0b") }
                    note { () throws(CrossingError) in try call.setArgument(1, to: "b") }
                }
            ],
            after: [
                .closure { call in
                    note { () throws(CrossingError) in try call.answer(5) }
                    note { () throws(CrossingError) in try call.answer() }
                }
            ])
        #expect(try shout.call("a").result == "a!")
        #expect(
            errors.withLock { $0.map(\.found) } == [
                "number 5", "text \"a\\u0000b\"", "argument 2", "number 5", "nothing",
            ])
    }

    @Test("no number out of range, no handle, and no result of an action without one")
    func moreMisfits() throws {
        let numbers = try Fixture("Numbers")
        let texts = try Fixture("Texts")
        for (action, value) in [
            (try numbers.action("same_int8_t"), 128),
            (try texts.action("jar_open"), .handle(Handle(id: 1, type: "jar"))),
            (try weaving.action("quiet"), 1), (try numbers.action("same_bool"), 1),
        ] as [(Action, Value)] {
            let errors = Mutex(0)
            try action.hook(instead: [
                .closure { call in
                    do { try call.answer(value) } catch { errors.withLock { $0 += 1 } }
                    call.fail(Failure(code: "x", message: ""))
                }
            ])
            let given: [Value] =
                action.signature.parameters.isEmpty ? [] : [action.signature.result == .bool ? true : 1]
            _ = try action.call(given.map(Argument.value))
            #expect(errors.withLock { $0 } == 1, "\(action.name)")
        }
    }

    // T12
    @Test("arguments for what it proceeds to; each attempt starts from what the first was given")
    func attempts() throws {
        let twice = try weaving.action("twice")
        let seen = Seen()
        try twice.hook(instead: [
            .closure { call in
                call.proceed()
                seen.note(call.arguments)
                call.proceed()
            }
        ])
        try twice.hook(instead: [weaving.hook("hook_rewrites")])
        try twice.hook(instead: [
            .closure { call in
                seen.note(call.arguments)
                call.proceed()
            }
        ])
        #expect(try twice.call(10).result == 22)
        #expect(seen.values == [[11], [10], [11]])
    }

    @Test("no count of a buffer, and no buffer")
    func counts() throws {
        let sum = try Fixture("Texts").action("sum")
        let refused = Mutex(0)
        try sum.hook(before: [
            .closure { call in
                for (index, value) in [(0, .bytes([1, 2, 3, 4])), (1, 200)] as [(Int, Value)] {
                    do { try call.setArgument(index, to: value) } catch { refused.withLock { $0 += 1 } }
                }
            }
        ])
        #expect(try sum.call(.bytes([1, 2])).result == 3)
        #expect(refused.withLock { $0 } == 2)
    }
}

extension HookedCall {
    /// Notes the first argument and adds to it.
    fileprivate func change(by step: Int128, _ log: borrowing Mutex<[Int128]>) {
        guard case .number(.integer(let number))? = arguments.first else { return }
        log.withLock { $0.append(number) }
        try? setArgument(0, to: .number(.integer(number + step)))
    }
}

/// Values that hooks saw.
final class Seen: Sendable {
    private let state = Mutex<[[Value]]>([])
    var values: [[Value]] { state.withLock { $0 } }
    func note(_ values: [Value]) { state.withLock { $0.append(values) } }
}

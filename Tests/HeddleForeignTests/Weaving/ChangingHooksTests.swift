// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
@testable import HeddleForeign
import Synchronization
import Testing
import HeddleWeave

@Suite("Hooks that come and go")
struct ChangingHooksTests {
    private let weaving: Fixture
    private let trace = Trace()
    private let twice: Action

    init() throws {
        weaving = try Fixture("Weaving")
        twice = try weaving.action("twice")
    }

    private func log() throws -> String { try trace.record { try twice.call(1) } }

    private func add(_ text: String) throws -> UInt64 {
        try twice.hook(before: [trace.piece(text)], after: [trace.piece(text)])
    }

    // T5, T6, AS-08, AS-19, FG-10, IK-04
    @Test("are removed in any order, once, and leave the call as it was")
    func anyOrder() throws {
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let ids = try ["a", "b", "c"].map(add)
            var left = "abc"
            for index in order {
                #expect(try log() == "\(left)(x)\(String(left.reversed()))")
                #expect(twice.remove(ids[index]))
                #expect(!twice.remove(ids[index]))
                left.removeAll { $0 == Array("abc")[index] }
            }
            #expect(try log() == "(x)")
            #expect(twice.chain.isEmpty)
        }
    }

    // T5, AS-06, ST-01, SH-05
    @Test("may stand instead of the action, and who is removed gives way to the next further in", arguments: 0..<3)
    func instead(first: Int) throws {
        let ids = try (0..<3).map { number in
            try twice.hook(instead: [.closure { try? $0.answer(.number(.integer(Int128(number)))) }])
        }
        #expect(try twice.call(7).result == 0)
        twice.remove(ids[first])
        #expect(try twice.call(7).result == (first == 0 ? 1 : 0))
        twice.remove(Set(ids))
        #expect(try twice.call(7).result == 14)
    }

    // T4
    @Test("get their after when they are removed in their call, and not in the next")
    func removedDuringCall() throws {
        let id = Mutex<UInt64>(0)
        let added = try twice.hook(
            before: [
                .closure { [twice, trace] _ in
                    trace.write("a")
                    id.withLock { _ = twice.remove($0) }
                }
            ], after: [trace.piece("a")])
        id.withLock { $0 = added }
        let inner = try add("b")
        #expect(try log() == "ab(x)ba")
        #expect(try log() == "b(x)b")
        twice.remove(inner)
    }

    // T7
    @Test("that are added during a call count from the next on, also from one inside of it")
    func addedDuringCall() throws {
        let isFirst = Mutex(true)
        try twice.hook(
            instead: [
                .closure { [twice, trace] call in
                    if isFirst.withLock({ $0.exchange(false) }) {
                        _ = try? twice.hook(before: [trace.piece("n")], after: [trace.piece("n")])
                        trace.write("<")
                        _ = try? twice.call(2)
                        trace.write(">")
                    }
                    call.proceed()
                }
            ])
        #expect(try log() == "<n(x)n>(x)")
        #expect(try log() == "n(x)n")
    }

    // T18, AJ-07
    @Test("that contradict the others are refused, and nothing has changed")
    func contradiction() throws {
        func hook(_ name: String, id: UInt64, outside: String) -> ActionHook {
            ActionHook(
                name: name, id: id, constraints: Constraints(outside: [outside]), before: [trace.piece(name)],
                origin: "")
        }
        try twice.add([hook("a", id: 1 << 60, outside: "b")])
        let before = try log()
        let error = #expect(throws: WeavingError.self) { try twice.add([hook("b", id: 1 << 61, outside: "a")]) }
        #expect(error?.cycle == ["a", "b", "a"])
        #expect(try log() == before)
        #expect(twice.chain.map(\.name) == ["a"])
    }

    @Test("are listed outermost first")
    func chain() throws {
        for order in [3, -1, 2] { try twice.hook(before: [trace.piece("\(order)")], order: Double(order)) }
        #expect(twice.chain.map(\.order) == [-1, 2, 3])
        #expect(twice.chain.map(\.labels[.before]) == [["-1"], ["2"], ["3"]])
    }

    // IK-03
    @Test("let go of their closures once they are removed")
    func release() throws {
        weak var witness: Witness?
        do {
            let captured = Witness {}
            witness = captured
            let id = try twice.hook(before: [.closure { _ in withExtendedLifetime(captured) {} }])
            try twice.call(1)
            twice.remove(id)
        }
        try settle()
        #expect(witness == nil)
    }

    @Test("may use their action when they go")
    func useOnRelease() throws {
        let other = try add("b")
        let id = try holdWitness { [twice] in _ = twice.remove(other) }
        twice.remove(id)
        try settle()
        #expect(twice.chain.isEmpty)
    }

    private func holdWitness(_ end: @escaping @Sendable () -> Void) throws -> UInt64 {
        let witness = Witness(end)
        return try twice.hook(before: [.closure { _ in withExtendedLifetime(witness) {} }])
    }

    /// Replaces a chain until those before it are released: other tests may be inside of a call.
    private func settle() throws {
        for _ in 0..<1000 where EpochReclaimer.shared.count > 0 {
            twice.remove(try twice.hook(before: [trace.piece("")]))
        }
    }
}

/// Does something when it goes.
final class Witness: Sendable {
    private let end: @Sendable () -> Void
    init(_ end: @escaping @Sendable () -> Void) { self.end = end }
    deinit { end() }
}

extension Bool {
    fileprivate mutating func exchange(_ value: Bool) -> Bool {
        defer { self = value }
        return self
    }
}

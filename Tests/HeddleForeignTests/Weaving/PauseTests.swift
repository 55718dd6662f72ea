// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Synchronization
import Testing
import HeddleWeave

@Suite("A paused hook")
struct PauseTests {
    private let trace = Trace()
    private let twice: Action

    init() throws { twice = try Fixture("Weaving").action("twice") }

    private func log() throws -> String { try trace.record { try twice.call(1) } }

    private func add(_ text: String, order: Double = 0) throws -> UInt64 {
        try twice.hook(before: [trace.piece(text)], after: [trace.piece(text)], order: order)
    }

    @Test("is passed over, and stands where it stood once it is resumed")
    func place() throws {
        let ids = try ["a", "b", "c"].map { try add($0) }
        #expect(twice.pause(ids[1]))
        #expect(try log() == "ac(x)ca")
        #expect(twice.chain.map(\.isPaused) == [false, true, false])
        _ = try add("d")
        #expect(twice.resume(ids[1]))
        #expect(try log() == "abcd(x)dcba")
    }

    @Test("can be neither paused nor resumed twice, and one that is not there not at all")
    func twiceOver() throws {
        let id = try add("a")
        #expect(!twice.resume(id))
        #expect(twice.pause(id) && !twice.pause(id))
        #expect(twice.resume(id) && !twice.resume(id))
        twice.remove(id)
        #expect(!twice.pause(id) && !twice.resume(id))
    }

    @Test("has its after in the call in which it was paused, by itself or another, and is back when it is resumed")
    func duringCall() throws {
        let id = Mutex<UInt64>(0)
        let pausing = try twice.hook(
            before: [
                .closure { [twice, trace] _ in
                    trace.write("a")
                    id.withLock { _ = twice.pause($0) }
                }
            ], after: [trace.piece("a")])
        id.withLock { $0 = pausing }
        #expect(try log() == "a(x)a")
        #expect(try log() == "(x)")
        twice.resume(pausing)
        #expect(try log() == "a(x)a")
    }

    @Test("may be removed, and added paused")
    func removal() throws {
        let id = try add("a")
        twice.pause(id)
        #expect(twice.remove(id))
        var asleep = ActionHook(name: nil, id: 1 << 50, before: [trace.piece("s")], origin: "")
        asleep.isPaused = true
        try twice.add([asleep])
        #expect(try log() == "(x)")
        #expect(twice.resume(1 << 50))
        #expect(try log() == "s(x)")
    }

    @Test("still has its say about where the others stand, so that resuming it cannot fail")
    func constraints() throws {
        func hook(_ name: String, id: UInt64, outside: [String] = [], inside: [String] = []) -> ActionHook {
            ActionHook(
                name: name, id: id, constraints: Constraints(outside: outside, inside: inside),
                before: [trace.piece(name)], origin: "")
        }
        try twice.add([hook("a", id: 1 << 51, inside: ["b"]), hook("b", id: 1 << 52, inside: ["c"])])
        twice.pause(1 << 52)
        #expect(throws: WeavingError.self) { try twice.add([hook("c", id: 1 << 53, inside: ["a"])]) }
        try twice.add([hook("c", id: 1 << 53)])
        #expect(try log() == "ca(x)")
        #expect(twice.resume(1 << 52))
        #expect(try log() == "cba(x)")
    }

    @Test("and all others that are removed in one step are gone at once; those that were there are named")
    func removalOfSeveral() throws {
        let ids = try ["a", "b", "c", "d"].map { try add($0) }
        twice.pause(ids[2])
        #expect(twice.remove(Set(ids[1...2] + [9 << 50])) == Set(ids[1...2]))
        #expect(try log() == "ad(x)da")
        #expect(twice.remove(Set(ids)) == [ids[0], ids[3]])
        #expect(twice.remove(Set(ids)).isEmpty)
        #expect(try log() == "(x)")
    }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import HeddleDeclarations
import Testing

@Suite("count")
struct CountAspectTests {
    private let catalog = AspectCatalog(clock: FakeClock())

    private func make(_ position: HookPosition) throws -> any Observer {
        try catalog.observer("count", nil, position)
    }

    private func see(_ observer: any Observer, _ call: FakeCall) {
        observer.left(call, since: observer.entered(call))
    }

    @Test("counts each action for itself, in the order in which they were first seen")
    func counts() throws {
        let observer = try make(.instead)
        for action in ["b", "a", "b", "b", "c", "a"] { see(observer, FakeCall(action, outcome: returnedNothing)) }
        see(observer, FakeCall("a", outcome: failed))
        _ = observer.entered(FakeCall("c"))
        let findings = observer.findings()
        #expect(findings.map(\.action.action) == ["b", "a", "c"])
        #expect(
            findings.map { numbers($0.facts) } == [
                ["entered": 3, "returned": 3, "failed": 0], ["entered": 3, "returned": 2, "failed": 1],
                ["entered": 2, "returned": 1, "failed": 0],
            ])
        #expect(findings[0].facts.map(\.name) == ["entered", "returned", "failed"])
    }

    @Test("has nothing to say of a side that it does not see")
    func sides() throws {
        let before = try make(.before)
        _ = before.entered(FakeCall())
        #expect(before.findings().map(\.facts) == [[Value.Member("entered", .integer(1))]])
        let after = try make(.after)
        after.left(FakeCall(outcome: failed), since: 0)
        #expect(
            after.findings().map(\.facts) == [
                [Value.Member("returned", .integer(0)), Value.Member("failed", .integer(1))]
            ])
    }

    @Test("has nothing to say before the first call, and never mixes two hooks")
    func fresh() throws {
        let (first, second) = (try make(.instead), try make(.instead))
        see(first, FakeCall(outcome: returnedNothing))
        #expect(first.findings().count == 1)
        #expect(second.findings() == [])
    }

    @Test("is exact under threads")
    func threads() async throws {
        let observer = try make(.instead)
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    for turn in 0..<2000 {
                        see(observer, FakeCall("f\(turn % 3)", outcome: thread % 4 == 0 ? failed : returnedNothing))
                    }
                }
            }
        }
        let findings = observer.findings().sorted { $0.action.action < $1.action.action }
        #expect(findings.map { numbers($0.facts)["entered"] } == [5336, 5336, 5328])
        #expect(findings.map { numbers($0.facts)["returned"] } == [4002, 4002, 3996])
        #expect(findings.map { numbers($0.facts)["failed"] } == [1334, 1334, 1332])
    }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleTrust
import Testing
import Workbench

@testable import HeddleServe

@Suite("Ten thousand hosts")
struct SimulatedFleetTests {
    private static let count = 10_000
    private static let begin = Timestamp(seconds: 1_800_000_000)

    private let signer = Signer()
    private let folder: ScratchFolder
    private var hosts: [SimulatedHost] = []
    private var random = Seeded()
    private var now = begin

    init() throws {
        folder = try ScratchFolder()
        let (signer, path) = (signer, folder.path)
        hosts = (0..<Self.count).map { index in
            SimulatedHost(
                "till-\(index)", signer,
                folder: index.isMultiple(of: 100) ? StateFolder(in: path, of: "\(index)") : nil)
        }
    }

    private func release(
        _ number: Int, percent: Double? = nil, isBad: Bool = false, days: Int = 30
    ) throws -> Release {
        try signer.release(number, percent: percent, isBad: isBad, expires: now + days * 86_400)
    }

    /// A poll of each host that is online, and a run of each host, a minute later.
    private mutating func tick(_ release: Release, stale: Release? = nil) throws {
        now = now + 60
        for index in hosts.indices {
            // A cache on the way of some of them has an old version.
            let isStale = stale != nil && index % 7 == 3
            try hosts[index].poll(isStale ? stale ?? release : release, at: now)
            try hosts[index].run(at: now)
        }
    }

    private func share(of version: Int) -> Double {
        Double(hosts.count { $0.version == version }) / Double(Self.count) * 100
    }

    /// The part of the fleet may differ from the share by four standard deviations.
    private func isShare(_ found: Double, _ wanted: Double) -> Bool {
        abs(found - wanted) <= 4 * (wanted * (100 - wanted) / Double(Self.count)).squareRoot()
    }

    /// No host has taken a version below one that it had taken before, and none runs again what it has left.
    private var isMonotonic: Bool {
        hosts.allSatisfy { host in zip(host.taken, host.taken.dropFirst()).allSatisfy { $0 < $1 } }
    }

    @Test("take a version in shares that grow, the same hosts first, and keep their decision when they restart")
    mutating func shares() throws {
        try tick(release(1))
        #expect(share(of: 1) == 100)
        var former: Set<String> = []
        for percent in [1.0, 5, 25, 100] {
            let next = try release(2, percent: percent)
            try tick(next)
            #expect(isShare(share(of: 2), percent))
            let taken = Set(hosts.filter { $0.version == 2 }.map(\.name))
            #expect(former.isSubset(of: taken))
            for index in hosts.indices { try hosts[index].restart() }
            try tick(next)
            #expect(Set(hosts.filter { $0.version == 2 }.map(\.name)) == taken)
            former = taken
        }
        #expect(hosts.allSatisfy { $0.taken == [1, 2] }, "another envelope of a version is no other version")
    }

    @Test("leave a bad version by themselves, which reaches its share alone, and take the next one")
    mutating func badVersion() throws {
        try tick(release(1))
        let bad = try release(2, percent: 5, isBad: true)
        try tick(bad)
        let reached = Set(hosts.filter { $0.version == 2 }.map(\.name))
        #expect(isShare(Double(reached.count) / Double(Self.count) * 100, 5))
        // Some of them are killed between two failures, some behind the last one.
        for round in 0..<5 {
            for index in hosts.indices where index % 5 == round { try hosts[index].restart() }
            try tick(bad)
        }
        #expect(share(of: 1) == 100)
        #expect(hosts.allSatisfy { $0.ran.contains(2) == reached.contains($0.name) })
        // A larger share of the same version is no other version for those that have left it.
        try tick(release(2, percent: 6, isBad: true))
        #expect(reached.isDisjoint(with: hosts.filter { $0.version == 2 }.map(\.name)))
        for _ in 0..<3 { try tick(release(2, percent: 6, isBad: true)) }
        try tick(release(3))
        #expect(share(of: 3) == 100)
        for index in hosts.indices { try hosts[index].restart() }
        try tick(release(3))
        #expect(share(of: 3) == 100)
        #expect(isMonotonic)
        #expect(hosts.allSatisfy { $0.ran == ($0.taken.contains(2) ? [1, 2, 1, 3] : [1, 3]) })
    }

    @Test("never take an older version, offline, restarted or behind a cache, and all end with the last one")
    mutating func disorder() throws {
        let versions = try (1...8).map { number in
            try release(number, percent: number.isMultiple(of: 3) ? 25 : nil, isBad: number == 4)
        }
        var last = versions[0]
        for (index, version) in versions.enumerated() {
            for place in hosts.indices {
                hosts[place].isOnline = random.next(100) < 70
                // Clocks that are wrong by up to a year say nothing about what is older.
                hosts[place].skew = random.next(20) == 0 ? -random.next(31_536_000) : 0
                if random.next(5) == 0 { try hosts[place].restart() }
            }
            try tick(version, stale: index > 0 ? versions[random.next(index)] : nil)
            last = version
        }
        #expect(isMonotonic)
        #expect(hosts.contains { $0.refusals > 0 })
        for index in hosts.indices { hosts[index].isOnline = !index.isMultiple(of: 50) }
        for _ in 0..<4 { try tick(last) }
        #expect(hosts.filter(\.isOnline).allSatisfy { $0.version == 8 })
        #expect(isMonotonic)
        for index in hosts.indices { hosts[index].isOnline = true }
        try tick(last)
        #expect(share(of: 8) == 100)
    }

    @Test("run no version whose time is over, by their own clocks, and run again when another one comes")
    mutating func expiry() throws {
        let short = try release(1, days: 1)
        try tick(short)
        for index in hosts.indices where index.isMultiple(of: 10) { hosts[index].skew = 2 * 86_400 }
        let before = hosts.map(\.ran)
        now = now + 2 * 86_400
        for index in hosts.indices { try hosts[index].restart() }
        try tick(short)
        #expect(hosts.map(\.ran) == before)
        #expect(share(of: 1) == 100, "it stays the last good one")
        try tick(release(2))
        #expect(hosts.allSatisfy { $0.ran == [1, 2] })
    }
}

/// Numbers that look random, the same ones in each test.
private struct Seeded {
    private var state: UInt64 = 16

    mutating func next(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }
}

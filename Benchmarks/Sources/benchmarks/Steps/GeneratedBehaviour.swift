// SPDX-License-Identifier: Apache-2.0

import HeddleSystem
import CMeasure
import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Heddle
import HeddleReport

/// A behaviour that has many of something.
struct GeneratedBehaviour {
    /// How many.
    let count: Int
    private let bytes: [UInt8]

    /// - Parameter key: the list that the elements stand in.
    init(_ key: String, _ elements: [String]) {
        count = elements.count
        let text = #"{"behaviour":1,"modules":{"f":{"library":"BenchmarkFixture"}},"\#(key)":["#
        let rest = key == "steps" ? "]}" : #"],"steps":[]}"#
        bytes = Array((text + elements.joined(separator: ",\n") + rest).utf8)
    }

    /// How many bytes each has.
    var size: Double { Double(bytes.count) / Double(count) }

    /// How much of the thread's processor time reading and checking takes, for each.
    func nanosecondsToCheck(_ rounds: Int) throws -> Double {
        try nanoseconds(rounds) { _ = try plan(on: Self.makeHost()) }
    }

    /// How much of the thread's processor time running takes, for each.
    func nanoseconds(
        ofRuns rounds: Int, to sinks: () -> sending [any EventSink],
        _ run: (Plan, ModuleHost, EventStream) throws -> Void
    ) throws -> Double {
        let host = Self.makeHost()
        let plan = try plan(on: host)
        return try nanoseconds(rounds) { try run(plan, host, EventStream(to: sinks())) }
    }

    /// How much memory the text and its plan take, for each; and how much reading, checking and running takes at most.
    func memory(_ run: (Plan, ModuleHost, EventStream) throws -> Void) throws -> (plan: Double, peak: Double) {
        let before = try ProcessMemory.kilobytes("VmRSS")
        let host = Self.makeHost()
        let copy = bytes.map(\.self)
        let plan = try Plan.read(SourceText(name: "long", bytes: copy), on: host, origin: .file(folder: "."))
        let after = try ProcessMemory.kilobytes("VmRSS")
        try run(plan, host, EventStream(to: []))
        let peak = try ProcessMemory.kilobytes("VmHWM")
        return (Double(after - before) * 1024 / Double(count), Double(peak - before) * 1024 / Double(count))
    }

    private static func makeHost() -> ModuleHost {
        ModuleHost(modulePath: [HeddleSystem.Environment.executableFolder ?? "."])
    }

    private func plan(on host: ModuleHost) throws -> Plan {
        try Plan.read(SourceText(name: "long", bytes: bytes), on: host, origin: .file(folder: "."))
    }

    private func nanoseconds(_ rounds: Int, _ body: () throws -> Void) throws -> Double {
        let times = try (0..<rounds).map { _ in
            let start = measure_thread_time()
            try body()
            return Double(measure_thread_time() - start) / Double(count)
        }
        return times.median
    }
}

/// What is measured of a behaviour, and how it is written.
struct BehaviourFigures {
    let title: String
    let rows: [(name: String, figure: Double)]

    func report(_ format: OutputOptions) {
        if format.json {
            for (name, figure) in rows {
                print(Value.object([.init("row", .string(name)), .init("figure", Value(figure))]).json)
            }
        } else {
            print(Table(title: title, columns: ["for each"], rows: rows.map { [$0.name, $0.figure.fixed(0)] }))
        }
    }
}

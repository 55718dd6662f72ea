// SPDX-License-Identifier: Apache-2.0

import CMeasure
import Diagnostics
import Foreign
import Foundation
import Heddle
import Report

/// A behaviour that calls the fixture again and again, each time with other numbers.
struct LongBehaviour {
    let steps: Int
    private let bytes: [UInt8]

    init(steps: Int, isExpecting: Bool) {
        self.steps = steps
        let all = (0..<steps).map { number in
            let expectation = isExpecting ? #","expect":{"result":\#(number + 7)}"# : ""
            return #"{"call":"f.add","with":[\#(number),7]\#(expectation)}"#
        }
        let text = #"{"behaviour":1,"modules":{"f":{"library":"BenchmarkFixture"}},"steps":["#
        bytes = Array((text + all.joined(separator: ",\n") + "]}").utf8)
    }

    /// How many bytes a step has.
    var size: Double { Double(bytes.count) / Double(steps) }

    /// How much of the thread's processor time reading and checking takes, for each step.
    func nanoseconds(_ rounds: Int, _ body: (Plan) throws -> Void) throws -> Double {
        try median(rounds) { _ in try body(plan(on: Self.makeHost())) }
    }

    /// The same for a run.
    func nanoseconds(ofRuns rounds: Int, _ sinks: () -> sending [any EventSink]) throws -> Double {
        let host = Self.makeHost()
        let plan = try plan(on: host)
        return try median(rounds) { _ in
            let events = EventStream(to: sinks())
            guard Run(plan, on: host, events: events)() == .held, events.finish().returned == steps else {
                throw WrongResult(subject: "a step")
            }
        }
    }

    /// How much memory the text and its plan take, for each step; and how much reading, checking and running takes at
    /// most.
    func memory() throws -> (plan: Double, peak: Double) {
        let before = try Self.kilobytes("VmRSS")
        let host = Self.makeHost()
        let copy = bytes.map(\.self)
        let plan = try Plan.read(SourceText(name: "long", bytes: copy), on: host, origin: .file(folder: "."))
        let after = try Self.kilobytes("VmRSS")
        _ = Run(plan, on: host, events: EventStream(to: []))()
        let peak = try Self.kilobytes("VmHWM")
        return (Double(after - before) * 1024 / Double(steps), Double(peak - before) * 1024 / Double(steps))
    }

    private static func makeHost() -> Heddle.Host {
        Heddle.Host(modulePath: [Foreign.Environment.executableFolder ?? "."])
    }

    private func plan(on host: Heddle.Host) throws -> Plan {
        try Plan.read(SourceText(name: "long", bytes: bytes), on: host, origin: .file(folder: "."))
    }

    private func median(_ rounds: Int, _ body: (Int) throws -> Void) throws -> Double {
        let times = try (0..<rounds).map { round in
            let start = measure_thread_time()
            try body(round)
            return Double(measure_thread_time() - start) / Double(steps)
        }
        return times.median
    }

    /// A figure of the process's memory, as the kernel names it.
    private static func kilobytes(_ name: String) throws -> Int {
        let lines = try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n")
        let line = lines.first { $0.hasPrefix(name + ":") } ?? ""
        return Int(line.split(whereSeparator: { !$0.isNumber }).first ?? "") ?? 0
    }
}

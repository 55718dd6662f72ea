// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CMeasure
import HeddleDeclarations

/// Calls: direct, through libffi, and woven.
struct CallsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calls", abstract: "Woven calls beside a direct call and a bare ffi_call.",
        discussion:
            "All rows take turns in every round; a ratio is the median of the rounds' own ratios. Times are processor times."
    )

    @OptionGroup var format: OutputOptions

    @Option(help: "How often everything is measured; the figures are medians.")
    var rounds = 501

    @Option(help: "How many calls one measurement makes.")
    var calls = 10_000

    @Option(help: "Measure this action alone: add, sum or weigh.")
    var action: String?

    @Option(help: "Make the calls of this row alone and measure nothing, for a profiler.")
    var only: String?

    func validate() throws {
        guard calls > 0, rounds > 0 else { throw ValidationError("--calls and --rounds must be at least 1") }
    }

    func run() throws {
        try checkAllocationCounter()
        let benches = try makeBenches()
        guard !benches.isEmpty else { throw ValidationError("there is no action \"\(action ?? "")\"") }
        if let only { return try runAlone(only, of: benches) }
        for bench in benches {
            let measurements = measure(bench.subjects, rounds: rounds, callsEach: calls)
            report(measurements, titled: bench.declaration)
        }
    }

    /// The first bench that has the row makes all calls of all rounds, and nothing else is measured.
    private func runAlone(_ name: String, of benches: [CallBench]) throws {
        guard let subject = benches.flatMap(\.subjects).first(where: { $0.name == name }) else {
            throw ValidationError("there is no row \"\(name)\"")
        }
        for _ in 0..<rounds { subject.run(calls) }
    }

    private func makeBenches() throws -> [CallBench] {
        guard measure_find_fixture() else {
            throw ValidationError("libBenchmarkFixture.so does not stand beside the executable")
        }
        let weaver = try Weaver()
        return try [
            CallBench(
                "int add(int, int)", MEASURED_ADD, returns: 3, weaver.calls(of: "add", with: numbers(2)),
                others: weaver.programs()),
            CallBench(
                "long sum(8 x long)", MEASURED_SUM, returns: 36, weaver.calls(of: "sum", with: numbers(8))),
            CallBench(
                "long weigh(struct { long a, b; })", MEASURED_WEIGH, returns: 3,
                weaver.calls(of: "weigh", with: [.array(numbers(2))])),
        ].filter { $0.declaration.contains(" \(action ?? "")(") || action == nil }
    }

    /// The numbers from 1 on.
    private func numbers(_ count: Int) -> [Value] { (1...count).map { .number(.integer(Int128($0))) } }

    private func report(_ measurements: [CallMeasurement], titled title: String) {
        if format.json {
            for measurement in measurements { print(measurement.json(action: title)) }
        } else {
            print(CallMeasurement.table(measurements, titled: title), terminator: "\n\n")
        }
    }
}

/// A count of nothing proves something only where the counter counts.
private func checkAllocationCounter() throws {
    let start = measure_allocations()
    let made = measure_allocate_once_each()
    let middle = measure_allocations()
    let array = [UInt8](repeating: 1, count: Int(made) * 1000)
    withExtendedLifetime(array) {}
    guard middle - start == made, measure_allocations() - middle == 1 else {
        throw ValidationError("allocations are not counted rightly in this build")
    }
}

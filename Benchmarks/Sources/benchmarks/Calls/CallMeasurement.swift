// SPDX-License-Identifier: Apache-2.0

import CMeasure

/// What one row came to.
struct CallMeasurement {
    let name: String
    let nanoseconds: Double
    /// To the baseline.
    let ratio: Double
    let allocations: Double
    /// Nil where they cannot be counted.
    let instructions: Double?

    /// The same under another name.
    func named(_ name: String) -> CallMeasurement {
        CallMeasurement(
            name: name, nanoseconds: nanoseconds, ratio: ratio, allocations: allocations, instructions: instructions)
    }
}

/// What one subject took in one round, for each call.
private struct Sample {
    let nanoseconds: Double
    let allocations: Double
    let instructions: Double

    init(_ subject: CallSubject, calls: Int) {
        let (allocated, executed) = (measure_allocations(), measure_instructions())
        let start = measure_thread_time()
        subject.run(calls)
        nanoseconds = Double(measure_thread_time() - start) / Double(calls)
        instructions = Double(measure_instructions() - executed) / Double(calls)
        allocations = Double(measure_allocations() - allocated) / Double(calls)
    }
}

/// Measures all subjects in turns, so that what disturbs the machine meanwhile hits them alike.
func measure(_ subjects: [CallSubject], rounds: Int, callsEach calls: Int) -> [CallMeasurement] {
    for subject in subjects { subject.run(calls) }
    let samples = (0..<rounds).map { _ in subjects.map { Sample($0, calls: calls) } }
    let baseline = subjects.firstIndex { $0.name == CallBench.baseline } ?? 0
    return subjects.indices.map { index in
        let own = samples.map { $0[index] }
        let instructions = own.map(\.instructions).median
        return CallMeasurement(
            name: subjects[index].name, nanoseconds: own.map(\.nanoseconds).median,
            ratio: samples.map { $0[index].nanoseconds / $0[baseline].nanoseconds }.median,
            allocations: own.map(\.allocations).max() ?? 0, instructions: instructions > 0 ? instructions : nil)
    }
}

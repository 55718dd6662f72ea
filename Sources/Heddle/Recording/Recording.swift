// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
package import HeddleDiagnostics

/// A behaviour with what it came to, as a behaviour: all that was the same in several runs is expected.
///
/// The text depends only on the behaviour and the results of the runs, so that a recording of the recording is the same
/// text.
///
/// ## Topics
/// - ``text``
/// - ``notes``
/// - ``RunRecord``
package struct Recording {
    /// The behaviour file, in UTF-8.
    package let text: [UInt8]
    /// The differences from the behaviour, and the values that are not expected.
    package let notes: [Diagnostic]
    /// The number of recorded calls.
    package let calls: Int
    /// The replaced modules that call functions which their answers cannot call.
    package let silentModules: Set<String>

    /// A behaviour with all its modules, and the records of its runs.
    package struct Original {
        let plan: Plan
        let steps: [RunRecord]
        let cases: [RunRecord]

        /// Creates it from what ``Recording/init(_:on:steps:cases:original:in:)`` takes.
        package init(_ plan: Plan, steps: [RunRecord], cases: [RunRecord]) {
            (self.plan, self.steps, self.cases) = (plan, steps, cases)
        }
    }

    /// Writes a recording.
    ///
    /// - Parameters:
    ///   - steps: records of runs of the plan, at least one if it has steps.
    ///   - cases: records of runs of its cases, at least one if it has cases.
    ///   - original: what runs came to with the modules that answers have replaced in the plan. Where the answers lead
    ///     to something else, an error is noted.
    ///   - folder: the folder of the recording, to which paths in it are relative.
    ///   - pause: is called every few milliseconds.
    package init(
        _ plan: Plan, on host: ModuleHost, steps: [RunRecord], cases: [RunRecord],
        original: Original? = nil, in folder: String, pausing pause: @escaping () -> Void = {}
    ) {
        let writer = RecordingWriter(
            plan, host, MovedPaths(to: folder), original: original, pausing: pause)
        self.init(writer, steps: steps, cases: cases)
    }

    /// Writes the behaviour with answers in place of modules, which are then no longer needed. Its steps expect only
    /// that failed calls fail. Its other outcomes can be expected after it has been run.
    ///
    /// - Parameters:
    ///   - modules: some of ``Plan/stubbableModules(on:)``.
    ///   - steps: records of runs with ``ModuleHost/tellInnerCalls(of:to:)``.
    ///   - cases: the same of runs of the cases.
    /// - Throws: secrets that an answer would copy.
    package init(
        stubbing modules: [String], of plan: Plan, on host: ModuleHost, steps: [RunRecord], cases: [RunRecord],
        in folder: String
    ) throws(Diagnostics) {
        let writer = RecordingWriter(plan, host, MovedPaths(to: folder), stubs: modules)
        try writer.checkAnswers(in: steps + cases)
        self.init(writer, steps: steps, cases: cases)
    }

    private init(_ writer: RecordingWriter, steps: [RunRecord], cases: [RunRecord]) {
        var writer = writer
        text = writer.write(steps: steps, cases: cases)
        (notes, calls, silentModules) = (writer.notes, writer.calls, writer.silent)
    }
}

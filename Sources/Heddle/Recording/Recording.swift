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
    /// The behaviour file.
    package let text: String
    /// The differences from the behaviour, and the values that are not expected.
    package let notes: [Diagnostic]
    /// How many calls were recorded.
    package let calls: Int

    /// Writes a recording.
    ///
    /// - Parameters:
    ///   - steps: records of runs of the plan, at least one where it has steps.
    ///   - cases: records of runs of its cases, at least one where it has cases.
    ///   - folder: where the text will stand; paths in it are relative to that.
    package init(_ plan: Plan, on host: Host, steps: [RunRecord], cases: [RunRecord], in folder: String) {
        self.init(RecordingWriter(plan, host, MovedPaths(to: folder)), steps: steps, cases: cases)
    }

    /// Writes the behaviour with answers in the place of modules, which are then no longer needed. What it comes to so
    /// may be expected once it was run: its steps expect no more than that what failed fails.
    ///
    /// - Parameters:
    ///   - modules: some of ``Plan/stubbableModules(on:)``.
    ///   - steps: records of runs with ``Host/tellInnerCalls(of:to:)``.
    ///   - cases: the same of runs of the cases.
    /// - Throws: secrets that an answer would copy.
    package init(
        stubbing modules: [String], of plan: Plan, on host: Host, steps: [RunRecord], cases: [RunRecord],
        in folder: String
    ) throws(Diagnostics) {
        let writer = RecordingWriter(plan, host, MovedPaths(to: folder), stubs: modules)
        try writer.checkAnswers(in: steps + cases)
        self.init(writer, steps: steps, cases: cases)
    }

    private init(_ writer: RecordingWriter, steps: [RunRecord], cases: [RunRecord]) {
        var writer = writer
        writer.write(steps: steps, cases: cases)
        text = Value.object(writer.members).laidOutJSON(levels: 2) + "\n"
        (notes, calls) = (writer.notes, writer.calls)
    }
}

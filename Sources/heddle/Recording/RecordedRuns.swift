// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foreign
import Heddle
import Report
import Subprocess
import SystemPackage

/// Runs of one behaviour, each in a process of its own.
struct RecordedRuns {
    /// The behaviour's file; `-` for a text that is handed to each run.
    let file: String
    /// That text.
    var text = ""
    /// The folders in which modules are looked up.
    let modulePath: [String]
    /// How many runs there are.
    let count: Int
    /// The modules of whose calls each is told of.
    var inner: [String] = []

    /// What runs came to.
    struct Ended {
        var records: [RunRecord] = []
        /// The worst of their statuses.
        var status = ExitStatus.held
    }

    /// Makes the runs one behind the other, each in another second: what is a time is then another one.
    ///
    /// One that is interrupted is the last.
    ///
    /// - Throws: why a run could not be made.
    func run(cases: Bool) throws(Diagnostics) -> Ended {
        var ended = Ended()
        for number in 0..<count {
            if number > 0 { WallClock.awaitNextSecond() }
            let (record, status) = try run(cases: cases, isFirst: number == 0)
            ended.records.append(record)
            ended.status = max(ended.status, status)
            if status == .interrupted { break }
            // The run's own process may not have heard of it.
            if Interrupts.isPending {
                ended.status = .interrupted
                break
            }
        }
        return ended
    }

    /// What modules print is seen once.
    private func run(cases: Bool, isFirst: Bool) throws(Diagnostics) -> (RunRecord, ExitStatus) {
        let words =
            ["recorded-run", "--json", file] + (cases ? ["--cases"] : []) + modulePath.flatMap { ["-m", $0] }
            + inner.flatMap { ["--inner", $0] }
        let (text, status) = try waiting { [text] in await launch(words, text, isSilent: !isFirst) }.get()
        let record = RunRecord()
        // One that crashed in its first call has told nothing.
        if text.isEmpty { return (record, status == .held ? .crashed : status) }
        let source = SourceText(name: "the run", bytes: text)
        // Native code may have ended the process with any status.
        let isWhole = try KeptRun(source).replay(into: EventStream(to: [record])) == nil
        return (record, isWhole || status == .interrupted ? status : .crashed)
    }
}

/// Runs this program.
private func launch(
    _ words: [String], _ text: String, isSilent: Bool
) async -> Result<([UInt8], ExitStatus), Diagnostics> {
    let program = Executable.path("/proc/self/exe")
    // Nobody needs more events than these.
    let limit = 1 << 30
    do {
        if isSilent {
            let ended = try await Subprocess.run(
                program, arguments: Arguments(words), input: .string(text), output: .bytes(limit: limit),
                error: .discarded)
            return .success((ended.standardOutput, ExitStatus(ended.terminationStatus)))
        }
        let ended = try await Subprocess.run(
            program, arguments: Arguments(words), input: .string(text), output: .bytes(limit: limit),
            error: .currentStandardError)
        return .success((ended.standardOutput, ExitStatus(ended.terminationStatus)))
    } catch {
        return .failure(Diagnostics([Diagnostic(code: "record.run", "the behaviour cannot be run: \(error)")]))
    }
}

extension ExitStatus {
    /// One that a signal ended has crashed.
    fileprivate init(_ status: TerminationStatus) {
        self = if case .exited(let code) = status { ExitStatus(rawValue: code) ?? .crashed } else { .crashed }
    }
}

private func max(_ left: ExitStatus, _ right: ExitStatus) -> ExitStatus {
    left.rawValue < right.rawValue ? right : left
}

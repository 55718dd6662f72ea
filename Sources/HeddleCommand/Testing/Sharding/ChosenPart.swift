// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import HeddleReport
import HeddleSystem

/// The part of the cases that this command runs, and the durations by which all parts are cut.
struct ChosenPart {
    private let choice: ShardChoice
    private let durations: CaseDurations

    /// - Parameters:
    ///   - option: which part.
    ///   - files: runs that were kept with `--json`.
    /// - Throws: why it is unknown which part this is; or a run that cannot be read, since the parts of other machines
    ///   would be cut otherwise.
    init(_ option: ShardOption, durations files: [String]) throws(Diagnostic) {
        choice = try ShardChoice(option, in: ShardEnvironment(value: Environment.value))
        durations = try CaseDurations(files)
    }

    /// Cuts the part out of all cases.
    ///
    /// - Parameters:
    ///   - settings: the options for the settings of each file, as they may be shown.
    ///   - options: further ones that all parts have alike.
    func cut(
        _ schedule: CaseSchedule, settings: [[String]], _ options: [String]
    ) -> (CaseSchedule, RunStartEvent.Shard) {
        let given = options + zip(1..., settings).flatMap { file, options in options.map { "\(file) \($0)" } }
        let division = CaseDivision(of: schedule, into: choice.count, by: durations, settings: given)
        let part = division.part(choice.index)
        let facts = RunStartEvent.Division(
            cases: part.entries.count, total: schedule.entries.count, mark: division.mark, run: choice.run)
        return (part, RunStartEvent.Shard(index: choice.index, of: choice.count, division: facts))
    }

    /// The warning that the runs have no duration of any of the cases.
    func warnings(on schedule: CaseSchedule) -> [Diagnostic] {
        guard durations.count > 0, !schedule.entries.contains(where: { durations.has($0.outline.event().id) })
        else { return [] }
        return [
            Diagnostic(
                .warning, .usage, code: .cases(.durations),
                "the runs after --durations have \(counted(durations.count, "case")), and none of these: "
                    + "the parts are cut by the number of cases",
                suggestion: "name the behaviours as the earlier runs did, which know their cases by file and name")
        ]
    }
}

extension CaseDurations {
    /// Reads the durations of cases from kept runs.
    fileprivate init(_ files: [String]) throws(Diagnostic) {
        self.init()
        let ending = Array(#"{"event":"caseEnded","#.utf8)
        for file in files { try KeptText(at: file).forEachEvent(ofLinesBeginning: ending) { add($0) } }
    }
}

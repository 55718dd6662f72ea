// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleForeign
import Heddle
import HeddleReport

/// A behaviour that a process has planned, or could not plan.
struct PlannedBehaviour {
    let text: BehaviourText
    /// The cases, as the text has them.
    let cases: [CaseOutline]
    /// The mistakes; empty for a right behaviour.
    let mistakes: [Diagnostic]
    /// The warnings of a right behaviour.
    let warnings: [Diagnostic]
    /// The files that it reads besides its text.
    let files: PlannedFiles
    /// The death of the process before it had planned it; nil if it did.
    let death: LoadingDeath?
    /// The process that has its modules loaded, as long as that is kept.
    var process: WorkerProcess?
    /// True if one process loads the modules for all cases, and not each case for itself.
    let isOneForAll: Bool

    /// - Parameter answer: the messages of the process before its answer, the files that it read, and the process
    ///   itself.
    init(
        _ text: BehaviourText, _ found: [Diagnostic], files: PlannedFiles, _ process: WorkerProcess, isOneForAll: Bool
    ) {
        self.text = text
        let outline = BehaviourOutline.read(text.source, origin: text.origin).outline
        let isRight = Diagnostics(found).errors.isEmpty
        (cases, self.files) = (outline?.cases ?? [], files)
        (mistakes, warnings) = isRight ? ([], found) : (found, [])
        death = nil
        self.process = isRight && isOneForAll ? process : nil
        self.isOneForAll = isOneForAll
    }

    /// A behaviour whose process was lost; what is wrong with its form is known all the same.
    init(_ text: BehaviourText, lost death: LoadingDeath) {
        self.text = text
        let (outline, issues) = BehaviourOutline.read(text.source, origin: text.origin)
        (cases, files) = (outline?.cases ?? [], PlannedFiles(sources: outline?.files ?? []))
        mistakes = Diagnostics(issues).errors.isEmpty ? [] : issues
        (warnings, self.death) = ([], death)
        isOneForAll = true
    }
}

/// The files that a behaviour reads besides its text.
struct PlannedFiles {
    /// The paths of all of them.
    var sources: [String] = []
    /// Those of the golden files that it compares with.
    var golden: [String] = []
}

extension PlannedFiles {
    /// The files of a plan.
    init(_ plan: Plan) { self.init(sources: plan.sourceFiles, golden: plan.goldenFiles) }
}

// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

/// The steps of a behaviour, or of a case, in order.
///
/// A step is kept as its form, which it shares with others, and 8 bytes for each value in it. A ``Step`` with all its
/// texts and places is made from that whenever it is asked for; nothing is read from the file again.
///
/// Steps that are repeated stand here once, among the others.
///
/// ## Topics
/// - ``Step``
/// - ``Loop``
/// - ``WrittenStep``
package struct Steps: RandomAccessCollection, Sendable {
    /// The index of a step in the table of its file, and the number of that.
    struct Entry {
        let index: UInt32
        let file: UInt32
    }

    /// The files, each with its steps.
    let files: [StepFile]
    let modules: ModuleScope
    /// The steps, in runs of such as follow each other in their file too.
    private let runs: [Run]
    /// The number of steps.
    package let endIndex: Int
    /// Those of them that are repeated: each loop before those in it.
    package let loops: [Loop]
    /// The names that they and the `always` steps of the same scope save.
    let saves: SavedNames

    /// Steps that are repeated together.
    package struct Loop: Sendable {
        /// Their positions, those of loops in it included.
        package let steps: Range<Int>
        /// How often they are run at most; exactly so often where none of them can end the loop.
        package let times: Located<Int>
        /// True if one of them, outside of loops in it, can end it.
        package let canEnd: Bool
        /// Where it stands.
        package let range: SourceRange

        /// The loop among steps that so many others stand before.
        package func moved(by count: Int) -> Loop {
            Loop(
                steps: steps.lowerBound + count..<steps.upperBound + count, times: times, canEnd: canEnd, range: range)
        }
    }

    /// Steps that follow each other in a file.
    private struct Run {
        /// The position of the first one here.
        let position: Int
        let entry: Entry
    }

    init(files: [StepFile], modules: ModuleScope, entries: [Entry], saves: SavedNames = SavedNames()) {
        self.files = files
        self.modules = modules
        self.saves = saves
        endIndex = entries.count
        var runs: [Run] = []
        for (position, entry) in entries.enumerated() {
            if let last = runs.last, last.entry.file == entry.file,
                Int(entry.index) - Int(last.entry.index) == position - last.position
            {
                continue
            }
            runs.append(Run(position: position, entry: entry))
        }
        self.runs = runs
        loops = runs.indices.flatMap { number in
            let (run, file) = (runs[number], files[Int(runs[number].entry.file)])
            let end = number + 1 < runs.count ? runs[number + 1].position : entries.count
            return file.loops(among: Int(run.entry.index)..<Int(run.entry.index) + end - run.position)
                .map { $0.moved(by: run.position - Int(run.entry.index), in: file.source) }
        }
    }

    /// The first index, 0.
    package var startIndex: Int { 0 }

    /// A step with the texts and places of all that is in it.
    ///
    /// - Complexity: O(length of the step's text).
    package subscript(position: Int) -> Step { written(position).step }

    /// A step as it was read.
    package func written(_ position: Int) -> WrittenStep {
        let run = runs[runNumber(of: position)]
        let file = Int(run.entry.file)
        return WrittenStep(
            file: files[file], number: file, index: Int(run.entry.index) + position - run.position, modules: modules)
    }

    /// The number of the run that a step belongs to.
    private func runNumber(of position: Int) -> Int {
        var (low, high) = (0, runs.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if runs[middle].position <= position { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// How many names are saved by these steps, and by those that run in any case behind them.
    package var savedNames: Int { saves.count }

    /// The number of the saved name that an operand of a step is; nil if it is none, or leads into a saved value.
    package func number(ofSaved operand: Int, in step: WrittenStep) -> Int? {
        if let name = step.plainName(operand) { return saves.number(of: name, in: step.file.source.bytes) }
        return saves.number(of: step.text(operand))
    }

    /// The number of a saved name, counted from 0; nil where none of these steps saves it.
    ///
    /// - Complexity: O(length of the name), as a rule.
    package func number(ofSaved name: String) -> Int? { saves.number(of: name) }
}

/// A file with the steps that stand in it.
final class StepFile: Sendable {
    let source: SourceText
    let table: StepTable

    init(_ source: SourceText, _ table: StepTable) {
        self.source = source
        self.table = table
    }

    /// The loops whose first step is one of some.
    ///
    /// - Complexity: O(log n) for n loops in the file, and O(1) for each that is found.
    fileprivate func loops(among entries: Range<Int>) -> ArraySlice<StepTable.Loop> {
        func first(at entry: Int) -> Int {
            var (low, high) = (0, table.loops.count)
            while low < high {
                let middle = (low + high) / 2
                if table.loops[middle].start < entry { low = middle + 1 } else { high = middle }
            }
            return low
        }
        return table.loops[first(at: entries.lowerBound)..<first(at: entries.upperBound)]
    }
}

extension StepTable.Loop {
    /// The loop with the positions of its steps in the place of their indices.
    fileprivate func moved(by distance: Int, in source: SourceText) -> Steps.Loop {
        Steps.Loop(
            steps: start + distance..<end + distance, times: Located(times, at: SourceRange(source, timesBytes)),
            canEnd: canEnd, range: SourceRange(source, bytes))
    }
}

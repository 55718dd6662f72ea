// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics
internal import HeddleJSON

/// The steps of a behaviour, or of a case, in order.
///
/// A step is kept as its form, which it shares with others, and 8 bytes for each value in it. A ``Step`` with all its
/// texts and places is made from that whenever it is asked for; nothing is read from the file again.
///
/// Steps that are repeated, or that are run where a condition holds, stand here once, among the others.
///
/// ## Topics
/// - ``Step``
/// - ``Block``
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
    /// Those of them that are not simply run in order: each block before those in it.
    package let blocks: [Block]
    /// The names that they and the `always` steps of the same scope save.
    let saves: SavedNames

    /// Steps that are repeated together, or of which the first decides which are run.
    package struct Block: Sendable {
        /// The reason why its steps are not simply run in order.
        package enum Kind: Sendable {
            /// They are run so often at most, and exactly so often where none of them can end the loop.
            case loop(times: Located<Int>)
            /// The first step decides whether those up to a position are run, or those from it on; with the reason why those
            /// up to it are left out.
            case branch(otherwise: Int, reason: Located<String>?)
        }

        /// Their positions, those of blocks in it included.
        package let steps: Range<Int>
        package let kind: Kind
        /// True if one of them, outside of loops in it, can end the loop that it is or stands in.
        package let canEnd: Bool
        /// Its place.
        package let range: SourceRange

        /// The block among steps that so many others stand before.
        package func moved(by count: Int) -> Block {
            let kind: Kind =
                switch kind {
                case .loop: kind
                case .branch(let position, let reason): .branch(otherwise: position + count, reason: reason)
                }
            return Block(
                steps: steps.lowerBound + count..<steps.upperBound + count, kind: kind, canEnd: canEnd, range: range)
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
        blocks = runs.indices.flatMap { number in
            let (run, file) = (runs[number], files[Int(runs[number].entry.file)])
            let end = number + 1 < runs.count ? runs[number + 1].position : entries.count
            return file.blocks(among: Int(run.entry.index)..<Int(run.entry.index) + end - run.position)
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

    /// The number of names that are saved by these steps, and by those that run in any case behind them.
    package var savedNames: Int { saves.count }
    /// The names that steps save, by their numbers.
    package var allSavedNames: [String] { saves.all }

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

    /// The blocks whose first step is one of some.
    ///
    /// - Complexity: O(log n) for n blocks in the file, and O(1) for each that is found.
    fileprivate func blocks(among entries: Range<Int>) -> ArraySlice<StepTable.Block> {
        func first(at entry: Int) -> Int {
            var (low, high) = (0, table.blocks.count)
            while low < high {
                let middle = (low + high) / 2
                if table.blocks[middle].start < entry { low = middle + 1 } else { high = middle }
            }
            return low
        }
        return table.blocks[first(at: entries.lowerBound)..<first(at: entries.upperBound)]
    }
}

extension StepTable.Block {
    /// The block with the positions of its steps in the place of their indices.
    fileprivate func moved(by distance: Int, in source: SourceText) -> Steps.Block {
        let kind: Steps.Block.Kind =
            switch kind {
            case .loop(let times, let bytes): .loop(times: Located(times, at: SourceRange(source, bytes)))
            case .branch(let otherwise, let reason):
                .branch(
                    otherwise: otherwise + distance,
                    reason: reason.map {
                        Located($0.text(in: source.bytes), at: SourceRange(source, $0.offset..<$0.end))
                    })
            }
        return Steps.Block(
            steps: start + distance..<end + distance, kind: kind, canEnd: canEnd, range: SourceRange(source, bytes))
    }
}

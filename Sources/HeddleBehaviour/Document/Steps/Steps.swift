// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

/// The steps of a behaviour, or of a case, in order.
///
/// A step is kept as its form, which it shares with others, and 8 bytes for each value in it. A ``Step`` with all its
/// texts and places is made from that whenever it is asked for; nothing is read from the file again.
///
/// ## Topics
/// - ``Step``
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
    let entries: [Entry]
    /// The names that they and the `always` steps of the same scope save.
    var saves = SavedNames()

    /// The first index, 0.
    package var startIndex: Int { entries.startIndex }
    /// The number of steps.
    package var endIndex: Int { entries.endIndex }

    /// A step with the texts and places of all that is in it.
    ///
    /// - Complexity: O(length of the step's text).
    package subscript(position: Int) -> Step { written(position).step }

    /// A step as it was read.
    package func written(_ position: Int) -> WrittenStep {
        let entry = entries[position]
        return WrittenStep(
            file: files[Int(entry.file)], number: Int(entry.file), index: Int(entry.index), modules: modules)
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
}

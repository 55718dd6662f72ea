// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics
internal import HeddleJSON

/// The steps of a behaviour, in order.
///
/// A step is kept as 8 bytes, the place in the file where it begins, and is read again whenever it is asked for: a file
/// of a million steps takes little more memory than its text. Iterate over the steps once rather than indexing them
/// again and again.
///
/// ## Topics
/// - ``Step``
package struct Steps: RandomAccessCollection, Sendable {
    /// Where a step begins; and which of the files it stands in or, in the array form, in which module.
    struct Entry {
        let offset: UInt32
        let place: UInt32
    }

    /// The file and those that it includes.
    let sources: [SourceText]
    let modules: ModuleNames
    let form: Behaviour.Form
    let entries: [Entry]
    /// What they save, and the steps of the same scope that run in any case.
    var saves = SavedNames()

    /// The first index, 0.
    package var startIndex: Int { entries.startIndex }
    /// The number of steps.
    package var endIndex: Int { entries.endIndex }

    /// Reads a step.
    ///
    /// - Complexity: O(length of the step's text).
    package subscript(position: Int) -> Step {
        let entry = entries[position]
        let source = sources[form == .sequence ? 0 : Int(entry.place)]
        guard let node = JSONNode.reread(source, at: Int(entry.offset)), let step = read(node, of: entry) else {
            preconditionFailure("the step at byte \(entry.offset) of \(source.name) was read without a mistake before")
        }
        return step
    }

    /// The behaviour's own file, in which all plain steps stand.
    package var file: SourceText { sources[0] }

    /// A reader of those steps that are plain.
    package var plainReader: PlainStepReader { PlainStepReader(file) }

    /// Reads a step where it is plain; false where it is not, or stands in a file that is included.
    ///
    /// - Parameter reader: a ``plainReader`` of these steps; it has the step.
    package func readPlain(_ position: Int, into reader: inout PlainStepReader) -> Bool {
        let entry = entries[position]
        return form == .version1 && entry.place == 0 && reader.read(at: Int(entry.offset))
    }

    /// How many names are saved by these steps, and by those that run in any case behind them.
    package var savedNames: Int { saves.count }

    /// The number of a saved name, counted from 0; nil where none of these steps saves it.
    ///
    /// - Complexity: O(length of the name), as a rule.
    package func number(ofSaved name: String) -> Int? { saves.number(of: name) }

    /// The number of a saved name that a plain step has.
    package func number(ofSaved name: Range<Int>) -> Int? { saves.number(of: name, in: file.bytes) }

    private func read(_ node: JSONNode, of entry: Entry) -> Step? {
        let reading = BehaviourReader(modules: modules)
        let field = Field(key: "steps", owner: "a behaviour", node: node, isElement: true)
        return switch form {
        case .sequence: reading.action(field, ofModule: Int(entry.place))
        case .version1: reading.step(field)
        }
    }
}

extension Steps.Entry {
    /// The entry of a step that begins where a node does; 4 bytes hold every offset of the largest file.
    init(_ node: JSONNode, in place: Int) {
        self.init(offset: UInt32(node.range.bytes.lowerBound), place: UInt32(place))
    }
}

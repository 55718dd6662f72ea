// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// The text of a recording in the making.
///
/// The elements of its lists are written one by one, so that a long list takes no more memory than its text.
struct RecordingText {
    private static let indentation = 4
    private var bytes = [UInt8(ascii: "{")]
    private var isEmpty = true

    /// Adds a member, each part of which has a line.
    mutating func add(_ member: Value.Member) {
        beginMember()
        member.appendLaidOutJSON(to: &bytes, levels: 1, indentation: Self.indentation)
    }

    /// Adds a member that is a list; a list without elements is left out.
    ///
    /// - Parameter elements: hands over the elements in their order.
    mutating func add(_ name: String, _ elements: ((Value) -> Void) -> Void) {
        let (start, wasEmpty) = (bytes.count, isEmpty)
        beginMember()
        Value.string(name).appendJSON(to: &bytes)
        bytes.append(": [")
        var isFirst = true
        elements { element in
            bytes.appendLine(indentedBy: 2 * Self.indentation, isFirst: isFirst)
            element.appendLaidOutJSON(to: &bytes, indentation: 2 * Self.indentation)
            isFirst = false
        }
        if isFirst {
            bytes.removeLast(bytes.count - start)
            isEmpty = wasEmpty
        } else {
            bytes.appendLine(indentedBy: Self.indentation)
            bytes.append(UInt8(ascii: "]"))
        }
    }

    /// The whole text.
    consuming func finished() -> [UInt8] {
        bytes.append("\n}\n")
        return bytes
    }

    private mutating func beginMember() {
        bytes.appendLine(indentedBy: Self.indentation, isFirst: isEmpty)
        isEmpty = false
    }
}

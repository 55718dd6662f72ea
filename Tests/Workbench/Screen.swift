// SPDX-License-Identifier: Apache-2.0

/// The screen of a terminal: the part of a VT100 that Heddle uses.
package struct Screen {
    private let columns: Int
    private let rows = 24
    private var cells: [[Character]] = [[]]
    /// The first line that is seen; those before it were moved out of the screen.
    private var top = 0
    private var cursor = (line: 0, column: 0)
    private var saved = (line: 0, column: 0)

    /// Shows a text.
    package init(_ text: String, columns: Int = 80) {
        self.columns = columns
        var rest = text[...]
        while let character = rest.popFirst() { take(character, &rest) }
    }

    /// All lines, those that were moved out of the screen among them, without blanks at their ends.
    package var lines: [String] {
        var lines = cells.map { line in String(String(line.reversed().drop { $0 == " " }).reversed()) }
        while lines.last == "" { lines.removeLast() }
        return lines
    }

    private mutating func take(_ character: Character, _ rest: inout Substring) {
        switch character {
        case "\u{1B}": takeEscape(&rest)
        case "\r\n":
            cursor.column = 0
            down()
        case "\r": cursor.column = 0
        case "\n": down()
        default: put(character)
        }
    }

    private mutating func takeEscape(_ rest: inout Substring) {
        switch rest.popFirst() {
        case "7": saved = (cursor.line - top, cursor.column)
        case "8": cursor = (saved.line + top, saved.column)
        case "D": down()
        case "[":
            let parameters = rest.prefix { $0.isNumber || $0 == ";" }
            rest.removeFirst(parameters.count)
            takeSequence(rest.popFirst())
        default: break
        }
    }

    private mutating func takeSequence(_ final: Character?) {
        switch final {
        case "A": cursor.line = max(top, cursor.line - 1)
        case "B": cursor.line = min(top + rows - 1, cursor.line + 1)
        case "J":
            extend()
            cells[cursor.line].removeSubrange(min(cursor.column, cells[cursor.line].count)...)
            cells.removeSubrange((cursor.line + 1)...)
        default: break
        }
    }

    private mutating func down() {
        cursor.line += 1
        if cursor.line >= top + rows { top += 1 }
        extend()
    }

    private mutating func put(_ character: Character) {
        if cursor.column == columns {
            cursor.column = 0
            down()
        }
        extend()
        while cells[cursor.line].count <= cursor.column { cells[cursor.line].append(" ") }
        cells[cursor.line][cursor.column] = character
        cursor.column += 1
    }

    private mutating func extend() { while cells.count <= cursor.line { cells.append([]) } }
}

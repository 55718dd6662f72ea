// SPDX-License-Identifier: Apache-2.0

import HeddleLineEditor
import HeddleSystem

/// The source of the lines of a shell: a person at the terminal, or a file or another program.
struct ShellInput {
    /// A line, or why there is none.
    enum Next {
        /// Lines that belong together, and the number of the first one, counted from 1.
        case line(String, number: Int)
        case interrupt
        case end
    }

    /// The history; nil where no person edits the lines.
    private let history: ShellHistory?
    /// True if somebody reads a prompt.
    private let isTerminal: Bool
    /// The number of lines that were read.
    private var count = 0
    private static let (prompt, further) = ("heddle> ", "   ...> ")

    /// - Parameter complete: gives the words that Tab makes of one.
    init(isTerminal: Bool, completingBy complete: @escaping @Sendable (String, String) -> [String]) {
        self.isTerminal = isTerminal
        let isEdited = isTerminal && LineEditor.prepare(history: ShellHistory.limit, completingBy: complete)
        history = isEdited ? ShellHistory() : nil
    }

    /// The next line, with those behind it that belong to it.
    mutating func next() -> Next {
        var text = ""
        let number = count + 1
        while true {
            switch nextLine(text.isEmpty ? Self.prompt : Self.further) {
            case .line(let line):
                count += 1
                text += (text.isEmpty ? "" : " ") + line
                if !text.isWholeShellLine { continue }
                if text.contains(where: { !$0.isWhitespace }) { history?.add(text) }
                return .line(text, number: number)
            case .interrupt: return .interrupt
            case .end: return text.isEmpty ? .end : .line(text, number: number)
            }
        }
    }

    private enum Line {
        case line(String)
        case interrupt
        case end
    }

    private func nextLine(_ prompt: String) -> Line {
        if history != nil {
            switch LineEditor.read(prompt: prompt) {
            case .line(let line): return .line(line)
            case .interrupt: return .interrupt
            case .end: return .end
            }
        }
        if isTerminal {
            StandardStream.output.write(prompt)
            StandardStream.flush()
        }
        if let line = readLine() { return .line(line) }
        return Interrupts.isPending ? .interrupt : .end
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import CLineEditor
internal import Glibc
internal import Synchronization

/// Reads lines that the user edits in the terminal, with a history, and with names that Tab completes.
///
/// It is libedit's, where that is installed; the user's `.editrc` sets its keys. There is one for the process, and one thread uses it.
package enum LineEditor {
    /// A line, or what came in its place.
    package enum Input {
        case line(String)
        /// Ctrl-C: what was typed is dropped.
        case interrupt
        /// Ctrl-D in an empty line.
        case end
    }

    /// Returns the names that a word may become, in their order.
    ///
    /// - Parameter line: the line up to the cursor, which the word ends.
    package typealias Completer = @Sendable (_ word: String, _ line: String) -> [String]

    /// The characters that stand between words.
    private static let breaks: StaticString = " \t\"'(),[]{}=<|&!:"
    private static let name: StaticString = "heddle"

    private static let completer = Mutex<(find: Completer, found: [String])>(({ _, _ in [] }, []))

    /// Prepares the editor, before all else. Returns false where libedit is not installed.
    ///
    /// - Parameter limit: how many lines of history are kept at most.
    package static func prepare(history limit: Int, completingBy find: @escaping Completer) -> Bool {
        completer.withLock { $0 = (find, []) }
        return unsafe heddle_line_editor_prepare(name.text, breaks.text, CInt(limit)) { line, word, number in
            guard let line = unsafe line, let word = unsafe word else { return nil }
            let candidate = unsafe LineEditor.candidate(Int(number), for: String(cString: word), String(cString: line))
            return unsafe candidate.flatMap { unsafe strdup($0) }
        }
    }

    private static func candidate(_ number: Int, for word: String, _ line: String) -> String? {
        completer.withLock { completer in
            if number == 0 { completer.found = completer.find(word, line) }
            return number < completer.found.count ? completer.found[number] : nil
        }
    }

    /// Notes the mode of the terminal, for ``restoreTerminal()``.
    package static func noteTerminal() { heddle_terminal_note() }

    /// Gives the terminal the mode that it had: a process that dies while it reads a line leaves another one.
    package static func restoreTerminal() { heddle_terminal_restore() }

    /// Reads a line.
    package static func read(prompt: String) -> Input {
        var isInterrupted = false
        guard let line = unsafe heddle_line_editor_read(prompt, &isInterrupted) else {
            return isInterrupted ? .interrupt : .end
        }
        defer { unsafe free(line) }
        return .line(unsafe String(cString: line))
    }

    /// Adds a line to the history, unless it is the latest one.
    package static func remember(_ line: String) { unsafe heddle_line_editor_remember(line) }
}

extension StaticString {
    /// The text as C wants it; it lives as long as the process.
    fileprivate var text: UnsafePointer<CChar>? {
        unsafe UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

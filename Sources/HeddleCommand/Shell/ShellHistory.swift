// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleLineEditor
import HeddleSystem

/// The lines of earlier shells of the user, in a file that only the user can read.
///
/// Shells that run at the same time add to one file.
struct ShellHistory {
    /// The number of lines that are kept.
    static let limit = 1000
    private let file: LineFile?

    /// Reads the file into the line editor. Where that cannot be done, there is only the history of this shell.
    init() {
        let folder = LexicalPath(Environment.stateFolder)
        let path = "\(folder.text)/shell_history"
        do {
            try System.makeFolders(folder)
            let text = try? readText(at: path, kind: .state)
            let lines = text.map { String(decoding: $0.bytes, as: UTF8.self).split(separator: "\n") } ?? []
            for line in lines.suffix(Self.limit) { LineEditor.remember(String(line)) }
            if text == nil { System.close(try System.open(path, [.forWriting, .new], permissions: 0o600)) }
            file = LineFile(path: path)
            if lines.count > 2 * Self.limit { Self.shorten(path, to: lines.suffix(Self.limit)) }
        } catch {
            file = nil
        }
    }

    private static func shorten(_ path: String, to lines: ArraySlice<Substring>) {
        guard let file = try? WholeFile(path: path, code: .usage(.shellLine)) else { return }
        file.write(lines.map { "\($0)\n" }.joined())
        try? file.commit()
        try? System.setPermissions(0o600, of: path)
    }

    /// Adds a line.
    func add(_ line: String) {
        LineEditor.remember(line)
        _ = file?.append(Array("\(line)\n".utf8))
        file?.flush()
    }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleSystem

/// The lines of a shell, kept outside of the process that runs them, which native code may end.
///
/// Each line stands behind `>` before it is run, and is followed by `=` once it has held, or by `-` if it has not;
/// behind `!` all begins anew. The number of a line that nobody types stands before it, behind `#`.
struct ShellJournal {
    private static let (begun, held, dropped, anew, numbered) = ("> ", "=", "-", "!", "#")
    /// The number of the line that is run next; nil for one that a person types.
    var number: Int?
    private let path: String
    private let file: LineFile

    init(at path: String) {
        self.path = path
        file = LineFile(path: path)
    }

    /// Runs a line that is written down before, and notes whether it has held.
    func noting<Result>(
        _ line: String, isHeld: (Result) -> Bool = { _ in true }, _ run: () throws(Diagnostics) -> Result
    ) throws(Diagnostics) -> Result {
        if let number { write("\(Self.numbered)\(number)") }
        write("\(Self.begun)\(line)")
        var mark = Self.dropped
        defer { write(mark) }
        let result = try run()
        if isHeld(result) { mark = Self.held }
        return result
    }

    /// Notes that the end of the process in a line was told.
    func drop() { write(Self.dropped) }

    private func write(_ line: String) {
        _ = file.append(Array("\(line)\n".utf8))
        file.flush()
    }

    /// Notes that the lines before are run again from here on.
    func beginAnew() { write(Self.anew) }

    /// The lines that have held, and the one that the process ended in, with its number.
    func read() -> (kept: [String], last: String?, number: Int?) {
        guard let text = try? readText(at: path, kind: .state) else { return ([], nil, nil) }
        let lines = String(decoding: text.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        var (kept, last, number) = ([String](), String?.none, Int?.none)
        for line in lines {
            switch line {
            case _ where line.hasPrefix(Self.numbered): number = Int(line.dropFirst(Self.numbered.count))
            case Self.anew: (kept, last) = ([], nil)
            case Self.dropped: last = nil
            case Self.held:
                if let held = last { kept.append(held) }
                last = nil
            default: last = String(line.dropFirst(Self.begun.count))
            }
        }
        return (kept, last, number)
    }
}

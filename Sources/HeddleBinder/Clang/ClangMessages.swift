// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleSystem

/// The messages of clang about a source that it refuses.
struct ClangMessages {
    /// A line such as `zlib.h:12:3: error: unknown type name 'foo'`.
    fileprivate struct Message {
        let file: String
        let line: Int
        let column: Int
        let text: String
    }

    /// More would not help.
    private static let most = 5

    fileprivate let errors: [Message]
    private let everything: String
    private let source: String

    init(_ text: String, source: String) {
        errors = text.split(separator: "\n").compactMap { Message($0) }
        everything = text
        self.source = source
    }

    /// The first error alone.
    var first: String { errors.first?.text ?? everything.split(separator: "\n").first.map(String.init) ?? "no reason" }

    /// The first error for each file, in other words.
    func reasons(_ words: (String) -> String) -> [String: String] {
        Dictionary(errors.map { ($0.file, words($0.text)) }) { first, _ in first }
    }

    /// The first errors, each with the line that it is about.
    var diagnostics: Diagnostics {
        guard !errors.isEmpty else {
            let words = everything.split(separator: "\n").first.map(String.init) ?? "clang gives no reason"
            return Diagnostics([Diagnostic(code: .bind(.header), "the headers cannot be read: \(words)")])
        }
        return Diagnostics(errors.prefix(Self.most).map(diagnostic))
    }

    private func diagnostic(_ error: Message) -> Diagnostic {
        Diagnostic(
            code: .bind(.header), "clang refuses the headers: \(error.text)", at: range(of: error),
            notes: [.init("clang guesses types after an error, so nothing is bound")])
    }

    private func range(of error: Message) -> SourceRange? {
        let isOwn = error.file == "<stdin>"
        guard
            let text = isOwn
                ? SourceText(name: "the headers", source)
                : try? readText(at: error.file, kind: .header)
        else { return nil }
        var offset = 0
        for _ in 1..<max(1, error.line) {
            guard let end = text.bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            offset = end + 1
        }
        let start = min(offset + error.column - 1, text.bytes.count)
        return SourceRange(text, start..<text.endOfWord(from: start))
    }
}

extension ClangMessages.Message {
    /// Nil for a line that is no error.
    fileprivate init?(_ line: Substring) {
        guard let sign = line.firstRange(of: "error: ") else { return nil }
        // `file:line:column: `, or `file:line:column: fatal `.
        let place = line[..<sign.lowerBound].split(separator: ":").dropLast()
        guard place.count >= 3, let column = place.last.flatMap({ Int($0) }),
            let row = place.dropLast().last.flatMap({ Int($0) })
        else { return nil }
        file = place.dropLast(2).joined(separator: ":")
        self.line = row
        self.column = column
        text = String(line[sign.upperBound...])
    }
}

extension SourceText {
    /// The end of a word, at least one byte further if there is one.
    fileprivate func endOfWord(from start: Int) -> Int {
        let isLetter = { (byte: UInt8) in
            byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
        let end = bytes[start...].firstIndex { !isLetter($0) } ?? bytes.count
        return max(end, min(start + 1, bytes.count))
    }
}

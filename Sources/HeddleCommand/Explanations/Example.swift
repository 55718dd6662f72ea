// SPDX-License-Identifier: Apache-2.0

/// A mistake and its mend, written as one text: lines that begin with `-` are only in the mistake, those with `+` only
/// in what it is mended to, all others in both.
struct Example {
    enum Kind: String {
        /// A whole behaviour file.
        case behaviour
        /// A command line for a shell.
        case command
        /// A module in C++; one of its actions is called `act`. A hook `watch`, if there is one, stands behind all
        /// actions.
        case module
        /// A part of a program that hosts modules.
        case program
    }

    struct Line {
        let text: String
        /// True if the mistake and its mend differ here.
        let isChanged: Bool
    }

    let kind: Kind
    private let lines: [(mark: Character, text: String)]

    init(_ kind: Kind, _ difference: [Substring]) {
        self.kind = kind
        lines = difference.map { ($0.first ?? " ", String($0.dropFirst(2))) }
    }

    /// The example with the mistake.
    var wrong: [Line] { lines(marked: "-") }
    /// The corrected example.
    var mended: [Line] { lines(marked: "+") }

    private func lines(marked mark: Character) -> [Line] {
        lines.filter { $0.mark == mark || $0.mark == " " }.map { Line(text: $0.text, isChanged: $0.mark == mark) }
    }
}

extension [Example.Line] {
    /// The lines as one text.
    var text: String { map { $0.text + "\n" }.joined() }
}

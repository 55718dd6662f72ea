// SPDX-License-Identifier: Apache-2.0

/// A text for people that never grows past its limit, on one line and safe to print on a terminal.
///
/// Writing past the limit does nothing, so that an excerpt of a value of any size costs only what it shows.
struct ExcerptWriter {
    private var scalars = String.UnicodeScalarView()
    private var room: Int
    private(set) var isCut = false

    /// - Parameter limit: how many characters fit before the text ends in an ellipsis.
    init(limit: Int) {
        self.room = max(0, limit)
    }

    /// The text so far, with an ellipsis if something did not fit.
    var text: String { String(scalars) + (isCut ? "…" : "") }

    /// Appends text that is known to be printable.
    mutating func append(_ text: String) {
        for scalar in text.unicodeScalars where !isCut { append(scalar) }
    }

    /// Appends text from outside: what would move the cursor, or turn the writing direction, is shown by its code.
    mutating func appendPrintable(_ text: String) {
        for scalar in text.unicodeScalars {
            if isCut { return }
            if let escape = scalar.escape { append(escape) } else { append(scalar) }
        }
    }

    /// Appends text from outside in quotes.
    mutating func appendQuoted(_ text: String) {
        append("\"")
        for scalar in text.unicodeScalars {
            if isCut { return }
            if scalar == "\"" || scalar == "\\" { append("\\") }
            if let escape = scalar.escape { append(escape) } else { append(scalar) }
        }
        append("\"")
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        isCut = isCut || room == 0
        if isCut { return }
        scalars.append(scalar)
        room -= 1
    }
}

extension Unicode.Scalar {
    /// How a character that must not reach a terminal is written, as JSON writes it; nil for all others.
    fileprivate var escape: String? {
        switch self {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case " "..."~": nil
        default: isHarmless ? nil : "\\u\(hexadecimal)"
        }
    }

    private var isHarmless: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: !properties.isBidiControl
        }
    }

    private var hexadecimal: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

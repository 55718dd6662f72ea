// SPDX-License-Identifier: Apache-2.0

/// Builds a text for people on one line, safe to print on a terminal, up to a maximum length.
///
/// Writing beyond the limit does nothing, so that an excerpt of a large value costs no more than that of a small one.
struct ExcerptWriter {
    private var written = ""
    private var room: Int
    private(set) var isCut = false

    /// - Parameter limit: the maximum number of characters before an ellipsis.
    init(limit: Int) {
        self.room = max(0, limit)
    }

    /// The text so far, with an ellipsis if something did not fit.
    var text: String { isCut ? written + "…" : written }

    /// Appends text that is known to be printable.
    mutating func append(_ text: String) {
        if text.utf8.count <= room {
            written += text
            room -= text.unicodeScalars.count
            return
        }
        for scalar in text.unicodeScalars where !isCut { append(scalar) }
    }

    /// Appends untrusted text. Characters that move the cursor or change the writing direction are shown as their
    /// codes.
    mutating func appendPrintable(_ text: String) {
        if text.utf8.allSatisfy({ UInt8(ascii: " ")...UInt8(ascii: "~") ~= $0 }) { return append(text) }
        for scalar in text.unicodeScalars {
            if isCut { return }
            if let escape = scalar.escape { append(escape) } else { append(scalar) }
        }
    }

    /// Appends untrusted text in quotes.
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
        written.unicodeScalars.append(scalar)
        room -= 1
    }
}

extension Unicode.Scalar {
    /// The escape of a character that must not reach a terminal, as in JSON; nil for all others.
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

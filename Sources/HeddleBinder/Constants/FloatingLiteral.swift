// SPDX-License-Identifier: Apache-2.0

/// A floating literal of C, which may have signs and parentheses around it, as a decimal number of JSON.
struct FloatingLiteral {
    /// `-1.5e3` of `(-1.5e3L)`.
    let digits: String

    /// Reads the text of a macro; nil where it is something else, or too large for a double.
    init?(_ text: String) {
        guard let digits = Self.digits(text[...]) else { return nil }
        self.digits = digits
    }

    private static func digits(_ text: Substring) -> String? {
        let text = text.drop { $0 == " " }
        switch text.first {
        case "(": return text.last == ")" ? digits(text.dropFirst().dropLast()) : nil
        case "+": return digits(text.dropFirst())
        // Signs may follow each other, as a macro may negate another one.
        case "-": return digits(text.dropFirst()).map { $0.hasPrefix("-") ? String($0.dropFirst()) : "-" + $0 }
        default: return unsigned(text)
        }
    }

    private static func unsigned(_ text: Substring) -> String? {
        guard let first = text.first, first == "." || first.isNumber, !text.hasPrefix("0x"), !text.hasPrefix("0X"),
            text.contains(where: { $0 == "." || $0 == "e" || $0 == "E" })
        else { return nil }
        let suffix = text.last.flatMap { "fFlL".contains($0) ? $0 : nil }
        guard let digits = written(suffix == nil ? text : text.dropLast()), let number = Double(digits),
            number.isFinite
        else { return nil }
        guard suffix == "f" || suffix == "F" else { return digits }
        // C has rounded such a literal before anything takes it.
        return Float(digits).flatMap { $0.isFinite ? "\(Double($0))" : nil }
    }

    /// The digits in the form of JSON, which wants some on both sides of the point, and no zeros before others.
    private static func written(_ text: Substring) -> String? {
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        guard mantissa.count <= 2, mantissa.contains(where: { !$0.isEmpty }) else { return nil }
        let whole = mantissa[0].drop { $0 == "0" }
        let fraction = mantissa.count == 1 ? "" : "." + (mantissa[1].isEmpty ? "0" : mantissa[1])
        let exponent = parts.count == 1 ? "" : "e" + parts[1]
        return (whole.isEmpty ? "0" : String(whole)) + fraction + exponent
    }
}

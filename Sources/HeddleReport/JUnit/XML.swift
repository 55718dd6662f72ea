// SPDX-License-Identifier: Apache-2.0

/// An attribute with a space before it.
func xml(_ name: String, _ value: String) -> String {
    " \(name)=\"\(value.escaped { $0.xmlInAttribute })\""
}

/// Text between tags.
func xmlText(_ text: String) -> String { text.escaped { $0.xmlInText } }

extension String {
    fileprivate func escaped(_ escape: (Unicode.Scalar) -> String?) -> String {
        // Most texts are names, and stand as they are.
        if utf8.allSatisfy(\.isPlainInXML) { return self }
        var text = ""
        text.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            if let replacement = escape(scalar) { text += replacement } else { text.unicodeScalars.append(scalar) }
        }
        return text
    }
}

extension UInt8 {
    /// True if a byte is a character that needs no escape, in an attribute and between tags.
    fileprivate var isPlainInXML: Bool {
        switch self {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): false
        default: UInt8(ascii: " ")...UInt8(ascii: "~") ~= self
        }
    }
}

extension Unicode.Scalar {
    /// A reader would make spaces of a line's end or a tab in an attribute.
    fileprivate var xmlInAttribute: String? {
        switch self {
        case "\"": "&quot;"
        case "\n", "\t": "&#\(value);"
        default: xmlInText
        }
    }

    /// The escape of a character that needs one. `>` only ends a CDATA section, but is always escaped.
    fileprivate var xmlInText: String? {
        switch self {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\r": "&#13;"
        default: isXMLCharacter ? nil : "\\u\(String(repeating: "0", count: 4 - hexadecimal.count))\(hexadecimal)"
        }
    }

    private var hexadecimal: String { String(value, radix: 16) }

    /// True if XML 1.0 can hold the character, even as a reference.
    private var isXMLCharacter: Bool {
        switch value {
        case 0x9, 0xA, 0xD, 0x20...0xFFFD, 0x1_0000...0x10_FFFF: true
        default: false
        }
    }
}

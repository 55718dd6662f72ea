// SPDX-License-Identifier: Apache-2.0

extension Value {
    /// The value as compact JSON: numbers exactly, bytes as `{"bytes":"<base64>"}`, a handle as
    /// `{"handle":1,"type":"counter"}`.
    ///
    /// - Complexity: O(length of the result).
    public var json: String {
        var text = ""
        appendJSON(to: &text)
        return text
    }

    /// Appends the value as compact JSON, as ``json`` gives it.
    public func appendJSON(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let isTrue): text += isTrue ? "true" : "false"
        case .number(let number): text += number.text
        case .string(let string): string.appendJSON(to: &text)
        case .bytes(let bytes): text += "{\"bytes\":\"\(bytes.base64)\"}"
        case .array(let elements): elements.appendJSON(to: &text)
        case .object(let members): members.appendJSON(to: &text)
        case .handle(let handle): handle.appendJSON(to: &text)
        }
    }
}

extension [Value] {
    fileprivate func appendJSON(to text: inout String) {
        text += "["
        for (index, element) in enumerated() {
            if index > 0 { text += "," }
            element.appendJSON(to: &text)
        }
        text += "]"
    }
}

extension [Value.Member] {
    fileprivate func appendJSON(to text: inout String) {
        text += "{"
        for (index, member) in enumerated() {
            if index > 0 { text += "," }
            member.name.appendJSON(to: &text)
            text += ":"
            member.value.appendJSON(to: &text)
        }
        text += "}"
    }
}

extension Handle {
    fileprivate func appendJSON(to text: inout String) {
        text += "{\"handle\":\(id),\"type\":"
        type.appendJSON(to: &text)
        text += "}"
    }
}

extension String {
    /// Escapes what RFC 8259 says must be escaped, and nothing else.
    fileprivate func appendJSON(to text: inout String) {
        text += "\""
        if utf8.contains(where: \.isEscapedInJSON) {
            for scalar in unicodeScalars { scalar.appendJSON(to: &text) }
        } else {
            text += self
        }
        text += "\""
    }
}

extension UInt8 {
    fileprivate var isEscapedInJSON: Bool {
        self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
    }
}

extension Unicode.Scalar {
    fileprivate func appendJSON(to text: inout String) {
        switch self {
        case "\"": text += "\\\""
        case "\\": text += "\\\\"
        case "\n": text += "\\n"
        case "\r": text += "\\r"
        case "\t": text += "\\t"
        case "\u{8}": text += "\\b"
        case "\u{C}": text += "\\f"
        case "\0"..<" ": text += (value < 0x10 ? "\\u000" : "\\u00") + String(value, radix: 16)
        default: text.unicodeScalars.append(self)
        }
    }
}

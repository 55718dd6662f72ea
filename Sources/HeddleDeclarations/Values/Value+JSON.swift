// SPDX-License-Identifier: Apache-2.0

extension Value {
    /// The value as compact JSON: numbers exactly, bytes as `{"bytes":"<base64>"}`, a handle as
    /// `{"handle":1,"type":"counter"}`.
    ///
    /// An object with just these names has an escape in the first of them: `{"\\u0062ytes":"aGk="}`. For every reader
    /// of JSON it is the same object; Heddle's readers of events do not take it for bytes.
    ///
    /// - Complexity: O(length of the result).
    public var json: String {
        var text: [UInt8] = []
        appendJSON(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the value as compact JSON in UTF-8, as ``json`` gives it.
    package func appendJSON(to text: inout [UInt8]) {
        switch self {
        case .null: text.append("null")
        case .bool(let isTrue): text.append(isTrue ? "true" : "false")
        case .number(let number): number.appendJSON(to: &text)
        case .string(let string): string.appendJSON(to: &text)
        case .bytes(let bytes): text.append("{\"bytes\":\"\(bytes.base64)\"}")
        case .array(let elements): elements.appendJSON(to: &text)
        case .object(let members): members.appendJSON(to: &text)
        case .handle(let handle): handle.appendJSON(to: &text)
        }
    }
}

extension [Value] {
    fileprivate func appendJSON(to text: inout [UInt8]) {
        text.append(UInt8(ascii: "["))
        for (index, element) in enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            element.appendJSON(to: &text)
        }
        text.append(UInt8(ascii: "]"))
    }
}

extension [Value.Member] {
    fileprivate func appendJSON(to text: inout [UInt8]) {
        text.append(UInt8(ascii: "{"))
        for (index, member) in enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            let isEscaped = index == 0 && looksSpecial
            if isEscaped { member.name.appendEscaped(to: &text) } else { member.name.appendJSON(to: &text) }
            text.append(UInt8(ascii: ":"))
            member.value.appendJSON(to: &text)
        }
        text.append(UInt8(ascii: "}"))
    }
}

extension [Value.Member] {
    /// True for an object that looks like bytes or a handle in JSON.
    fileprivate var looksSpecial: Bool {
        switch (count, self[0].name, self[0].value) {
        case (1, "bytes", .string(let text)): return bytes(fromBase64: text) != nil
        case (2, "handle", .number(let number)):
            guard self[1].name == "type", case .string = self[1].value else { return false }
            return number.integer.flatMap(UInt64.init(exactly:)) != nil
        default: return false
        }
    }
}

extension Number {
    fileprivate func appendJSON(to text: inout [UInt8]) {
        switch self {
        case .integer(let integer): text.append(decimal: integer)
        case .decimal(let decimal): text.append(decimal)
        case .floating(let number): text.append(number.text)
        }
    }
}

extension Handle {
    fileprivate func appendJSON(to text: inout [UInt8]) {
        text.append("{\"handle\":\(id),\"type\":")
        type.appendJSON(to: &text)
        text.append(UInt8(ascii: "}"))
    }
}

extension String {
    /// Escapes what RFC 8259 says must be escaped, and nothing else.
    fileprivate func appendJSON(to text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        if utf8.contains(where: \.isEscapedInJSON) {
            for scalar in unicodeScalars { scalar.appendJSON(to: &text) }
        } else {
            text.append(self)
        }
        text.append(UInt8(ascii: "\""))
    }
}

extension String {
    /// The same with its first letter, which is one of ASCII, as an escape.
    fileprivate func appendEscaped(to text: inout [UInt8]) {
        text.append("\"\\u00" + String(utf8.first ?? 0, radix: 16))
        text.append(dropFirst() + "\"")
    }
}

extension UInt8 {
    fileprivate var isEscapedInJSON: Bool {
        self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
    }
}

extension Unicode.Scalar {
    fileprivate func appendJSON(to text: inout [UInt8]) {
        switch self {
        case "\"": text.append("\\\"")
        case "\\": text.append("\\\\")
        case "\n": text.append("\\n")
        case "\r": text.append("\\r")
        case "\t": text.append("\\t")
        case "\u{8}": text.append("\\b")
        case "\u{C}": text.append("\\f")
        case "\0"..<" ": text.append((value < 0x10 ? "\\u000" : "\\u00") + String(value, radix: 16))
        default: text.append(contentsOf: UTF8.encode(self).map(Array.init) ?? [])
        }
    }
}

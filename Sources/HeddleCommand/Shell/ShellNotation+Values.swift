// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics
import HeddleJSON

extension ShellNotation {
    /// Reads a value, as JSON.
    mutating func value() throws(Diagnostic) -> String {
        skipSpace()
        guard let byte = peek else { throw wrong("expected a value") }
        if depth == Self.deepest { throw wrong("a value has \(Self.deepest) levels at most") }
        depth += 1
        defer { depth -= 1 }
        switch byte {
        case UInt8(ascii: "\""): return Value.string(try quoted()).json
        case UInt8(ascii: "'"): return try character()
        case UInt8(ascii: "["): return try elements()
        case UInt8(ascii: "{"): return try members()
        case UInt8(ascii: "&"), UInt8(ascii: "("), UInt8(ascii: "*"): return referring(to: try reference())
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), 0x30...0x39: return try number()
        case _ where byte.beginsName: return try word()
        default: throw wrong("expected a value: a number, a text in \"\", a name, [..] or {..}")
        }
    }

    /// The value of a reference to a place.
    func referring(to place: String) -> String { object([("ref", Value.string(place).json)]) }

    /// Returns whether a value is written as ``referring(to:)`` does.
    func isReference(_ json: String) -> Bool { json.hasPrefix(referring(to: "").dropLast(3)) }

    /// The place that such a value refers to; nil for any other value.
    func place(ofReference json: String) -> String? {
        guard isReference(json), let node = try? JSONNode.read(SourceText(name: "a reference", json)),
            case .object(let members) = node.content,
            case .text(let place)? = members.first(where: { $0.name == "ref" })?.value.content
        else { return nil }
        return place
    }

    /// A function as the value of a callback.
    func function(_ name: ActionName) -> String { object([("action", Value.string("\(name)").json)]) }

    /// A name: a saved value with the way to its part, a function, or constants.
    mutating func word() throws(Diagnostic) -> String {
        let start = position
        guard let name = takeName() else { throw wrong("expected a name") }
        if peek == UInt8(ascii: "("), !names.isPointerCalled(name) {
            return try innerCall(try qualified(name, at: range(from: start, name.utf8.count)))
        }
        if let value = names.defined[name] { return value }
        if names.leadsIntoMemory(name) {
            position = start
            let place = try reference()
            return peek == UInt8(ascii: "(") ? try innerCall(through: place) : referring(to: place)
        }
        if let module = names.module(name), peek == UInt8(ascii: ".") {
            position += 1
            let member = takeName() ?? ""
            let isVariable = module.variableNames.contains(member)
            if peek == UInt8(ascii: "("), !isVariable {
                return try innerCall(ActionName(module: name, action: member))
            }
            if module.signature(of: member) != nil { return function(ActionName(module: name, action: member)) }
            position = start
            let place = try reference()
            return peek == UInt8(ascii: "(") ? try innerCall(through: place) : referring(to: place)
        }
        switch name {
        case "true", "false", "null": return name
        case "NULL": return "null"
        case "NaN", "Infinity": return Value.string(name).json
        default: break
        }
        if !names.isConstant(name) {
            if let (module, _) = names.constant(name) { return referring(to: "\(module.name).\(name)") }
            guard names.modules.contains(where: { $0.signature(of: name) != nil }) else {
                throw unknown(name, at: range(from: start, name.utf8.count))
            }
            return function(try qualified(name, at: range(from: start, name.utf8.count)))
        }
        var flags = [name]
        while true {
            skipSpace()
            guard take(UInt8(ascii: "|")) else { return Value.string(flags.joined(separator: "|")).json }
            skipSpace()
            let start = position
            guard let next = takeName() else { throw wrong("expected a constant") }
            if !names.isConstant(next) { throw unknown(next, at: range(from: start, next.utf8.count)) }
            flags.append(next)
        }
    }

    mutating func number() throws(Diagnostic) -> String {
        let start = position
        let isNegative = take(UInt8(ascii: "-"))
        if !isNegative { _ = take(UInt8(ascii: "+")) }
        if peek == UInt8(ascii: "I"), takeName() == "Infinity" { return "\"-Infinity\"" }
        let digits = position
        while let byte = peek, byte.isInNumber || isSign(behind: digits) { position += 1 }
        var text = String(decoding: source.bytes[digits..<position], as: UTF8.self)
        let isHexadecimal = text.hasPrefix("0x") || text.hasPrefix("0X")
        while let last = text.last, "uUlL".contains(last) || !isHexadecimal && "fF".contains(last) { text.removeLast() }
        let sign = isNegative ? "-" : ""
        if isHexadecimal, let whole = UInt64(text.dropFirst(2), radix: 16) { return "\(sign)\(whole)" }
        if text.hasPrefix(".") { text = "0" + text }
        if text.hasSuffix(".") { text += "0" }
        if text.count > 1, text.hasPrefix("0"), let whole = UInt64(text, radix: 8) { return "\(sign)\(whole)" }
        let isPlain = text == "0" || !text.hasPrefix("0") || text.hasPrefix("0.") || text.hasPrefix("0e")
        guard isPlain, case .number? = try? Value.read(SourceText(name: "number", text)) else {
            let length = position - start
            position = start
            throw Diagnostic(
                .error, .usage, code: .usage(.shellLine), "this is no number, expected one such as 12, -0.5 or 0xff",
                at: range(from: start, max(length, 1)))
        }
        return sign + text
    }

    /// The sign of an exponent.
    func isSign(behind start: Int) -> Bool {
        guard let byte = peek, byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+"), position > start else {
            return false
        }
        return source.bytes[position - 1] | 0x20 == UInt8(ascii: "e")
            && !(source.bytes[start] == UInt8(ascii: "0") && source.bytes.count > start + 1
                && source.bytes[start + 1] | 0x20 == UInt8(ascii: "x"))
    }

    mutating func character() throws(Diagnostic) -> String {
        let text = try quoted()
        guard text.unicodeScalars.count == 1, let scalar = text.unicodeScalars.first else {
            throw wrong("expected one character between '")
        }
        return "\(scalar.value)"
    }

    /// A text in quotes, with the escapes of C and of JSON.
    mutating func quoted() throws(Diagnostic) -> String {
        let start = position
        let quote = source.bytes[position]
        position += 1
        var bytes: [UInt8] = []
        while let byte = peek, byte != quote {
            position += 1
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            bytes += try escaped()
        }
        guard take(quote) else {
            position = start
            throw wrong("the text has no end")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 0x0a, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0d, UInt8(ascii: "a"): 0x07,
        UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0c, UInt8(ascii: "v"): 0x0b, UInt8(ascii: "e"): 0x1b,
        UInt8(ascii: "\\"): UInt8(ascii: "\\"), UInt8(ascii: "\""): UInt8(ascii: "\""),
        UInt8(ascii: "'"): UInt8(ascii: "'"), UInt8(ascii: "?"): UInt8(ascii: "?"),
        UInt8(ascii: "/"): UInt8(ascii: "/"),
    ]

    /// The bytes of an escape, behind its backslash.
    mutating func escaped() throws(Diagnostic) -> [UInt8] {
        let start = position
        let mark = peek ?? 0
        if let byte = Self.escapes[mark] {
            position += 1
            return [byte]
        }
        if let byte = takeDigits(radix: 8, atMost: 3), byte < 0x80 { return [UInt8(byte)] }
        position = start + 1
        switch mark {
        case UInt8(ascii: "x"): if let byte = takeDigits(radix: 16, atMost: 2), byte < 0x80 { return [UInt8(byte)] }
        case UInt8(ascii: "u"):
            if let code = takeDigits(radix: 16, atMost: 4), let scalar = Unicode.Scalar(code) {
                return Array(String(scalar).utf8)
            }
        case UInt8(ascii: "U"):
            if let code = takeDigits(radix: 16, atMost: 8), let scalar = Unicode.Scalar(code) {
                return Array(String(scalar).utf8)
            }
        default: break
        }
        position = start
        throw wrong("unknown escape; bytes beyond \\x7f are no text: write {\"hex\": \"ff00\"} in place of it")
    }

    mutating func takeDigits(radix: Int, atMost count: Int) -> UInt32? {
        let start = position
        while position < start + count, let byte = peek, byte.hexDigitValue.map({ $0 < radix }) == true {
            position += 1
        }
        return UInt32(String(decoding: source.bytes[start..<position], as: UTF8.self), radix: radix)
    }

    mutating func elements() throws(Diagnostic) -> String {
        position += 1
        var elements: [String] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return "[]" }
        while true {
            elements.append(try value())
            skipSpace()
            if take(UInt8(ascii: "]")) { return "[\(list(elements))]" }
            guard take(UInt8(ascii: ",")) else { throw wrong("expected , or ]") }
        }
    }

    mutating func members() throws(Diagnostic) -> String {
        position += 1
        var members: [(String, String)] = []
        skipSpace()
        if take(UInt8(ascii: "}")) { return "{}" }
        while true {
            skipSpace()
            let isDesignated = take(UInt8(ascii: "."))
            let name = peek == UInt8(ascii: "\"") ? try quoted() : takeName()
            guard let name else { throw wrong("expected the name of a field") }
            skipSpace()
            guard take(isDesignated ? UInt8(ascii: "=") : UInt8(ascii: ":")) else {
                throw wrong("expected \(isDesignated ? "=" : ":")")
            }
            members.append((name, try value()))
            skipSpace()
            if take(UInt8(ascii: "}")) { return object(members) }
            guard take(UInt8(ascii: ",")) else { throw wrong("expected , or }") }
        }
    }

    // MARK: JSON

    func object(_ members: [(String, String)]) -> String {
        "{ \(list(members.map { "\(Value.string($0.0).json): \($0.1)" })) }"
    }

    func list(_ parts: [String]) -> String { parts.joined(separator: ", ") }
}

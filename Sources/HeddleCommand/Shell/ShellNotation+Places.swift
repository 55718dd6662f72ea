// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics

extension ShellNotation {
    // MARK: Places

    /// A place to read or to write.
    mutating func place(saving name: String?) throws(Diagnostic) -> ShellStep {
        let start = position
        let reference = try reference()
        skipSpace()
        if name == nil, peek == UInt8(ascii: "="), peek(1) != UInt8(ascii: "=") {
            position += 1
            skipSpace()
            let value = try value()
            try end()
            return ShellStep(json: object([("write", Value.string(reference).json), ("value", value)]))
        }
        position = start
        return try read(saving: name)
    }

    mutating func read(saving name: String?) throws(Diagnostic) -> ShellStep {
        var members = [("read", Value.string(try reference()).json)]
        if let condition = try condition() { members.append(("expect", "{ \"result\": \(condition) }")) }
        try end()
        return ShellStep(json: object(members), saves: name.map { [.init(name: $0)] } ?? [])
    }

    /// A saved value, the way to a part of it, and what stands before it: `&p->corners[1].x`, `(struct pixel *)p`, `*p`.
    mutating func reference() throws(Diagnostic) -> String {
        var followed = ""
        while take(UInt8(ascii: "*")) {
            skipSpace()
            followed += "[0]"
        }
        return try pointer() + followed
    }

    private mutating func pointer() throws(Diagnostic) -> String {
        var text = ""
        if take(UInt8(ascii: "(")) {
            if peek == UInt8(ascii: "(") {
                let text = String(decoding: source.bytes[(position - 1)...], as: UTF8.self)
                throw Diagnostic(
                    .error, .usage, code: .usage(.shellLine), "a cast stands before a whole path",
                    at: range(from: position - 1, 1),
                    suggestion: Reference.advice(on: text) ?? "keep the pointer, and follow that")
            }
            guard let end = source.bytes[position...].firstIndex(of: UInt8(ascii: ")")) else {
                throw wrong("expected a type and ) behind (")
            }
            text = "(\(String(decoding: source.bytes[position..<end], as: UTF8.self)))"
            position = end + 1
            skipSpace()
        }
        if take(UInt8(ascii: "&")) { text += "&" }
        let start = position
        guard let head = takeName() else { throw wrong("expected a saved value") }
        if let saved = names.saved[head] {
            text += saved
        } else if let module = names.module(havingVariable: head) {
            text += "\(module.name).\(head)"
        } else if names.module(head) != nil {
            text += head
        } else {
            throw unknown(head, at: range(from: start, head.utf8.count))
        }
        let path = takePath()
        if Reference(text + path) != nil { return text + path }
        if path.isEmpty, names.isHandle(head) { throw noAddress(head, at: range(from: start, head.utf8.count)) }
        if let advice = PartPath.adviceOnLength(of: path) {
            throw Diagnostic(
                .error, .usage, code: .usage(.shellLine), "the path behind \(head) is too long",
                at: range(from: start, position - start), suggestion: advice)
        }
        throw Diagnostic(
            .error, .usage, code: .usage(.shellLine),
            "\(head)\(path) has an index that is no number, no saved value and no constant",
            at: range(from: start, position - start),
            suggestion: "indices are counted from 0; keep one that is computed first: i = new int, and then "
                + "i[0] = { \"expression\": \"n + 1\" }, and write [i[0]]")
    }

    mutating func takePath() -> String {
        var path = ""
        while let byte = peek {
            if byte == UInt8(ascii: "."), peek(1)?.beginsName == true {
                position += 1
                path += "."
            } else if path.isEmpty, byte == UInt8(ascii: "."), peek(1) == UInt8(ascii: "$") {
                // `.$2`, what a parameter without a name hands out.
                position += 2
                path += ".$"
                while let digit = peek, 48...57 ~= digit {
                    path.unicodeScalars.append(Unicode.Scalar(digit))
                    position += 1
                }
                continue
            } else if byte == UInt8(ascii: "-"), peek(1) == UInt8(ascii: ">") {
                position += 2
                path += "->"
            } else if byte == UInt8(ascii: "["),
                let end = endOfIndex
            {
                path += "[\(index(String(decoding: source.bytes[position + 1..<end], as: UTF8.self)))]"
                position = end + 1
                continue
            } else {
                break
            }
            path += takeName() ?? ""
        }
        return path
    }

    /// The place of the bracket that ends the index here; nil where none does.
    private var endOfIndex: Int? {
        var depth = 0
        return source.bytes[position...].indices.first { place in
            if source.bytes[place] == UInt8(ascii: "[") { depth += 1 }
            if source.bytes[place] == UInt8(ascii: "]") { depth -= 1 }
            return depth == 0
        }
    }

    /// An index as behaviours write it: a saved value by the name that it has there, a constant behind its module.
    private func index(_ text: String) -> String {
        let text = text.trimmingShellSpace
        let name = String(PartPath.leadingName(of: text[...]))
        let path = text.dropFirst(name.count)
        if let saved = names.saved[name] { return saved + path }
        if let defined = names.defined[name], path.isEmpty { return defined }
        if let constant = names.constant(name), path.isEmpty { return "\(constant.module.name).\(name)" }
        return text
    }

    // MARK: Conditions

    /// A comparison of the result, as the value of an expectation.
    mutating func condition() throws(Diagnostic) -> String? {
        skipSpace()
        let operators: [(text: String, name: String?)] = [
            ("==", nil), ("!=", "ne"), ("<=", "le"), (">=", "ge"), ("<", "lt"), (">", "gt"),
        ]
        guard let found = operators.first(where: { rest.hasPrefix($0.text) }) else { return nil }
        position += found.text.utf8.count
        skipSpace()
        let value = try value()
        return found.name.map { "{ \"\($0)\": \(value) }" } ?? value
    }
}

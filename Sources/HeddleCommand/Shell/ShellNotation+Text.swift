// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations
import HeddleDiagnostics

extension ShellNotation {
    var text: String { String(decoding: source.bytes, as: UTF8.self) }
    var rest: String { String(decoding: source.bytes[position...], as: UTF8.self) }
    var peek: UInt8? { peek(0) }

    func peek(_ distance: Int) -> UInt8? {
        let index = position + distance
        return index < source.bytes.count ? source.bytes[index] : nil
    }

    mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    mutating func skipSpace() { while let byte = peek, byte.isShellSpace { position += 1 } }

    /// An identifier of C.
    mutating func takeName() -> String? {
        guard let first = peek, first.beginsName else { return nil }
        let start = position
        while let byte = peek, byte.continuesName { position += 1 }
        return String(decoding: source.bytes[start..<position], as: UTF8.self)
    }

    /// A semicolon, as C ends a line, or nothing.
    mutating func end() throws(Diagnostic) {
        skipSpace()
        _ = take(UInt8(ascii: ";"))
        skipSpace()
        if peek == UInt8(ascii: "#") || rest.hasPrefix("//") { position = source.bytes.count }
        if position < source.bytes.count { throw wrong("expected the end of the line") }
    }

    // MARK: Mistakes

    func range(from start: Int, _ count: Int) -> SourceRange { SourceRange(source, start..<start + count) }

    func wrong(_ message: String, at place: Int? = nil) -> Diagnostic {
        let place = place ?? position
        let count = place < source.bytes.count ? 1 : 0
        return Diagnostic(
            .error, .usage, code: .usage(.shellLine), message, at: range(from: place, count),
            suggestion: ".help shows what a line can be")
    }

    func unknown(_ name: String, at range: SourceRange) -> Diagnostic {
        if names.isConstant(name) || names.defined[name] != nil || !names.modules(having: name).isEmpty {
            return Diagnostic(
                .error, .usage, code: .usage(.shellLine), "\(name) is no saved value, and so cannot stand here",
                at: range,
                suggestion: ".help shows what a line can be")
        }
        return Diagnostic(
            .error, .usage, code: .usage(.shellLine),
            "\(name) is no saved value, no constant and no function of a module", at: range,
            suggestion: names.isType(name)
                ? "new \(name) makes an object in memory"
                : didYouMean(name, among: names.all) ?? "a text stands in quotes: \"\(name)\"")
    }
}

extension String {
    /// Without the space at both ends.
    var trimmingShellSpace: String {
        let start = utf8.firstIndex { !$0.isShellSpace } ?? endIndex
        let end = utf8.lastIndex { !$0.isShellSpace }.map(utf8.index(after:)) ?? start
        return String(self[start..<end])
    }

    /// True for a word such as `_In_reads_`, with which declarations begin.
    var isAnnotation: Bool {
        hasPrefix("_") && hasSuffix("_") && count > 2 && dropFirst().first?.isUppercase == true
    }
}

extension UInt8 {
    var isShellSpace: Bool { self == 0x20 || (0x09...0x0d).contains(self) }
    var hexDigitValue: Int? { Character(Unicode.Scalar(self)).hexDigitValue }
    var beginsName: Bool {
        (0x41...0x5a).contains(self) || (0x61...0x7a).contains(self) || self == UInt8(ascii: "_") || self >= 0x80
    }
    var continuesName: Bool { beginsName || (0x30...0x39).contains(self) }
    /// True behind the first word of a declaration alone.
    var beginsDeclarator: Bool { beginsName || self == UInt8(ascii: "*") || self == UInt8(ascii: "{") }
    var isInNumber: Bool { continuesName && self < 0x80 || self == UInt8(ascii: ".") }
}

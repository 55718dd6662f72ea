// SPDX-License-Identifier: Apache-2.0

/// A format string of `printf`, with the types of its arguments.
package struct PrintfFormat: Sendable {
    /// An invalid format, or one that Heddle does not support.
    package struct Mistake: Error, Hashable, Sendable {
        /// The mistake, with the conversion at fault.
        package let message: String
    }

    /// The types of the arguments, in order, after C's default promotions.
    package let arguments: [CType]

    /// Reads a format.
    ///
    /// - Throws: at the first conversion that C does not know, that takes its argument by number, or that writes
    ///   through it.
    /// - Complexity: O(length).
    package init(_ text: String) throws(Mistake) {
        var reader = PrintfReader(Array(text.utf8))
        arguments = try reader.readAll()
    }
}

private struct PrintfReader {
    private let text: [UInt8]
    private var rest: ArraySlice<UInt8>
    private var types: [CType] = []

    init(_ text: [UInt8]) {
        self.text = text
        rest = text[...]
    }

    mutating func readAll() throws(PrintfFormat.Mistake) -> [CType] {
        while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
            rest = rest[(percent + 1)...]
            if take("%") { continue }
            try readConversion(from: percent)
        }
        return types
    }

    /// Flags, width, precision, length and conversion.
    private mutating func readConversion(from start: Int) throws(PrintfFormat.Mistake) {
        while takeAny(of: "-+ #0'I") != nil {}
        readNumber()
        if take("$") { throw mistake(from: start, "takes its argument by number") }
        if take(".") { readNumber() }
        let length = readLength()
        guard let conversion = rest.popFirst() else { throw mistake(from: start, "does not end") }
        switch conversion {
        case UInt8(ascii: "m"): return
        case UInt8(ascii: "n"): throw mistake(from: start, "writes through its argument")
        default: break
        }
        guard let type = Self.type(of: Character(Unicode.Scalar(conversion)), length) else {
            throw mistake(from: start, "is not a conversion that Heddle knows")
        }
        types.append(type)
    }

    private mutating func readNumber() {
        if take("*") {
            types.append(.integer(.int))
        } else {
            while takeAny(of: "0123456789") != nil {}
        }
    }

    private mutating func readLength() -> String {
        var length = ""
        while let letter = takeAny(of: "hlqjztL") { length.append(letter) }
        return length
    }

    private static func type(of conversion: Character, _ length: String) -> CType? {
        switch conversion {
        case "d", "i": signed[length].map { .integer($0) }
        case "u", "o", "x", "X": unsigned[length].map { .integer($0) }
        case "c": length.isEmpty ? .integer(.int) : length == "l" ? .integer(.unsignedInt) : nil
        case "s" where length == "l": .pointer(to: .wideCharacter, isConst: true)
        case "s": length.isEmpty ? .pointer(to: .integer(.char), isConst: true) : nil
        case "p": length.isEmpty ? .pointer(to: .void, isConst: true) : nil
        case "f", "F", "e", "E", "g", "G", "a", "A":
            length.isEmpty || length == "l" ? .floating(.double) : length == "L" ? .floating(.longDouble) : nil
        default: nil
        }
    }

    private static let signed: [String: IntegerType] = [
        "": .int, "hh": .int, "h": .int, "l": .long, "ll": .longLong, "q": .longLong, "j": .long, "z": .long,
        "t": .long,
    ]
    private static let unsigned: [String: IntegerType] = [
        "": .unsignedInt, "hh": .int, "h": .int, "l": .unsignedLong, "ll": .unsignedLongLong,
        "q": .unsignedLongLong, "j": .unsignedLong, "z": .unsignedLong, "t": .unsignedLong,
    ]

    private func mistake(from start: Int, _ what: String) -> PrintfFormat.Mistake {
        let conversion = text[start..<rest.startIndex]
        return PrintfFormat.Mistake(message: "\"\(String(decoding: conversion, as: UTF8.self))\" \(what)")
    }

    private mutating func take(_ letter: Character) -> Bool {
        guard let first = rest.first, first == letter.asciiValue else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func takeAny(of letters: String) -> Character? {
        guard let first = rest.first, letters.utf8.contains(first) else { return nil }
        rest.removeFirst()
        return Character(Unicode.Scalar(first))
    }
}

// SPDX-License-Identifier: Apache-2.0

/// Reads signatures in a short notation: `A={d uc} | {A ui}(A 3*i ... d)`.
///
/// Words are types, `{ }` is a structure, `< >` a union, `[n]` behind a type an array, `n*` before a type repeats it,
/// `...` comes before the arguments that are not declared, and what stands before `|` names types for the line.
struct ShapeNotation {
    /// A text that is not of the notation.
    struct Malformed: Error {
        let text: String
    }

    /// The contents of a line.
    struct Signature {
        let result: Shape?
        let parameters: [Shape]
        /// How many parameters stand before `...`; nil where there is none.
        let declared: Int?
    }

    private let text: String
    private var rest: Substring
    private var names: [String: Shape] = [:]

    static func read(_ text: String) throws -> Signature {
        var reader = ShapeNotation(text: text, rest: text[...])
        return try reader.line()
    }

    private mutating func line() throws -> Signature {
        let parts = text.split(separator: "|", maxSplits: 1)
        if parts.count == 2 {
            rest = parts[0]
            while let name = word() {
                try expect("=")
                names[name] = try type()
            }
            rest = parts[1]
        }
        return try signature()
    }

    private mutating func signature() throws -> Signature {
        let isVoid = peek("v(")
        let result = isVoid ? nil : try type()
        if isVoid { _ = word() }
        try expect("(")
        var parameters: [Shape] = []
        var declared: Int?
        while !take(")") {
            if take("...") { declared = parameters.count } else { parameters += try several() }
        }
        return Signature(result: result, parameters: parameters, declared: declared)
    }

    private mutating func several() throws -> [Shape] {
        let digits = rest.drop { $0 == " " }.prefix { $0.isNumber }
        guard let count = Int(digits) else { return [try type()] }
        rest = rest.drop { $0 == " " }.dropFirst(digits.count)
        try expect("*")
        return Array(repeating: try type(), count: count)
    }

    private mutating func type() throws -> Shape {
        var shape = try single()
        while take("[") {
            let digits = rest.prefix { $0.isNumber }
            rest = rest.dropFirst(digits.count)
            try expect("]")
            shape = .array(shape, count: Int(digits))
        }
        return shape
    }

    private mutating func single() throws -> Shape {
        if take("{") { return try record(isUnion: false, until: "}") }
        if take("<") { return try record(isUnion: true, until: ">") }
        guard let word = word() else { throw Malformed(text: text) }
        if word == "t" { return .text }
        if let named = names[word] { return named }
        guard let scalar = Self.scalars[word] else { throw Malformed(text: "\(word) in \(text)") }
        return .scalar(scalar)
    }

    private mutating func record(isUnion: Bool, until end: String) throws -> Shape {
        var shapes: [Shape] = []
        while !take(end) { shapes += try several() }
        let members = shapes.enumerated().map { RecordShape.Member(name: "m\($0)", shape: $1) }
        return .record(RecordShape(isUnion: isUnion, members: members))
    }

    private mutating func word() -> String? {
        let found = rest.drop { $0 == " " }.prefix { $0.isLetter || $0.isNumber }
        guard !found.isEmpty else { return nil }
        rest = rest.drop { $0 == " " }.dropFirst(found.count)
        return String(found)
    }

    private func peek(_ symbol: String) -> Bool { rest.drop { $0 == " " }.hasPrefix(symbol) }

    private mutating func take(_ symbol: String) -> Bool {
        guard peek(symbol) else { return false }
        rest = rest.drop { $0 == " " }.dropFirst(symbol.count)
        return true
    }

    private mutating func expect(_ symbol: String) throws {
        guard take(symbol) else { throw Malformed(text: "\(symbol) is missing in \(text)") }
    }

    private static let scalars: [String: CScalar] = [
        "b": .bool, "c": .char, "sc": .signedChar, "uc": .unsignedChar, "s": .short, "us": .unsignedShort, "i": .int,
        "ui": .unsignedInt, "l": .long, "ul": .unsignedLong, "ll": .longLong, "ull": .unsignedLongLong,
        "i128": .int128, "u128": .unsignedInt128, "f": .float, "d": .double, "ld": .longDouble,
        "cf": .complexFloat, "cd": .complexDouble, "cld": .complexLongDouble,
    ]
}

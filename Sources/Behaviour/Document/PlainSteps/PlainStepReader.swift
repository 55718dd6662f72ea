// SPDX-License-Identifier: Apache-2.0

internal import Declarations
internal import Diagnostics

/// Reads plain steps, without making anything but ``PlainStep`` of them.
///
/// What it reads is right by form; what it does not, may be: then the whole reading has to say.
public struct PlainStepReader: Sendable {
    /// The step that was read last.
    public private(set) var step = PlainStep()
    let bytes: [UInt8]
    private var position = 0
    private var names: NameNumbers

    /// - Parameter source: a text that is JSON.
    init(_ source: SourceText) {
        bytes = source.bytes
        names = NameNumbers(in: source.bytes)
    }

    /// What the step calls, as it is written.
    var name: String { names.name(step.call) }

    /// Reads the step that begins at an offset into ``step``. False where it is not plain.
    ///
    /// - Complexity: O(length of the step).
    public mutating func read(at offset: Int) -> Bool {
        position = offset
        step.arguments.removeAll(keepingCapacity: true)
        step.expectation = nil
        var keys = KnownKeys()
        guard takes("{") else { return false }
        repeat {
            guard let key = readKey(), keys.isNew(key), readValue(of: key) else { return false }
        } while takes(",")
        return takes("}") && keys.has(.call)
    }

    // MARK: Members

    /// The keys of a plain step, by the bytes of their names as one number.
    private enum Key: UInt64 {
        case call = 0x63_61_6c_6c
        case with = 0x77_69_74_68
        case expect = 0x65_78_70_65_63_74
        case result = 0x72_65_73_75_6c_74
    }

    /// The keys that have been met in a step.
    private struct KnownKeys {
        private var met: (call: Bool, with: Bool, expect: Bool) = (false, false, false)

        mutating func isNew(_ key: Key) -> Bool {
            defer { note(key) }
            return !has(key)
        }

        func has(_ key: Key) -> Bool {
            switch key {
            case .call: met.call
            case .with: met.with
            case .expect: met.expect
            case .result: true
            }
        }

        private mutating func note(_ key: Key) {
            switch key {
            case .call: met.call = true
            case .with: met.with = true
            case .expect: met.expect = true
            case .result: break
            }
        }
    }

    private mutating func readKey() -> Key? {
        guard takes("\"") else { return nil }
        let start = position
        var name: UInt64 = 0
        // One with an escape is none of these, wherever it seems to end.
        while bytes[position] != UInt8(ascii: "\"") {
            name = name << 8 | UInt64(bytes[position])
            position += 1
        }
        position += 1
        return position - start <= 9 && takes(":") ? Key(rawValue: name) : nil
    }

    private mutating func readValue(of key: Key) -> Bool {
        switch key {
        case .call:
            guard let name = readText(), !name.isEmpty, let number = names.number(of: name) else { return false }
            step.call = number
            return true
        case .with: return readArguments()
        case .expect: return readExpectation()
        case .result: return false
        }
    }

    private mutating func readArguments() -> Bool {
        guard takes("[") else { return false }
        if takes("]") { return true }
        repeat {
            guard let literal = readLiteral() else { return false }
            step.arguments.append(literal)
        } while takes(",")
        return takes("]")
    }

    private mutating func readExpectation() -> Bool {
        guard takes("{") else { return false }
        skipWhitespace()
        let start = position
        guard readKey() == .result, let literal = readLiteral() else { return false }
        step.expectation = PlainStep.Expectation(result: literal, bytes: start..<position)
        return takes("}")
    }

    // MARK: Literals

    private mutating func readLiteral() -> PlainLiteral? {
        skipWhitespace()
        switch bytes[position] {
        case UInt8(ascii: "\""): return readText().map(PlainLiteral.text)
        case UInt8(ascii: "t"): return take(.bool(true), length: 4)
        case UInt8(ascii: "f"): return take(.bool(false), length: 5)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return readNumber()
        default: return nil
        }
    }

    /// The text is known to be JSON, so that the first letter tells the word.
    private mutating func take(_ word: PlainLiteral, length: Int) -> PlainLiteral {
        position += length
        return word
    }

    private mutating func readNumber() -> PlainLiteral {
        let start = position
        let isNegative = bytes[position] == UInt8(ascii: "-")
        if isNegative { position += 1 }
        var magnitude: Int64 = 0
        while case let digit = bytes[position] &- UInt8(ascii: "0"), digit < 10 {
            magnitude = magnitude &* 10 &+ Int64(digit)
            position += 1
        }
        let isWhole = !Self.continuesNumber(bytes[position]) && position - start <= 18
        if isWhole, !isNegative || magnitude > 0 { return .integer(isNegative ? -magnitude : magnitude) }
        while Self.continuesNumber(bytes[position]) { position += 1 }
        return .decimal(start..<position)
    }

    private static func continuesNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"),
            UInt8(ascii: "+"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// The bytes between the quotes of a text without escapes.
    private mutating func readText() -> Range<Int>? {
        guard takes("\"") else { return nil }
        let start = position
        while bytes[position] != UInt8(ascii: "\"") {
            if bytes[position] == UInt8(ascii: "\\") { return nil }
            position += 1
        }
        position += 1
        return start..<position - 1
    }

    // MARK: Marks

    /// Steps over a mark and the whitespace before it; false where another stands there.
    private mutating func takes(_ mark: Unicode.Scalar) -> Bool {
        skipWhitespace()
        guard bytes[position] == UInt8(ascii: mark) else { return false }
        position += 1
        return true
    }

    /// Behind a step there always is a bracket, so that the text does not end here.
    private mutating func skipWhitespace() {
        while bytes[position] <= UInt8(ascii: " ") { position += 1 }
    }
}

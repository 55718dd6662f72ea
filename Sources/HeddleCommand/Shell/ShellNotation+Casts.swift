// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics

extension ShellNotation {
    /// Reads an argument that begins with a type in parentheses; nil where none stands there.
    ///
    /// A number is converted as C does it, or refused where C leaves open what comes of it. A pointer is taken for another
    /// one, which the behaviour has to know of.
    mutating func takeCast() throws(Diagnostic) -> Argument? {
        let start = position
        guard take(UInt8(ascii: "(")), let end = source.bytes[position...].firstIndex(of: UInt8(ascii: ")")) else {
            position = start
            return nil
        }
        let text = String(decoding: source.bytes[position..<end], as: UTF8.self).trimmingShellSpace
        guard text.utf8.first?.beginsName == true, let type = names.type(text) else {
            position = start
            return nil
        }
        position = end + 1
        skipSpace()
        let value: (plain: String, cast: String)
        switch type.canonical {
        case .pointer(let target, _): value = try pointer(text, to: target, from: start)
        case .bool, .integer, .floating, .enumeration: value = try number(as: type, text)
        default: throw wrong("(\(text)) is no type of a number or a pointer", at: start)
        }
        return .cast(type: text, value: value.plain, value.cast, range(from: start, position - start))
    }

    /// A number behind a cast: as one of the type, and where it is passed for a number of another one.
    private mutating func number(
        as type: CType, _ text: String
    ) throws(Diagnostic) -> (plain: String, cast: String) {
        let start = position
        if let head = takeName(), names.saved[head] != nil || peek == UInt8(ascii: "(") {
            guard peek != UInt8(ascii: "(") else {
                throw wrong("the result of a call is cast by its name: x = \(head)(…), and then (\(text))x", at: start)
            }
            position = start
            let place = try reference()
            let expression = object([("expression", Value.string("(\(type.canonical))\(place)").json)])
            return (expression, expression)
        }
        position = start
        let json = try value()
        let value = try? Value.read(SourceText(name: "a number", json))
        guard case .number(let number)? = value.flatMap({ names.constant(named: $0) ?? $0 }),
            let converted = type.value(of: number)
        else { throw wrong("\(text) does not hold this value", at: start) }
        if case .bool(let flag) = converted { return (converted.json, flag ? "1" : "0") }
        return (converted.json, converted.json)
    }

    /// A pointer behind a cast: as it is, and as the other type.
    private mutating func pointer(
        _ text: String, to target: CType, from start: Int
    ) throws(Diagnostic) -> (plain: String, cast: String) {
        let inner = position
        let plain = try value()
        if plain == "null" || plain == "0" { return ("null", "null") }
        guard let place = place(ofReference: plain) else {
            if target.isCharacter, plain.hasPrefix("\"") { return (plain, plain) }
            throw wrong("(\(text)) casts a pointer: a saved one, NULL or 0", at: inner)
        }
        // Every pointer is one to void.
        return (plain, target.canonical == .void ? plain : referring(to: "(\(text))\(place)"))
    }
}

extension CType {
    /// A number converted to the type, as C converts it; nil where the type does not hold it.
    fileprivate func value(of number: Number) -> Value? {
        let type: NumberType
        switch canonical {
        case .bool: return .bool(number.double != 0)
        case .integer(let integer): type = .integer(integer)
        case .enumeration(let enumeration): type = .integer(enumeration.underlying)
        case .floating(let floating): type = .floating(floating)
        default: return nil
        }
        let literal: Expression<ExpressionPlace>
        if let whole = number.integer {
            literal = .integer(whole)
        } else if let double = number.double {
            literal = .floating(double)
        } else {
            return nil
        }
        switch try? Expression.number(type, literal).value(in: EmptyScope()) {
        case .integer(let whole)?: return .number(.integer(whole))
        case .floating(let double)?: return Value(double)
        default: return nil
        }
    }
}

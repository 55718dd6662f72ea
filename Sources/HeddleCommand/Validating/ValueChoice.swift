// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import HeddleDeclarations

/// The values that checks give the parameters of actions.
enum ValueChoice {
    /// The number of elements of each counted array.
    static let count = 2
    /// The number of characters of a long text.
    static let longCount = 1 << 16

    // MARK: Ordinary values

    /// A value that no action should mind; nil for a pointer that only a call can give.
    ///
    /// - Parameter elements: the value of a parameter that counts another one, by its index.
    static func ordinary(for parameter: Parameter, count elements: (Int) -> Int = { _ in count }) -> Value? {
        func value(of type: CType) -> Value? {
            switch type.canonical {
            case .bool: return .bool(true)
            case .integer: return .number(.integer(1))
            case .floating: return .number(.decimal("1.5"))
            case .complex: return .array([.number(.decimal("1.5")), .number(.integer(0))])
            case .enumeration(let enumeration): return enumeration.constants.first.map { .string($0.name) }
            case .pointer where type.isText: return .string("text")
            case .pointer where type.pointedFunction != nil:
                return type.pointedFunction.flatMap { answering($0.result, value(of: $0.result)) }
            case .array(let element, let size?) where element.isCharacter:
                return .string(String("text".prefix(max(0, size - 1))))
            case .array(let element, let size?):
                return value(of: element).map { .array(Array(repeating: $0, count: size)) }
            case .record(let record):
                var members: [Value.Member] = []
                let derived = record.derivedFields
                for field in record.fields where !derived.contains(field.name ?? "") {
                    guard let name = field.name else { continue }
                    // Inside of structures any pointer may be null.
                    let own = field.content.map { values(of: $0, count: count) } ?? value(of: field.type)
                    guard let value = own ?? (field.type.isPointer ? .null : nil) else { return nil }
                    members.append(.init(name, value))
                    if record.isSelected { break }
                }
                return record.members == nil ? nil : .object(members)
            case .void, .pointer, .array, .function, .aligned, .named: return nil
            }
        }
        func values(of content: CountedContent, count: Int) -> Value? {
            switch content {
            case .bytes, .characters: .bytes(Array(repeating: UInt8(ascii: "a"), count: count))
            case .wideCharacters: .string(String(repeating: "a", count: count))
            case .elements(let element): value(of: element).map { .array(Array(repeating: $0, count: count)) }
            }
        }
        switch parameter.crossing {
        case .nothing, .received: return nil
        case .value(let type), .pointee(let type): return value(of: type)
        case .counted(let content, let count):
            return size(count, elements).flatMap { values(of: content, count: $0) }
        }
    }

    /// A function that gives the same answer to every call; nil where there is none to give.
    private static func answering(_ result: CType, _ answer: Value?) -> Value? {
        if case .void = result.canonical { return .object([.init("callback", .object([]))]) }
        return answer.map { .object([.init("callback", .object([.init("returns", $0)]))]) }
    }

    /// Nil for more than a call should need.
    private static func size(_ count: Parameter.Count, _ elements: (Int) -> Int) -> Int? {
        let number = try? count.evaluate { part in
            // Texts are "text"; the numbers in structures are 1.
            switch part {
            case .length: 4
            case .field, .handedField: 1
            case .parameter(let index), .pointee(let index): Int128(elements(index))
            default: Int128(Self.count)
            }
        }
        guard let number else { return Self.count }
        return number > 1 << 24 ? nil : max(0, Int(number))
    }

    // MARK: Edges

    /// The smallest and the largest numbers, those beside them, and 0.
    @Sendable static func edgeNumbers(_ parameter: Parameter) -> [Value] {
        guard case .integer(let type)? = parameter.plainType?.canonical else { return [] }
        return edgeNumbers(of: type)
    }

    private static func edgeNumbers(of type: IntegerType) -> [Value] {
        let (low, high) = (type.range.lowerBound, type.range.upperBound)
        return [low, low + 1, -1, 0, high - 1, high].filter(type.range.contains).map { .number(.integer($0)) }
    }

    /// Numbers with a fraction that are hard to compute with.
    @Sendable static func edgeFloats(_ parameter: Parameter) -> [Value] {
        guard case .floating? = parameter.plainType?.canonical else { return [] }
        return ["NaN", "Infinity", "-Infinity"].map { .string($0) }
            + ["0", "-0.0", "1e-310", "1e-40", "3e38", "-3e38"].map { .number(.decimal($0)) }
    }

    /// Functions that answer with the smallest and the largest numbers, those beside them, and 0.
    @Sendable static func edgeAnswers(_ parameter: Parameter) -> [Value] {
        guard let type = parameter.plainType, type.isPointer, let function = type.pointedFunction,
            case .integer(let type) = function.result.canonical
        else { return [] }
        return edgeNumbers(of: type).compactMap { answering(function.result, $0) }
    }

    /// Each constant of an enumeration, and each truth value.
    @Sendable static func edgeConstants(_ parameter: Parameter) -> [Value] {
        switch parameter.plainType?.canonical {
        case .enumeration(let enumeration)?: enumeration.constants.map { .string($0.name) }
        case .bool?: [.bool(false)]
        default: []
        }
    }

    /// Texts, if the parameter takes them.
    static func texts(_ texts: [Value]) -> @Sendable (Parameter) -> [Value] {
        { parameter in parameter.crossing.isText ? texts : [] }
    }

    /// The empty text.
    static let emptyTexts = texts([.string("")])

    /// Values for which an action may have no result.
    @Sendable static func unlikely(_ parameter: Parameter) -> [Value] {
        edgeNumbers(parameter) + emptyTexts(parameter) + null(parameter)
    }

    /// Null, if the parameter may be null.
    @Sendable static func null(_ parameter: Parameter) -> [Value] { parameter.isOptional ? [.null] : [] }

    // MARK: Random values

    /// A random value; nil for a pointer that only a call can give.
    static func random(for parameter: Parameter, using generator: inout SplitMix64) -> Value? {
        if parameter.isOptional, UInt8.random(in: 0..<8, using: &generator) == 0 { return .null }
        switch parameter.plainType?.canonical {
        case .integer(let type)?:
            // Small numbers are as likely as any.
            let bits = Int.random(in: 0...(min(type.size, 8) * 8), using: &generator)
            let number = Int128(UInt64.random(in: 0...UInt64.max, using: &generator) >> UInt64(64 - max(bits, 1)))
            let signed = type.isSigned && Bool.random(using: &generator) ? -number : number
            return .number(.integer(min(max(signed, type.range.lowerBound), type.range.upperBound)))
        case .floating?:
            return .number(.decimal("\(Double.random(in: -1e9...1e9, using: &generator))"))
        case .enumeration?, .bool?:
            return (edgeConstants(parameter) + [ordinary(for: parameter)].compactMap(\.self))
                .randomElement(using: &generator)
        default: break
        }
        guard parameter.crossing.isText else { return ordinary(for: parameter) }
        let size = Int.random(in: 0...200, using: &generator)
        return .bytes((0..<size).map { _ in UInt8.random(in: 1...255, using: &generator) })
    }
}

extension Parameter {
    /// The type of the one value that is given; nil for arrays.
    fileprivate var plainType: CType? {
        switch crossing {
        case .value(let type), .pointee(let type): type
        case .nothing, .counted, .received: nil
        }
    }
}

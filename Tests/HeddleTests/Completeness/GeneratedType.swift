// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// The test's own knowledge of the types of the generated module. It shares nothing with the checker of behaviours.
indirect enum GeneratedType: Sendable {
    case integer(ClosedRange<Int128>)
    case float
    case double
    case bool
    case text(orNull: Bool)
    case bytes
    case color
    case record([(name: String, type: GeneratedType)])
    case union([(name: String, type: GeneratedType)])
    case array(GeneratedType, count: Int?)
    case handle
    case function

    static let int32 = GeneratedType.integer(-0x8000_0000...0x7FFF_FFFF)
    static let int64 = GeneratedType.integer(-0x8000_0000_0000_0000...0x7FFF_FFFF_FFFF_FFFF)
    static let point = GeneratedType.record([("x", .int32), ("y", .int32)])
    static let shape = GeneratedType.record([
        ("corners", .array(.point, count: 2)), ("name", .text(orNull: false)), ("color", .color),
        ("flags", .integer(0...7)), ("weight", .float), ("note", .text(orNull: true)),
    ])
    static let mix = GeneratedType.record([
        ("flags", .array(.bool, count: 3)), ("cells", .array(.array(.integer(-0x8000...0x7FFF), count: 2), count: 2)),
        ("wide", .integer(-0x80_0000_0000...0x7F_FFFF_FFFF)), ("either", .either), ("hues", .array(.color, count: 2)),
    ])
    static let either = GeneratedType.union([
        ("i", .int32), ("f", .float), ("b", .array(.integer(0...255), count: 4)), ("p", .point),
    ])
    static let colors = ["RED", "GREEN", "BLUE"]
}

/// An action of the generated module.
struct GeneratedAction: Sendable {
    /// The module of a behaviour that has it.
    var module = "gen"
    let name: String
    /// The arguments that a caller gives; one that counts another may be left out by name.
    let parameters: [(name: String, type: GeneratedType)]
    let result: GeneratedType?
    var outputs: [(name: String, type: GeneratedType)] = []

    private static func same(_ name: String, _ type: GeneratedType) -> GeneratedAction {
        GeneratedAction(name: name, parameters: [("v", type)], result: type)
    }

    static let all: [GeneratedAction] =
        [
            same("s8", .integer(-128...127)), same("u8", .integer(0...255)), same("s16", .integer(-0x8000...0x7FFF)),
            same("u16", .integer(0...0xFFFF)), same("s32", .int32), same("u32", .integer(0...0xFFFF_FFFF)),
            same("s64", .int64), same("u64", .integer(0...0xFFFF_FFFF_FFFF_FFFF)), same("f32", .float),
            same("f64", .double), same("flip", .bool), same("hue", .color), same("form", .shape),
            same("mixed", .mix), same("any", .either), same("long_text", .int64), same("half", .int32),
        ] + others + declared

    private static let others = [
        GeneratedAction(name: "add", parameters: [("a", .int32), ("b", .int32)], result: .int32),
        GeneratedAction(
            name: "move", parameters: [("p", .point), ("by", .integer(-0x8000...0x7FFF))], result: .point),
        GeneratedAction(name: "text", parameters: [("t", .text(orNull: false))], result: .text(orNull: true)),
        GeneratedAction(name: "maybe", parameters: [("t", .text(orNull: true))], result: .text(orNull: true)),
        GeneratedAction(
            name: "sum", parameters: [("bytes", .bytes), ("count", .integer(0...0xFFFF_FFFF_FFFF_FFFF))],
            result: .integer(0...0xFFFF_FFFF_FFFF_FFFF)),
        GeneratedAction(
            name: "total", parameters: [("values", .array(.int32, count: nil)), ("n", .int32)], result: .int32),
        GeneratedAction(
            name: "split", parameters: [("v", .double)], result: nil,
            outputs: [("whole", .int64), ("rest", .double)]),
        GeneratedAction(
            name: "fill", parameters: [("n", .integer(0...255))], result: nil,
            outputs: [("values", .array(.integer(-0x8000...0x7FFF), count: nil))]),
        GeneratedAction(name: "grow", parameters: [("p", .point)], result: nil, outputs: [("p", .point)]),
        GeneratedAction(name: "box_make", parameters: [("v", .int32)], result: .handle),
        GeneratedAction(name: "box_value", parameters: [("it", .handle)], result: .int32),
        GeneratedAction(name: "box_free", parameters: [("it", .handle)], result: nil),
        GeneratedAction(
            name: "apply", parameters: [("f", .function), ("n", .int32)], result: .int32,
            outputs: [("f", .array(.array(.int32, count: 2), count: nil))]),
        GeneratedAction(name: "format", parameters: [("f", .text(orNull: false))], result: .int32),
        GeneratedAction(
            name: "greet", parameters: [("f", .function), ("t", .text(orNull: false))], result: .text(orNull: true)),
        GeneratedAction(
            name: "swap", parameters: [("values", .array(.int32, count: nil)), ("n", .int32)], result: nil,
            outputs: [("values", .array(.int32, count: nil))]),
        GeneratedAction(
            name: "find", parameters: [("c", .color)], result: .bool,
            outputs: [("next", .color), ("is_last", .bool), ("name", .text(orNull: true)), ("mix", .mix)]),
        GeneratedAction(
            name: "box_open", parameters: [("v", .int32)], result: .bool, outputs: [("opened", .handle)]),
        GeneratedAction(name: "by_host", parameters: [("a", .int32)], result: .int32),
        GeneratedAction(name: "count", parameters: [], result: .int64),
    ]

    /// The declarations of a behaviour for a library that knows nothing of Heddle.
    private static let declared = [
        GeneratedAction(module: "m", name: "fmin", parameters: [("x", .double), ("y", .double)], result: .double),
        GeneratedAction(module: "m", name: "ldexpf", parameters: [("x", .float), ("e", .int32)], result: .float),
        GeneratedAction(
            module: "m", name: "modf", parameters: [("x", .double)], result: .double, outputs: [("whole", .double)]),
    ]

    var takesHandle: Bool { parameters.contains { $0.type.isHandle } }

    static func named(_ name: String) -> GeneratedAction? { all.first { $0.name == name } }

    /// The type of a part of the outcome, and whether it may be missing although the action returned; nil where there
    /// is no such part.
    func type(at path: PartPath, from root: String) -> (type: GeneratedType, mayLack: Bool)? {
        switch root {
        case "result": return result.flatMap { $0.part(path.steps[...]) }
        case "errno": return (.int32, false)
        case "failure":
            if path.isEmpty {
                return (.record([("code", .text(orNull: false)), ("message", .text(orNull: false))]), true)
            }
            return (.text(orNull: false), true)
        default:
            guard case .member(let name)? = path.steps.first else { return nil }
            return outputs.first { $0.name == name }?.type.part(path.steps.dropFirst())
        }
    }
}

extension GeneratedType {
    /// Its fields, or the elements of an array of a fixed count, each with the way to it.
    var directParts: [(path: String, type: GeneratedType)] {
        switch self {
        case .record(let fields), .union(let fields): fields.map { (".\($0.name)", $0.type) }
        case .array(let element, let count?): (0..<count).map { ("[\($0)]", element) }
        default: []
        }
    }

    /// True if there is a union in it, which comes back with more fields than may be given.
    var hasUnion: Bool {
        if case .union = self { return true }
        return directParts.contains { $0.type.hasUnion }
    }

    var isHandle: Bool { if case .handle = self { true } else { false } }

    /// A part; nil where no value has it.
    func part(_ path: ArraySlice<PartPath.Step>) -> (type: GeneratedType, mayLack: Bool)? {
        guard let step = path.first else { return (self, false) }
        switch (self, step) {
        case (.record(let fields), .member(let name)), (.union(let fields), .member(let name)):
            return fields.first { $0.name == name }?.type.part(path.dropFirst())
        case (.array(let element, let count), .element(let index)):
            guard index < count ?? .max else { return nil }
            return element.part(path.dropFirst()).map { ($0.type, $0.mayLack || count == nil) }
        default: return nil
        }
    }
}

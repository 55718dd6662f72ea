// SPDX-License-Identifier: Apache-2.0

import Declarations

/// A C function of a shape chosen by chance, which writes down what it got and returns one of its arguments.
struct GeneratedFunction {
    let name: String
    private let types: [Kind]
    /// Which argument it returns; nil for void.
    private let returned: Int?

    init(_ name: String, parameters: Int, _ random: inout SeededGenerator) {
        self.name = name
        let kinds = Kind.allCases
        types = (0..<parameters).map { _ in kinds[Int.random(in: 0..<kinds.count, using: &random)] }
        returned = parameters == 0 ? nil : Int.random(in: 0..<parameters, using: &random)
    }

    /// A type, with how it is printed in C.
    enum Kind: String, CaseIterable {
        case bool = "bool"
        case int8 = "int8_t"
        case uint8 = "uint8_t"
        case int16 = "int16_t"
        case uint16 = "uint16_t"
        case int32 = "int32_t"
        case uint32 = "uint32_t"
        case int64 = "int64_t"
        case uint64 = "uint64_t"
        case float = "float"
        case double = "double"
        case longDouble = "long double"
        case text = "const char *"

        var format: String {
            switch self {
            case .bool, .int8, .int16, .int32, .int64: "%lld "
            case .uint8, .uint16, .uint32, .uint64: "%llu "
            case .float, .double, .longDouble: "%.0Lf "
            case .text: "%s "
            }
        }

        var cast: String {
            switch self {
            case .bool, .int8, .int16, .int32, .int64: "(long long)"
            case .uint8, .uint16, .uint32, .uint64: "(unsigned long long)"
            case .float, .double, .longDouble: "(long double)"
            case .text: ""
            }
        }

        /// Bits above the type's own: none may show.
        var range: ClosedRange<Int64> {
            switch self {
            case .bool: 0...1
            case .int8: -128...127
            case .uint8: 0...255
            case .int16: -32768...32767
            case .uint16: 0...65535
            case .int32: -2_147_483_648...2_147_483_647
            case .uint32: 0...4_294_967_295
            case .int64: Int64.min...Int64.max
            case .uint64, .text: 0...Int64.max
            case .float: -16_777_216...16_777_216
            case .double, .longDouble: -(1 << 53)...(1 << 53)
            }
        }

        func value(_ number: Int64) -> Value {
            switch self {
            case .bool: .bool(number == 1)
            case .text: .string("t\(number)")
            default: .number(.integer(Int128(number)))
            }
        }
    }

    var declaration: String {
        let parameters = types.enumerated().map { "\($1.rawValue) p\($0)" }.joined(separator: ", ")
        return "\(returned.map { types[$0].rawValue } ?? "void") \(name)(\(parameters.isEmpty ? "void" : parameters))"
    }

    var definition: String {
        let format = types.map(\.format).joined()
        let arguments = types.enumerated().map { ", \($1.cast)p\($0)" }.joined()
        return """
            \(declaration) {
                snprintf(seen, sizeof seen, "%s\(format)", ""\(arguments));
                \(returned.map { "return p\($0);" } ?? "")
            }

            """
    }

    /// Arguments, what the function must write down, and what it must return.
    func example(_ random: inout SeededGenerator) -> (arguments: [Value], seen: String, result: Value?) {
        let numbers = types.map { type in
            Bool.random(using: &random)
                ? Int64.random(in: type.range, using: &random)
                : [type.range.lowerBound, type.range.upperBound].randomElement(using: &random) ?? 0
        }
        let values = zip(types, numbers).map { $0.value($1) }
        let texts = zip(types, numbers).map { type, number in type == .text ? "t\(number) " : "\(number) " }
        return (values, texts.joined(), returned.map { values[$0] })
    }
}

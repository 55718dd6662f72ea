// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// A type whose values are plain numbers.
enum Scalar: Hashable, Sendable {
    case bool
    case integer(IntegerType)
    case enumeration(EnumerationType)
    case floating(FloatingType)
    case complex(FloatingType)

    /// The scalar that a type is; nil for any other type.
    init?(_ type: CType) {
        switch type.canonical {
        case .floating(.longDouble) where !HostTypes.hasLongDouble,
            .complex(.longDouble) where !HostTypes.hasLongDouble:
            return nil
        case .bool: self = .bool
        case .integer(let integer): self = .integer(integer)
        case .enumeration(let enumeration): self = .enumeration(enumeration)
        case .floating(let floating): self = .floating(floating)
        case .complex(let floating): self = .complex(floating)
        default: return nil
        }
    }

    /// The size in bytes.
    var size: Int {
        switch self {
        case .bool: 1
        case .integer(let type): type.size
        case .enumeration(let type): type.underlying.size
        case .floating(let type): type.size
        case .complex(let type): type.size * 2
        }
    }

    /// The type of its whole numbers; nil where it has others.
    var integerType: IntegerType? {
        switch self {
        case .bool: .unsignedChar
        case .integer(let type): type
        case .enumeration(let type): type.underlying
        case .floating, .complex: nil
        }
    }

    /// The expected form in a behaviour, in words.
    var expectation: String {
        switch self {
        case .bool: "true or false"
        case .integer(let type): type.expectation
        case .enumeration(let type): "one of \(type.constants.map(\.name).joined(separator: ", ")), or a number"
        case .floating(let type):
            "a number that a \(type.rawValue) can hold, \"NaN\", \"Infinity\" or \"-Infinity\""
        case .complex(let type): "two numbers that a \(type.rawValue) can hold, as [real, imaginary]"
        }
    }
}

extension IntegerType {
    /// The expected form in a behaviour, in words.
    var expectation: String {
        self == .unsignedInt128
            ? "a whole number from 0 to \(UInt128.max)"
            : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    }
}

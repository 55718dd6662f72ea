// SPDX-License-Identifier: Apache-2.0

/// The integer types of C, with the widths of the LP64 platforms that Heddle runs on.
package enum IntegerType: String, Hashable, Sendable, CaseIterable {
    case char = "char"
    case signedChar = "signed char"
    case unsignedChar = "unsigned char"
    case short = "short"
    case unsignedShort = "unsigned short"
    case int = "int"
    case unsignedInt = "unsigned int"
    case long = "long"
    case unsignedLong = "unsigned long"
    case longLong = "long long"
    case unsignedLongLong = "unsigned long long"
    case int128 = "__int128"
    case unsignedInt128 = "unsigned __int128"

    /// The size in bytes; the alignment is the same.
    package var size: Int {
        switch self {
        case .char, .signedChar, .unsignedChar: 1
        case .short, .unsignedShort: 2
        case .int, .unsignedInt: 4
        case .long, .unsignedLong, .longLong, .unsignedLongLong: 8
        case .int128, .unsignedInt128: 16
        }
    }

    /// True if it holds negative numbers; plain `char` does on x86-64 and does not on AArch64 Linux.
    package var isSigned: Bool {
        switch self {
        case .char: HostTypes.charIsSigned
        case .signedChar, .short, .int, .long, .longLong, .int128: true
        case .unsignedChar, .unsignedShort, .unsignedInt, .unsignedLong, .unsignedLongLong, .unsignedInt128: false
        }
    }

    /// The numbers that it can hold, as far as an `Int128` can: `unsigned __int128` holds twice as many.
    package var range: ClosedRange<Int128> {
        let bits = Int128(size * 8)
        switch self {
        case .int128: return .min ... .max
        case .unsignedInt128: return 0 ... .max
        default: return isSigned ? -(1 << (bits - 1))...((1 << (bits - 1)) - 1) : 0...((1 << bits) - 1)
        }
    }
}

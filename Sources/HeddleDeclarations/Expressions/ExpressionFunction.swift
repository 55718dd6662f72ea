// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A function that expressions know: those of `<math.h>` and `<string.h>` by their names in C, and `compare`.
package enum ExpressionFunction: String, CaseIterable, Sendable {
    /// -1, 0 or 1: the order of two numbers, or of two texts by their bytes, of which those that are counted may have NULs.
    /// A null text comes first.
    case compare
    case strcmp, strncmp, strlen, memcmp
    case abs, fabs, sqrt, cbrt, exp, exp2, log, log2, log10, pow, hypot, fmod, fmin, fmax
    case sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh
    case floor, ceil, round, trunc

    /// The number of operands that it takes.
    package var operands: Int {
        switch self {
        case .strncmp, .memcmp: 3
        case .compare, .strcmp, .pow, .hypot, .fmod, .fmin, .fmax, .atan2: 2
        default: 1
        }
    }

    /// True if it takes texts and nothing else.
    package var takesTexts: Bool { self == .strcmp || self == .strlen }

    /// True if its third operand is the number of bytes that it looks at.
    package var countsBytes: Bool { self == .strncmp || self == .memcmp }

    /// The largest number of bytes that it looks at.
    static let mostBytes = 1 << 30

    /// True if it gives a whole number.
    package var isWhole: Bool { self == .compare || self == .abs || takesTexts || countsBytes }

    /// The function of numbers at a place; nil for those of texts, and for `abs` and `compare`.
    func number(_ left: Double, _ right: Double) -> Double? {
        switch self {
        case .compare, .strcmp, .strncmp, .strlen, .memcmp, .abs: nil
        case .fabs: left.magnitude
        case .sqrt: left.squareRoot()
        case .cbrt: Glibc.cbrt(left)
        case .exp: Glibc.exp(left)
        case .exp2: Glibc.exp2(left)
        case .log: Glibc.log(left)
        case .log2: Glibc.log2(left)
        case .log10: Glibc.log10(left)
        case .pow: Glibc.pow(left, right)
        case .hypot: Glibc.hypot(left, right)
        case .fmod: Glibc.fmod(left, right)
        case .fmin: Glibc.fmin(left, right)
        case .fmax: Glibc.fmax(left, right)
        case .sin: Glibc.sin(left)
        case .cos: Glibc.cos(left)
        case .tan: Glibc.tan(left)
        case .asin: Glibc.asin(left)
        case .acos: Glibc.acos(left)
        case .atan: Glibc.atan(left)
        case .atan2: Glibc.atan2(left, right)
        case .sinh: Glibc.sinh(left)
        case .cosh: Glibc.cosh(left)
        case .tanh: Glibc.tanh(left)
        case .floor: Glibc.floor(left)
        case .ceil: Glibc.ceil(left)
        case .round: Glibc.round(left)
        case .trunc: Glibc.trunc(left)
        }
    }
}

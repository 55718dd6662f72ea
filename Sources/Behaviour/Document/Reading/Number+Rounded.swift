// SPDX-License-Identifier: Apache-2.0

internal import Declarations

extension Number {
    /// The nearest double; nil where that is infinite.
    var rounded: Double? {
        let double: Double? =
            switch self {
            case .integer(let integer): Double(integer)
            case .decimal(let text): Double(text)
            }
        return double.flatMap { $0.isFinite ? $0 : nil }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The real floating types of C.
package enum FloatingType: String, Hashable, Sendable, CaseIterable {
    case float = "float"
    case double = "double"
    case longDouble = "long double"

    /// The size in bytes; the alignment is the same.
    package var size: Int {
        switch self {
        case .float: 4
        case .double: 8
        case .longDouble: 16
        }
    }
}

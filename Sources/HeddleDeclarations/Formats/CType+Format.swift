// SPDX-License-Identifier: Apache-2.0

extension CType {
    /// Returns whether `printf` may be given one type for another: whole numbers of one size, floating types, or
    /// pointers.
    package func passes(for wanted: CType) -> Bool {
        switch (canonical, wanted.canonical) {
        case (.integer(let given), .integer(let wanted)): max(4, given.size) == max(4, wanted.size)
        case (.bool, .integer(let wanted)): wanted.size <= 4
        case (.enumeration(let given), .integer(let wanted)): max(4, given.underlying.size) == max(4, wanted.size)
        case (.floating(let given), .floating(let wanted)): (given == .longDouble) == (wanted == .longDouble)
        case (.pointer(let given, _), .pointer(let wanted, _)):
            wanted.canonical == .void || given.canonical == wanted.canonical
        default: false
        }
    }
}

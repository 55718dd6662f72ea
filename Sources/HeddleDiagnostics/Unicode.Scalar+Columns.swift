// SPDX-License-Identifier: Apache-2.0

extension Unicode.Scalar {
    /// The number of columns of a terminal that the character takes: 2 for a wide one, 0 for one that is drawn over the
    /// one before it.
    ///
    /// The ranges are the wide and fullwidth ones of Unicode's `EastAsianWidth.txt`, in whole blocks where nearly all of a
    /// block is wide. `wcwidth` of libc knows them only in a locale that the process may not have.
    var columns: Int {
        // The table of categories takes longer than all else of a line, and nearly all of it is ASCII.
        if value < 0x300 { return 1 }
        if Self.wide.contains(where: { $0.contains(value) }) { return 2 }
        return switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: 0
        default: 1
        }
    }

    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x231A...0x231B, 0x23E9...0x23EC, 0x2614...0x2615, 0x2648...0x2653, 0x26BD...0x26BE,
        0x2705...0x2705, 0x274C...0x274C, 0x2753...0x2755, 0x2795...0x2797, 0x2E80...0x303E, 0x3041...0x33FF,
        0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F7E0...0x1F7EB,
        0x1F900...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD,
    ]
}

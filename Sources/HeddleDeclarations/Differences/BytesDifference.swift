// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

/// A hexadecimal dump of two byte sequences: the rows that differ, with the differing bytes in brackets.
///
///     0x0060 - 00 00 00[01]00                                   |.....|
///     0x0060 + 00 00 00[02]00                                   |.....|
struct BytesDifference {
    private let left: [UInt8]
    private let right: [UInt8]
    private let differing: [Int]

    private static let row = 16
    /// The maximum number of rows of each that are shown.
    private static let limit = 6

    init(_ left: [UInt8], _ right: [UInt8]) {
        (self.left, self.right) = (left, right)
        let shared = min(left.count, right.count)
        differing = (0..<shared).filter { left[$0] != right[$0] } + Array(shared..<max(left.count, right.count))
    }

    var remarks: [String] {
        guard let first = differing.first else { return [] }
        let lengths = left.count == right.count ? "" : ", and \(right.count) bytes stand for \(left.count)"
        let whole = max(left.count, right.count)
        return [
            "\(differing.count) of \(counted(whole, "byte")) \(differing.count == 1 ? "differs" : "differ"), "
                + "the first at \(first)\(lengths)"
        ]
    }

    var view: [String] {
        let rows = differing.map { $0 / Self.row }.reduce(into: [Int]()) { rows, row in
            if rows.last != row { rows.append(row) }
        }
        let further = rows.count - Self.limit
        return ["- expected, + actual:"]
            + rows.prefix(Self.limit).flatMap { [text("-", left, $0), text("+", right, $0)].compactMap(\.self) }
            + (further > 0 ? ["  and \(counted(further, "more row"))"] : [])
    }

    /// Nil if the sequence has ended before.
    private func text(_ sign: String, _ bytes: [UInt8], _ row: Int) -> String? {
        let start = row * Self.row
        guard start < bytes.count else { return nil }
        let range = start..<min(start + Self.row, bytes.count)
        var digits = ""
        for index in range {
            digits += differs(index) ? differs(index - 1) && index > start ? " " : "[" : closing(index, start)
            digits += bytes[index].digits
        }
        digits += differs(range.upperBound - 1) ? "]" : " "
        let margin = String(repeating: " ", count: max(0, Self.row * 3 + 1 - digits.count))
        let characters = String(String.UnicodeScalarView(bytes[range].map(\.character)))
        return "\(sign) \(offset(start)) \(digits)\(margin) |\(characters)|"
    }

    private func closing(_ index: Int, _ start: Int) -> String { index > start && differs(index - 1) ? "]" : " " }

    private func differs(_ index: Int) -> Bool {
        guard left.indices.contains(index), right.indices.contains(index) else { return index >= 0 }
        return left[index] != right[index]
    }

    private func offset(_ start: Int) -> String {
        let digits = String(start, radix: 16)
        return "0x" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension UInt8 {
    fileprivate var digits: String { (self < 16 ? "0" : "") + String(self, radix: 16) }

    /// The ASCII character; a dot if it is not printable.
    fileprivate var character: Unicode.Scalar { (0x20...0x7E).contains(self) ? Unicode.Scalar(self) : "." }
}

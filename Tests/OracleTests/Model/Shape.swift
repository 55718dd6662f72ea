// SPDX-License-Identifier: Apache-2.0

/// A type of C as the oracle knows it. Heddle's own model is what is tested, so this is another one.
indirect enum Shape: Hashable {
    case scalar(CScalar)
    case enumeration(EnumerationShape)
    case record(RecordShape)
    /// The count is nil for a flexible array.
    case array(Shape, count: Int?)
    /// `const char *`, as a parameter or result.
    case text
}

/// An enumeration with its constants.
struct EnumerationShape: Hashable {
    let tag: String
    let values: [Int128]
    let isPacked: Bool

    func name(of index: Int) -> String { "\(tag)_\(index)" }

    /// The integer type that gcc and clang choose.
    var underlying: CScalar {
        let small: [CScalar] = isPacked ? [.signedChar, .short] : []
        let smallUnsigned: [CScalar] = isPacked ? [.unsignedChar, .unsignedShort] : []
        let lowest = values.min() ?? 0
        let highest = values.max() ?? 0
        let candidates = lowest < 0 ? small + [.int] : smallUnsigned + [.unsignedInt]
        return candidates.first { $0.holds(lowest) && $0.holds(highest) } ?? (lowest < 0 ? .long : .unsignedLong)
    }
}

/// A structure or union.
struct RecordShape: Hashable {
    struct Member: Hashable {
        /// nil for an anonymous record and for a bit-field that only takes up room.
        var name: String?
        var shape: Shape
        var bits: Int?
        var isPacked = false
        var alignment: Int?
    }

    var isUnion = false
    /// nil for a record that is written where it is used.
    var tag: String?
    var members: [Member]
    var isPacked = false
    var alignment: Int?
    /// True if the attributes stand behind the members instead of behind the keyword.
    var attributesLast = false

    var keyword: String { isUnion ? "union" : "struct" }
}

extension CScalar {
    /// Returns whether an integer type holds a number.
    func holds(_ number: Int128) -> Bool {
        let bits = Int128(size * 8)
        return isSigned ? -(1 << (bits - 1)) <= number && number < 1 << (bits - 1) : 0 <= number && number < 1 << bits
    }
}

extension Shape {
    /// About how many bytes a value takes up; the compilers know it exactly.
    var roughSize: Int {
        switch self {
        case .scalar(let scalar): scalar.size
        case .enumeration(let enumeration): enumeration.underlying.size
        case .array(let element, let count): element.roughSize * (count ?? 0)
        case .text: 8
        case .record(let record): record.roughSize
        }
    }
}

extension RecordShape {
    fileprivate var roughSize: Int {
        let sizes = members.map { member in member.bits.map { ($0 + 7) / 8 } ?? member.shape.roughSize }
        let sum = isUnion ? sizes.max() ?? 0 : sizes.reduce(0, +)
        let widest = max(alignment ?? 1, members.compactMap(\.alignment).max() ?? 1)
        return (sum + widest - 1) / widest * widest
    }
}

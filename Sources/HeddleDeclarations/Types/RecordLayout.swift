// SPDX-License-Identifier: Apache-2.0

/// The layout of a structure or union by the System V ABI, as gcc and clang implement it.
///
/// ## Topics
/// - ``places``
package struct RecordLayout: Hashable, Sendable {
    /// The place of a member.
    package struct Place: Hashable, Sendable {
        /// The offset of the member in bits, from the start of the record.
        package let bitOffset: Int
        /// The width of the member in bits; nil if it is not a bit-field.
        package let bits: Int?

        /// The offset of the member in whole bytes.
        package var offset: Int { bitOffset / 8 }
    }

    /// The size in bytes, a multiple of the alignment.
    package let size: Int
    /// The alignment of a value in bytes.
    package let alignment: Int
    /// The places of the members, in their order.
    package let places: [Place]
}

extension RecordType {
    /// The layout; nil if the members are unknown, or one has no size.
    ///
    /// - Complexity: O(number of members) at the first time.
    package var layout: RecordLayout? { arrangement.content { arranged } }

    private var arranged: RecordLayout? {
        guard let members else { return nil }
        var arrangement = RecordArrangement(isUnion: kind == .union, isPacked: isPacked)
        for member in members {
            guard let layout = member.type.layoutAsMember else { return nil }
            arrangement.add(member, layout)
        }
        return arrangement.finished(alignment: alignment ?? 1)
    }

    /// The offset of each member in whole bytes; nil if the members are unknown.
    package var offsets: [Int]? { layout?.places.map(\.offset) }
}

/// A record while its members are being placed.
private struct RecordArrangement {
    let isUnion: Bool
    let isPacked: Bool
    private var places: [RecordLayout.Place] = []
    /// The first bit after the last member.
    private var end = 0
    /// The first bit after the member that reaches furthest.
    private var extent = 0
    private var alignment = 1

    init(isUnion: Bool, isPacked: Bool) {
        self.isUnion = isUnion
        self.isPacked = isPacked
    }

    mutating func add(_ member: RecordType.Member, _ layout: TypeLayout) {
        if isUnion { end = 0 }
        if let bits = member.bits {
            addField(member, bits, layout)
        } else {
            addMember(member, layout)
        }
        extent = max(extent, end)
    }

    private mutating func addMember(_ member: RecordType.Member, _ layout: TypeLayout) {
        let natural = isPacked || member.isPacked ? 1 : layout.alignment
        let own = max(natural, member.alignment ?? 1)
        place(at: end.rounded(upTo: own * 8), nil)
        end += layout.size * 8
        alignment = max(alignment, own)
    }

    /// A bit-field follows the bits before it, unless it would then cross the end of a unit of its type.
    ///
    /// For a field with less alignment than its type that is not packed, gcc and clang differ. The parser refuses such
    /// a field.
    private mutating func addField(_ member: RecordType.Member, _ bits: Int, _ layout: TypeLayout) {
        let isTight = (isPacked || member.isPacked) && bits > 0
        let natural = isTight ? 1 : layout.alignment
        var start = member.alignment.map { end.rounded(upTo: $0 * 8) } ?? end
        let unit = layout.size * 8
        let first = start.rounded(downTo: natural * 8)
        if bits == 0 || (!isTight && start - first + bits > unit) {
            start = start.rounded(upTo: natural * 8)
        }
        place(at: start, bits)
        end = start + bits
        if member.name != nil { alignment = max(alignment, natural, member.alignment ?? 1) }
    }

    private mutating func place(at start: Int, _ bits: Int?) {
        places.append(RecordLayout.Place(bitOffset: start, bits: bits))
        end = start
    }

    func finished(alignment declared: Int) -> RecordLayout {
        let alignment = max(alignment, declared)
        return RecordLayout(size: extent.rounded(upTo: alignment * 8) / 8, alignment: alignment, places: places)
    }
}

extension Int {
    fileprivate func rounded(upTo multiple: Int) -> Int { (self + multiple - 1) / multiple * multiple }
    fileprivate func rounded(downTo multiple: Int) -> Int { self / multiple * multiple }
}

extension CType {
    /// An array without a size, the last member of a structure, takes no space.
    var layoutAsMember: TypeLayout? {
        guard case .array(let element, nil) = canonical else { return layout }
        return element.layout.map { TypeLayout(size: 0, alignment: $0.alignment) }
    }
}

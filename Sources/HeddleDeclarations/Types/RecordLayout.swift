// SPDX-License-Identifier: Apache-2.0

/// Where the members of a structure or union lie, as the System V ABI has it and gcc and clang follow it.
///
/// ## Topics
/// - ``places``
package struct RecordLayout: Hashable, Sendable {
    /// Where a member lies.
    package struct Place: Hashable, Sendable {
        /// How many bits stand before the member, counted from the start of the record.
        package let bitOffset: Int
        /// How many bits the member takes up; nil where it is no bit-field.
        package let bits: Int?

        /// How many whole bytes stand before the member.
        package var offset: Int { bitOffset / 8 }
    }

    /// The size in bytes, a multiple of the alignment.
    package let size: Int
    /// The alignment of a value in bytes.
    package let alignment: Int
    /// Where each member lies, in their order.
    package let places: [Place]
}

extension RecordType {
    /// Where the members lie; nil where they are not known, or one has no size.
    ///
    /// - Complexity: O(number of members, each use of another type counted with all of its members).
    package var layout: RecordLayout? {
        guard let members else { return nil }
        var arrangement = RecordArrangement(isUnion: kind == .union, isPacked: isPacked)
        for member in members {
            guard let layout = member.type.layoutAsMember else { return nil }
            arrangement.add(member, layout)
        }
        return arrangement.finished(alignment: alignment ?? 1)
    }

    /// Where each member begins, in whole bytes from the start; nil where the members are not known.
    package var offsets: [Int]? { layout?.places.map(\.offset) }
}

/// A record while its members are being put into place.
private struct RecordArrangement {
    let isUnion: Bool
    let isPacked: Bool
    private var places: [RecordLayout.Place] = []
    /// The first bit behind the last member.
    private var end = 0
    /// The first bit behind the member that reaches furthest.
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

    /// A bit-field stands behind the bits before it, unless it would then reach over the end of a unit of its type.
    ///
    /// Where it is aligned to less than its type without being packed, gcc does this and clang does not: such a field
    /// is never read from a declaration.
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
    /// An array without a size, as a structure's last member, takes up no room of its own.
    var layoutAsMember: TypeLayout? {
        guard case .array(let element, nil) = canonical else { return layout }
        return element.layout.map { TypeLayout(size: 0, alignment: $0.alignment) }
    }
}

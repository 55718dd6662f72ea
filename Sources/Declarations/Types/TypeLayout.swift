// SPDX-License-Identifier: Apache-2.0

/// How a value lies in memory, on the LP64 platforms that Heddle runs on.
public struct TypeLayout: Hashable, Sendable {
    /// The size in bytes, a multiple of the alignment.
    public let size: Int
    /// What the address of a value is a multiple of.
    public let alignment: Int

    /// Creates a layout.
    public init(size: Int, alignment: Int) {
        self.size = size
        self.alignment = alignment
    }

    /// The first offset from here on that suits the alignment.
    fileprivate func aligned(_ offset: Int) -> Int {
        (offset + alignment - 1) / alignment * alignment
    }
}

extension CType {
    /// How a value of the type lies in memory; nil for `void`, functions and types whose size is not known.
    ///
    /// - Complexity: O(number of members, each use of another type counted with all of its members).
    public var layout: TypeLayout? {
        switch self {
        case .void, .function, .array(_, nil): nil
        case .bool: TypeLayout(size: 1, alignment: 1)
        case .integer(let type): TypeLayout(size: type.size, alignment: type.size)
        case .floating(let type): type.layout
        case .pointer: TypeLayout(size: 8, alignment: 8)
        case .array(let element, let count?):
            element.layout.map { TypeLayout(size: $0.size * count, alignment: $0.alignment) }
        case .record(let record): record.layout
        case .enumeration(let enumeration): CType.integer(enumeration.underlying).layout
        case .named(_, let underlying): underlying.layout
        }
    }
}

extension FloatingType {
    fileprivate var layout: TypeLayout {
        switch self {
        case .float: TypeLayout(size: 4, alignment: 4)
        case .double: TypeLayout(size: 8, alignment: 8)
        case .longDouble: TypeLayout(size: 16, alignment: 16)
        }
    }
}

extension RecordType {
    /// Where each member begins, in bytes from the start; nil where the members are not known.
    public var offsets: [Int]? { arrangement?.offsets }

    fileprivate var layout: TypeLayout? { arrangement?.layout }

    private var arrangement: (offsets: [Int], layout: TypeLayout)? {
        guard let members else { return nil }
        var offsets: [Int] = []
        var end = 0
        var alignment = 1
        for member in members {
            guard let layout = member.type.layoutAsMember else { return nil }
            offsets.append(kind == .union ? 0 : layout.aligned(end))
            end = max(end, (offsets.last ?? 0) + layout.size)
            alignment = max(alignment, layout.alignment)
        }
        let whole = TypeLayout(size: end, alignment: alignment)
        return (offsets, TypeLayout(size: whole.aligned(end), alignment: alignment))
    }
}

extension CType {
    /// An array without a size, as a structure's last member, takes up no room of its own.
    fileprivate var layoutAsMember: TypeLayout? {
        guard case .array(let element, nil) = canonical else { return layout }
        return element.layout.map { TypeLayout(size: 0, alignment: $0.alignment) }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The size and alignment of a type on LP64 platforms.
package struct TypeLayout: Hashable, Sendable {
    /// The size in bytes, a multiple of the alignment unless a typedef has raised that.
    package let size: Int
    /// The alignment of a value in bytes.
    package let alignment: Int

    /// Creates a layout.
    package init(size: Int, alignment: Int) {
        self.size = size
        self.alignment = alignment
    }
}

extension CType {
    /// The size and alignment of the type; nil for `void`, functions and types of unknown size.
    ///
    /// - Complexity: O(depth of the type), and at the first time O(number of members of the records in it).
    package var layout: TypeLayout? {
        switch self {
        case .void, .function, .array(_, nil): nil
        case .bool: TypeLayout(size: 1, alignment: 1)
        case .integer(let type): TypeLayout(size: type.size, alignment: type.size)
        case .floating(let type): TypeLayout(size: type.size, alignment: type.size)
        case .complex(let type): TypeLayout(size: type.size * 2, alignment: type.size)
        case .pointer: TypeLayout(size: 8, alignment: 8)
        case .array(let element, let count?):
            element.layout.map { TypeLayout(size: $0.size * count, alignment: $0.alignment) }
        case .record(let record): record.layout.map { TypeLayout(size: $0.size, alignment: $0.alignment) }
        case .enumeration(let enumeration): CType.integer(enumeration.underlying).layout
        case .aligned(let type, let alignment):
            type.layout.map { TypeLayout(size: $0.size, alignment: alignment) }
        case .named(_, let underlying): underlying.layout
        }
    }
}

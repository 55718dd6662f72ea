// SPDX-License-Identifier: Apache-2.0

/// The size of a type for code that walks through it. Typedefs that use each other can make a type grow without limit.
struct TypeMeasure {
    /// The maximum depth of a type. Types are walked through by recursion.
    static let deepest = 200
    /// The maximum number of parts of a type; each use of another type counts with all its parts.
    static let mostParts = 400_000
    /// The maximum size of a value in bytes, without padding.
    static let mostBytes = 1 << 26

    private(set) var isTooDeep = false
    private var depth = 0
    private var parts = 0
    private var bytes = 0

    init(of type: CType) {
        bytes = size(of: type, depth: 0)
    }

    /// True for a type of which a function may have a few parameters, each behind a few stars, and is still neither too
    /// deep nor too large.
    var isSmall: Bool { depth < Self.deepest / 2 && parts < Self.mostParts / 32 }

    var isTooLarge: Bool { parts > Self.mostParts || bytes > Self.mostBytes }

    /// The size of a type's members. Stops soon after the limit is exceeded.
    private mutating func size(of type: CType, depth: Int) -> Int {
        parts += 1
        self.depth = max(self.depth, depth)
        if depth > Self.deepest { isTooDeep = true }
        if isTooDeep || parts > Self.mostParts { return 0 }
        switch type {
        case .void, .function, .pointer: return sizeOfReference(type, depth: depth)
        case .bool: return 1
        case .integer(let integer): return integer.size
        case .floating(let floating): return floating.size
        case .complex(let floating): return floating.size * 2
        case .enumeration(let enumeration): return enumeration.underlying.size
        case .named(_, let underlying), .aligned(let underlying, _): return size(of: underlying, depth: depth + 1)
        case .record(let record):
            return (record.members ?? []).reduce(0) { limited($0 + size(of: $1.type, depth: depth + 1)) }
        case .array(let element, let count):
            return limited(size(of: element, depth: depth + 1) * (count ?? 0))
        }
    }

    private mutating func sizeOfReference(_ type: CType, depth: Int) -> Int {
        switch type {
        case .pointer(let target, _): _ = size(of: target, depth: depth + 1)
        case .function(let function):
            for part in [function.result] + function.parameters.map(\.type) { _ = size(of: part, depth: depth + 1) }
        default: break
        }
        return 8
    }

    private func limited(_ bytes: Int) -> Int { min(bytes, Self.mostBytes + 1) }
}

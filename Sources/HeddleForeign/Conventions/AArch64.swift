// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// The procedure call standard for AArch64, as gcc and clang follow it on Linux.
///
/// Further arguments of `...` travel as the others do.
struct AArch64: CallingConvention {
    private static let registers = 8

    private var placement = Placement()
    private var integers = 0

    static func place(_ parameters: [CType], result: CType) throws(Unsupported) -> Placement {
        var convention = Self()
        try convention.placeResult(result)
        for (index, type) in parameters.enumerated() { try convention.placeArgument(type, at: index) }
        return convention.placement
    }

    // MARK: Arguments

    private mutating func placeArgument(_ type: CType, at index: Int) throws(Unsupported) {
        let pieces =
            switch try Self.passing(of: type, parameter: index) {
            case .floats(let count, let size): takeFloats(count, size)
            case .words(let count, let isPaired): takeWords(count, isPaired: isPaired, type)
            case .address: [takeAddress(of: type)]
            }
        placement.arguments.append(pieces ?? [takeStack(type)])
    }

    private mutating func takeFloats(_ count: Int, _ size: Int) -> [Placement.Piece]? {
        guard let first = Self.take(count, of: &placement.floats) else { return nil }
        return Self.floats(count, size, from: first)
    }

    private mutating func takeWords(_ count: Int, isPaired: Bool, _ type: CType) -> [Placement.Piece]? {
        if isPaired { integers += integers % 2 }
        guard let first = Self.take(count, of: &integers) else { return nil }
        return Self.words(count, type, from: first)
    }

    private mutating func takeAddress(of type: CType) -> Placement.Piece {
        let layout = type.canonical.layout
        let place = Self.take(1, of: &integers).map { Placement.Place.integer($0) }
        return Placement.Piece(
            offset: 0, size: 8, place: place ?? .stack(reserve(8, alignment: 8)),
            copied: .init(size: layout?.size ?? 0, alignment: layout?.alignment ?? 1))
    }

    private mutating func takeStack(_ type: CType) -> Placement.Piece {
        let size = type.canonical.layout?.size ?? 0
        let start = reserve(size, alignment: type.naturalAlignment)
        return Placement.Piece(offset: 0, size: size, place: .stack(start), widening: type.widening)
    }

    private mutating func reserve(_ size: Int, alignment: Int) -> Int {
        let alignment = alignment >= 16 ? 16 : 8
        let start = (placement.stackSize + alignment - 1) / alignment * alignment
        placement.stackSize = start + (size + 7) / 8 * 8
        return start
    }

    /// The first of so many registers; where fewer are left, none is for any later argument either.
    private static func take(_ count: Int, of used: inout Int) -> Int? {
        guard used + count <= registers else {
            used = registers
            return nil
        }
        defer { used += count }
        return used
    }

    // MARK: Results

    private mutating func placeResult(_ type: CType) throws(Unsupported) {
        if type.canonical == .void { return }
        placement.result =
            switch try Self.passing(of: type, parameter: nil) {
            case .floats(let count, let size): .registers(Self.floats(count, size, from: 0))
            case .words(let count, _): .registers(Self.words(count, type, from: 0))
            case .address: .memory
            }
    }

    // MARK: libffi

    /// libffi 3.4.4 does not begin a value of 16 bytes' alignment in a register of even number, and does not count the
    /// copies of values that are passed by address when it makes room on the stack: 20 of 24 bytes overrun it.
    static func libffiFault(of type: CType) -> NoLibffiType? {
        guard case .record = type.canonical else { return nil }
        switch try? AArch64Passing(type) {
        case .address: return .copies
        case .words(_, isPaired: true): return .alignment
        default: return nil
        }
    }

    // MARK: Both

    private static func floats(_ count: Int, _ size: Int, from first: Int) -> [Placement.Piece] {
        (0..<count).map { Placement.Piece(offset: $0 * size, size: size, place: .float(first + $0)) }
    }

    private static func words(_ count: Int, _ type: CType, from first: Int) -> [Placement.Piece] {
        let size = type.canonical.layout?.size ?? 0
        return (0..<count).map { index in
            Placement.Piece(
                offset: index * 8, size: min(8, size - index * 8), place: .integer(first + index),
                widening: type.widening)
        }
    }

    private static func passing(of type: CType, parameter: Int?) throws(Unsupported) -> AArch64Passing {
        do {
            return try AArch64Passing(type)
        } catch {
            throw error.refusal(of: type, parameter: parameter)
        }
    }
}

/// The way in which a value travels by stage B of the procedure call standard for AArch64.
enum AArch64Passing: Hashable, Sendable {
    /// So many floating-point numbers of one size, each in a register of its own.
    case floats(count: Int, size: Int)
    /// So many integer registers; a paired value begins in one of even number.
    case words(count: Int, isPaired: Bool)
    /// The address of a copy.
    case address

    /// - Throws: where gcc and clang do not agree, or a layout is not that of this platform.
    init(_ type: CType) throws(Disagreement) {
        guard let layout = type.canonical.layout, layout.size > 0 else { throw .noSize }
        if type.hasFlexibleMember { throw .flexibleArray }
        if type.hasMember({ $0.type.layout?.size == 0 }) { throw .emptyArray }
        if type.hasMember({ $0.bits != nil && $0.name == nil }) { throw .unnamedBits }
        if let floats = type.homogeneousFloats, floats.count <= 4 {
            self = .floats(count: floats.count, size: floats.element.size)
        } else if layout.size > 16 {
            self = .address
        } else {
            self = .words(count: (layout.size + 7) / 8, isPaired: type.naturalAlignment >= 16)
        }
    }
}

extension CType {
    /// The alignment that a value asks of its place among the arguments: that of its members, whatever attributes the
    /// type itself has.
    var naturalAlignment: Int {
        guard case .record(let record) = canonical else { return canonical.layout?.alignment ?? 1 }
        let plain = RecordType(
            kind: record.kind, tag: record.tag, members: record.members, isPacked: record.isPacked)
        return plain.layout?.alignment ?? 1
    }

    /// The numbers of one floating type that make up the whole value; nil where it has anything else, or padding.
    fileprivate var homogeneousFloats: (element: FloatingType, count: Int)? {
        switch canonical {
        case .floating(let type): return (type, 1)
        case .complex(let type): return (type, 2)
        case .array(let element, let count?):
            return element.homogeneousFloats.map { ($0.element, $0.count * count) }
        case .record(let record):
            guard let floats = record.homogeneousFloats else { return nil }
            return record.layout?.size == floats.element.size * floats.count ? floats : nil
        default: return nil
        }
    }
}

extension RecordType {
    fileprivate var homogeneousFloats: (element: FloatingType, count: Int)? {
        var found: (element: FloatingType, count: Int)?
        for member in members ?? [] {
            guard member.bits == nil, let floats = member.type.homogeneousFloats else { return nil }
            if let found, found.element != floats.element { return nil }
            let before = found?.count ?? 0
            found = (floats.element, kind == .union ? max(before, floats.count) : before + floats.count)
        }
        return found
    }
}

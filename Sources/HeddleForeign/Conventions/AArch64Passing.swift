// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// How a value travels by stage B of the procedure call standard for AArch64.
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

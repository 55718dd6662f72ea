// SPDX-License-Identifier: Apache-2.0

/// The features of a case. A case may be of many kinds.
enum Kind: String, CaseIterable {
    case scalars = "numbers and texts only"
    case smallRecord = "record of up to 16 bytes by value"
    case largeRecord = "record of more than 16 bytes by value"
    case union = "union"
    case nested = "record in a record"
    case array = "array in a record"
    case bitField = "bit-field"
    case packed = "packed"
    case overAligned = "aligned(n)"
    case enumeration = "enum"
    case text = "text"
    case int128 = "__int128"
    case longDouble = "long double"
    case complex = "_Complex"
    case flexible = "flexible array"
    case stack = "more than 8 parameters"
}

extension OracleCase {
    /// The kinds of the case.
    ///
    /// - Parameter size: the size of a record, as a compiler says it.
    func kinds(largestRecord size: Int) -> Set<Kind> {
        var kinds = all.reduce(into: Set<Kind>()) { $0.formUnion($1.shape.kinds) }
        let passesRecord = all.contains { if case .record = $0.shape { true } else { false } }
        if passesRecord { kinds.insert(size > 16 ? .largeRecord : .smallRecord) }
        if all.allSatisfy({ $0.shape.isPlain }) { kinds.insert(.scalars) }
        if parameters.count > 8 { kinds.insert(.stack) }
        return kinds
    }
}

extension Shape {
    fileprivate var isPlain: Bool {
        switch self {
        case .scalar(let scalar): scalar.size <= 8 && !scalar.isComplex
        case .text, .enumeration: true
        default: false
        }
    }

    fileprivate var kinds: Set<Kind> {
        switch self {
        case .scalar(let scalar): scalar.kinds
        case .enumeration: [.enumeration]
        case .text: [.text]
        case .array(_, nil): [.flexible]
        case .array(let element, _): element.kinds.union([.array])
        case .record(let record): record.kinds
        }
    }
}

extension CScalar {
    var kinds: Set<Kind> {
        if isComplex { return component == .longDouble ? [.complex, .longDouble] : [.complex] }
        return self == .longDouble ? [.longDouble] : CScalar.wide.contains(self) ? [.int128] : []
    }
}

extension RecordShape {
    fileprivate var kinds: Set<Kind> {
        var kinds: Set<Kind> = isUnion ? [.union] : []
        if isPacked || members.contains(where: \.isPacked) { kinds.insert(.packed) }
        if alignment ?? 1 > 1 || members.contains(where: { $0.alignment != nil }) { kinds.insert(.overAligned) }
        for member in members {
            kinds.formUnion(member.shape.kinds)
            if member.bits != nil { kinds.insert(.bitField) }
            if member.shape.hasRecord { kinds.insert(.nested) }
        }
        return kinds
    }
}

extension Shape {
    fileprivate var hasRecord: Bool {
        switch self {
        case .record: true
        case .array(let element, _): element.hasRecord
        default: false
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

extension CType {
    /// Returns whether both are the same type in C. Typedefs are resolved, and tags identify types.
    package func isSame(as other: CType) -> Bool {
        switch (canonical, other.canonical) {
        case (.pointer(let left, let leftIsConst), .pointer(let right, let rightIsConst)):
            leftIsConst == rightIsConst && left.isSame(as: right)
        case (.array(let left, let leftCount), .array(let right, let rightCount)):
            leftCount == rightCount && left.isSame(as: right)
        case (.function(let left), .function(let right)): left.isSame(as: right)
        case (.record(let left), .record(let right)): left.isSame(as: right)
        case (.enumeration(let left), .enumeration(let right)): left.isSame(as: right)
        case (let left, let right): left == right
        }
    }
}

extension CType {
    /// Returns whether it is the same type, or says of pointers to `void` to what they point. C calls a function alike
    /// for all pointers.
    func isSameOrMoreExact(than other: CType) -> Bool {
        switch (canonical, other.canonical) {
        case (.pointer(let own, let isConst), .pointer(let other, let otherIsConst)):
            other.canonical == .void || isConst == otherIsConst && own.isSameOrMoreExact(than: other)
        case (.function(let own), .function(let other)): own.isSameOrMoreExact(than: other)
        default: isSame(as: other)
        }
    }

    /// Returns whether both are compatible types, as C calls it, of two modules. Each of these may have one of a tag, so
    /// structures whose members both know must have the same, and enumerations the same constants.
    package func isCompatible(with other: CType) -> Bool {
        guard isSame(as: other) else { return false }
        switch (canonical, other.canonical) {
        case (.pointer(let left, _), .pointer(let right, _)), (.array(let left, _), .array(let right, _)):
            return left.isCompatible(with: right)
        case (.record(let left), .record(let right)):
            return left.members == nil || right.members == nil || left.hasSameMembers(as: right)
        case (.enumeration(let left), .enumeration(let right)):
            return left.constants == right.constants && left.underlying == right.underlying
        default: return true
        }
    }
}

extension FunctionType {
    /// Names and annotations do not matter.
    private func hasSameParameters(as other: FunctionType) -> Bool {
        parameters.count == other.parameters.count
            && zip(parameters, other.parameters).allSatisfy { $0.type.isSame(as: $1.type) }
    }

    fileprivate func isSame(as other: FunctionType) -> Bool {
        isVariadic == other.isVariadic && result.isSame(as: other.result) && hasSameParameters(as: other)
    }

    fileprivate func isSameOrMoreExact(than other: FunctionType) -> Bool {
        isVariadic == other.isVariadic && parameters.count == other.parameters.count
            && result.isSameOrMoreExact(than: other.result)
            && zip(parameters, other.parameters).allSatisfy { $0.type.isSameOrMoreExact(than: $1.type) }
    }
}

extension RecordType {
    fileprivate func isSame(as other: RecordType) -> Bool {
        guard kind == other.kind, tag == other.tag else { return false }
        return tag != nil || hasSameMembers(as: other)
    }

    /// Returns whether both have the same members at the same places, whatever their tags are.
    package func hasSameMembers(as other: RecordType) -> Bool {
        guard let members, let others = other.members else { return members == nil && other.members == nil }
        return isPacked == other.isPacked && alignment == other.alignment && members.count == others.count
            && zip(members, others).allSatisfy { $0.isSame(as: $1) }
    }
}

extension RecordType {
    /// Returns whether the members of both stand at the same places, whatever they are called.
    func hasSameLayout(as other: RecordType) -> Bool { kind == other.kind && layout != nil && layout == other.layout }
}

extension CType {
    /// Returns whether both are records, the members of which stand at the same places.
    func isRecord(withLayoutOf other: CType) -> Bool {
        guard case .record(let record) = canonical, case .record(let others) = other.canonical else { return false }
        return record.hasSameLayout(as: others)
    }
}

extension RecordType.Member {
    fileprivate func isSame(as other: Self) -> Bool {
        name == other.name && bits == other.bits && isPacked == other.isPacked && alignment == other.alignment
            && type.isSame(as: other.type) && type.ownAlignment == other.type.ownAlignment
    }
}

extension EnumerationType {
    fileprivate func isSame(as other: EnumerationType) -> Bool {
        tag == other.tag && (tag != nil || (constants == other.constants && underlying == other.underlying))
    }
}

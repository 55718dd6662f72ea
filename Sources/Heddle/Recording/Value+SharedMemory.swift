// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleForeign

extension Value {
    /// The value without the other fields of a union if one of its fields has a handle.
    ///
    /// A union comes back with every field. What is written in the place of a handle has another address, so that its
    /// neighbours would say something else. A handle that points to memory is what the union holds; one that does not
    /// is another field read as a pointer.
    ///
    /// - Complexity: O(size of the value · depth of its type).
    func withoutSharedMemory(as type: CType) -> Value {
        switch (self, type.canonical) {
        case (.array(let elements), .pointer(let target, _)):
            return .array(elements.map { $0.withoutSharedMemory(as: target) })
        case (.array(let elements), _):
            return .array(elements.enumerated().map { $1.withoutSharedMemory(as: type.part(at: $0)) })
        case (.object, .pointer(let target, _)): return withoutSharedMemory(as: target)
        case (.object(let members), .record(let record)):
            let own = members.map { member in
                member.formed { $0.withoutSharedMemory(as: type.part(named: member.name)) }
            }
            let values = Dictionary(own.map { ($0.name, $0.value) }) { first, _ in first }
            let telling = Set(record.telling(values))
            return .object(own.filter { telling.contains($0.name) })
        default: return self
        }
    }

    /// The handles in it.
    fileprivate var handles: [Handle] {
        switch self {
        case .handle(let handle): [handle]
        case .array(let elements): elements.flatMap(\.handles)
        case .object(let members): members.flatMap(\.value.handles)
        case .null, .bool, .number, .string, .bytes: []
        }
    }
}

/// The likelihood of one member of a union among the others.
private enum Standing: Int {
    /// Its handles point nowhere: it is another member, read as a pointer.
    case readAsPointer
    case plain
    case pointer

    init(_ handles: [Handle]) {
        self = handles.isEmpty ? .plain : handles.contains(where: \.pointsToMemory) ? .pointer : .readAsPointer
    }
}

extension RecordType {
    /// The names of the fields that say what the memory holds: of a union with a handle in it those of one member.
    fileprivate func telling(_ values: [String: Value]) -> [String] {
        let members = members ?? []
        guard kind == .union else { return members.flatMap { $0.telling(values) } }
        let standings = members.map { member in Standing(member.fieldNames.flatMap { values[$0]?.handles ?? [] }) }
        if standings.allSatisfy({ $0 == .plain }) { return members.flatMap { $0.telling(values) } }
        let ranks = zip(members, standings).map { ($1.rawValue, LayoutEvidence(of: $0.type)?.size ?? 0) }
        // Of those that are alike the first one.
        let best = ranks.indices.max { ranks[$0] < ranks[$1] }
        return best.map { members[$0].telling(values) } ?? []
    }
}

extension RecordType.Member {
    /// Its name, or those that an anonymous member has inside.
    fileprivate var fieldNames: [String] {
        if let name { return [name] }
        if case .record(let inner) = type.canonical { return inner.fields.compactMap(\.name) }
        return []
    }

    fileprivate func telling(_ values: [String: Value]) -> [String] {
        if name == nil, case .record(let inner) = type.canonical { return inner.telling(values) }
        return fieldNames
    }
}

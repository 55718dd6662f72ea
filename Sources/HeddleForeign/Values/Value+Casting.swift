// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

extension Value {
    /// The pointer behind a handle as another type: a handle of that type, which ends with this one, or the text that
    /// stands there. Null stays null.
    ///
    /// - Parameters:
    ///   - type: a pointer.
    ///   - isFresh: true if the handle was read just now, on the way to this.
    /// - Throws: that nothing says that values of the type stand there.
    package func cast(
        to type: CType, trusting trust: MemoryTrust, isFresh: Bool
    ) throws(MemoryRefusal) -> Value {
        guard case .handle(let handle) = self, case .pointer(let pointed, _) = type.canonical else { return self }
        func refusal(_ reason: MemoryRefusal.Reason) -> MemoryRefusal {
            MemoryRefusal(path: PartPath(), reason: reason)
        }
        guard let target = HandleTable.shared.target(of: handle) else { throw refusal(.released) }
        let isTrusted = trust == .anything
        guard isTrusted || isFresh || target.hasKnownEnd else { throw refusal(.borrowed) }
        let known = target.type?.type.defined.canonical ?? .void
        if pointed.isCharacter {
            guard isTrusted || known.isByte else { throw refusal(.unlike(type.description)) }
            guard let text = UncertainMemory.text(at: target.address) else { throw refusal(.unreadable) }
            return text
        }
        let goal = PointedType(pointed)
        let isKnown =
            known.handleName == goal.name || known.begins(with: pointed.defined)
            || HandleTable.shared.room(behind: handle).map { $0 >= goal.layout?.size ?? .max } ?? false
        guard isTrusted || isKnown else { throw refusal(.unlike(type.description)) }
        return HandleTable.shared.handle(for: target.address, to: goal, in: handle).map { .handle($0) } ?? .null
    }
}

extension CType {
    /// True for integers of one byte.
    fileprivate var isByte: Bool { if case .integer(let type) = canonical { type.size == 1 } else { false } }

    /// Returns whether a value of a type stands at the start of each value: C makes a pointer to a structure one to its
    /// first member.
    fileprivate func begins(with other: CType) -> Bool {
        guard case .record(let record) = canonical, let first = record.members?.first, first.bits == nil else {
            return false
        }
        return first.type.handleName == other.handleName || first.type.begins(with: other)
    }
}

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
        let known = target.type?.type ?? .void
        // To know for how long the memory is there would not be enough.
        guard isTrusted || known.isTaken(for: pointed, in: HandleTable.shared.room(behind: handle)) else {
            throw refusal(.unlike(type.description))
        }
        guard isTrusted || isFresh || target.hasKnownEnd else { throw refusal(.borrowed) }
        if pointed.isCharacter {
            guard let text = UncertainMemory.text(at: target.address) else { throw refusal(.unreadable) }
            return text
        }
        return HandleTable.shared.handle(for: target.address, to: PointedType(pointed), in: handle).map { .handle($0) }
            ?? .null
    }
}

extension CType {
    /// Returns whether a pointer to values of the type may be cast to one to others: C says that they stand there, or the
    /// object has room for one. Bytes are a text.
    ///
    /// - Parameter room: the bytes from there to the end of an object that a behaviour has made; nil for other memory.
    package func isTaken(for goal: CType, in room: Int?) -> Bool {
        let known = defined.canonical
        if goal.isCharacter { return known.isByte }
        if known.handleName == goal.handleName || known.begins(with: goal.defined) { return true }
        guard let room, let size = PointedType(goal).layout?.size else { return false }
        return room >= size
    }

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

// SPDX-License-Identifier: Apache-2.0

extension ValueShape {
    /// Returns whether values of another shape, which come back, may fit: whether some that are not null could be of
    /// both.
    ///
    /// An enumerator is taken for its number, as in C, and is compared by its name.
    package func mayTake(_ other: ValueShape) -> Bool {
        if let objectType, let type = other.handleType, objectType.takesObjects(named: type) { return true }
        if (enumeration == nil) != (other.enumeration == nil) { return mayTakeOther(than: other) }
        if isNumber || other.isNumber { return kinds.contains(.number) && other.kinds.contains(.number) }
        return hasKind(of: other) && hasParts(of: other)
    }

    /// The same where one of the two is an enumeration.
    private func mayTakeOther(than other: ValueShape) -> Bool {
        if enumeration == nil { return isTaken ? kinds.contains(.number) : isText }
        return other.isText || isTaken && other.kinds.contains(.number)
    }

    private var isText: Bool { kinds.contains(.text) && !kinds.contains(.number) }

    private func hasKind(of other: ValueShape) -> Bool {
        if kinds.contains(.handle(type: "void")), other.kinds.contains(where: \.isHandle) { return true }
        let common = kinds.intersection(other.kinds).subtracting([.null])
        // A text comes back as bytes only if it is not UTF-8, and as numbers only if it is not valid Unicode.
        return common == [.bytes] || common == [.array] ? !other.kinds.contains(.text) : !common.isEmpty
    }

    private func hasParts(of other: ValueShape) -> Bool {
        // Those that lie behind it are no parts of the value.
        if isPointer { return true }
        if let record {
            if let given = other.record {
                return record == given && isShared == other.isShared
                    || given.fields.allSatisfy { mayTakePart(.member($0.name ?? ""), of: other) ?? false }
            }
            if other.kinds.contains(.array) { return false }
        }
        if let count = other.count, !takes(count: count) { return false }
        return mayTakePart(.element(0), of: other) ?? true
    }

    /// Nil where one of the two does not have it.
    private func mayTakePart(_ step: PartPath.Step, of other: ValueShape) -> Bool? {
        guard let part = part(step), let given = other.part(step) else { return nil }
        return part.mayTake(given)
    }
}

// SPDX-License-Identifier: Apache-2.0

import Workbench

extension OracleCase {
    /// The smallest case found that shows the same, by leaving out one thing after another.
    ///
    /// - Parameter shows: the numbers of those cases of a batch that do.
    func shrunk(until limit: Int = 200, where shows: (Batch) throws -> Set<Int>) throws -> OracleCase {
        var smallest = self
        for _ in 0..<limit {
            let candidates = smallest.smaller()
            guard !candidates.isEmpty else { break }
            let found = try shows(Batch(candidates))
            guard let next = candidates.first(where: { found.contains($0.number) }) else { break }
            smallest = next
        }
        return smallest
    }

    /// The cases that have one thing less, those that leave out most first.
    private func smaller() -> [OracleCase] {
        let shapes = parameters.map(\.shape)
        var signatures: [(parameters: [Shape], result: Shape?)] = []
        if result != nil { signatures.append((shapes, nil)) }
        for index in shapes.indices {
            signatures.append((shapes.without(index), result?.shape))
            signatures += shapes[index].smaller.map { (shapes.replacing(index, by: $0), result?.shape) }
        }
        signatures += result?.shape.smaller.map { (shapes, $0) } ?? []
        return signatures.enumerated().map { number, signature in
            var random = SeededGenerator(seed: UInt64(number))
            return OracleCase(
                number: number, origin: origin, parameters: signature.parameters, result: signature.result,
                random: &random)
        }
    }
}

extension Shape {
    /// Simpler shapes in its place.
    fileprivate var smaller: [Shape] {
        switch self {
        case .scalar(.int): []
        case .scalar(.double): [.scalar(.int)]
        case .scalar, .text: [.scalar(.int), .scalar(.double)]
        case .enumeration(let enumeration): [.scalar(enumeration.underlying)]
        case .array(let element, let count):
            count == nil
                ? []
                : [element] + ((count ?? 1) > 1 ? [.array(element, count: 1)] : [])
                    + element.smaller.map { .array($0, count: count) }
        case .record(let record): record.smaller
        }
    }
}

extension RecordShape {
    fileprivate var smaller: [Shape] {
        var found: [RecordShape] = []
        for index in members.indices {
            if members.count > 1 { found.append(with { $0.members.remove(at: index) }) }
            found += flattened(index)
            found += members[index].smaller.map { member in with { $0.members[index] = member } }
        }
        if isPacked { found.append(with { $0.isPacked = false }) }
        if alignment != nil { found.append(with { $0.alignment = nil }) }
        if isUnion { found.append(with { $0.isUnion = false }) }
        if attributesLast { found.append(with { $0.attributesLast = false }) }
        return found.filter { $0.members.contains { $0.holdsValue && !$0.isFlexible } }.map(Shape.record)
    }

    /// The record with the members of an inner one in its place.
    private func flattened(_ index: Int) -> [RecordShape] {
        guard case .record(let inner) = members[index].shape else { return [] }
        return [with { $0.members.replaceSubrange(index...index, with: inner.members) }]
    }

    private func with(_ change: (inout RecordShape) -> Void) -> RecordShape {
        var record = self
        change(&record)
        return record
    }
}

extension RecordShape.Member {
    fileprivate var isFlexible: Bool {
        if case .array(_, nil) = shape { true } else { false }
    }

    fileprivate var smaller: [Self] {
        var found: [Self] = []
        if isPacked { found.append(Self(name: name, shape: shape, bits: bits, alignment: alignment)) }
        if alignment != nil { found.append(Self(name: name, shape: shape, bits: bits, isPacked: isPacked)) }
        if bits != nil, name != nil { found.append(Self(name: name, shape: shape)) }
        guard bits == nil else { return found }
        return found
            + shape.smaller.map { Self(name: name, shape: $0, isPacked: isPacked, alignment: alignment) }
            .filter { if case .record = $0.shape { true } else { $0.name != nil } }
    }
}

extension [Shape] {
    fileprivate func without(_ index: Int) -> [Shape] { Array(self[..<index] + self[(index + 1)...]) }

    fileprivate func replacing(_ index: Int, by shape: Shape) -> [Shape] {
        Array(self[..<index] + [shape] + self[(index + 1)...])
    }
}

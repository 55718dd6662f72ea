// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// The recorded answers of one action, indexed by the arguments of their calls.
///
/// Answers whose `with` names the same arguments form a group, indexed by the values of these arguments. If a value
/// alone does not decide, as for a handle or for an object of which only some fields count, the caller compares.
struct RecordedAnswerIndex {
    /// The arguments that the index uses.
    private struct Shape: Hashable {
        let positions: [Int]
        /// The number of arguments; nil if further arguments are arbitrary.
        let count: Int?
    }

    /// The answers with the same key, in order.
    private struct Group {
        var answers: [Int] = []
        /// The number of the first ones that are used.
        var used = 0
    }

    private var groups: [Shape: [[EqualityKey]: Group]] = [:]

    /// - Parameter answers: the answers of one action, with its signature.
    init(_ answers: [RecordedAnswer], of signature: Signature) {
        for answer in answers {
            let (shape, keys) = Self.key(of: answer.arguments, signature)
            groups[shape, default: [:]][keys, default: Group()].answers.append(answer.index)
        }
    }

    private static func key(
        of arguments: RecordedAnswer.Arguments, _ signature: Signature
    ) -> (shape: Shape, keys: [EqualityKey]) {
        let (values, count): ([(position: Int, value: Value)], Int?) =
            switch arguments {
            case .any: ([], nil)
            case .positional(let values): (values.enumerated().map { ($0, $1) }, values.count)
            case .named(let members):
                (
                    members.compactMap { member in
                        signature.position(ofArgument: member.name).map { ($0, member.value) }
                    }.sorted { $0.0 < $1.0 }, nil
                )
            }
        let decisive = values.compactMap { position, value in EqualityKey(value).map { (position, $0) } }
        return (Shape(positions: decisive.map(\.0), count: count), decisive.map(\.1))
    }

    /// The first unused answer that matches.
    ///
    /// - Complexity: O(number of shapes), plus the answers that the index does not distinguish.
    mutating func first(
        for arguments: [Value], isUsed: [Bool], where fits: (Int) -> Bool
    ) -> Int? {
        let keys = arguments.map(EqualityKey.init)
        var found: Int?
        // A separate list: a view of the keys would share the groups, and each change of a group would then copy all of
        // them.
        for shape in Array(groups.keys) {
            guard shape.count.map({ $0 == arguments.count }) ?? true,
                shape.positions.allSatisfy({ $0 < arguments.count })
            else { continue }
            let wanted = shape.positions.compactMap { keys[$0] }
            // An argument without a key may equal one that has a key.
            let candidates =
                wanted.count == shape.positions.count ? [wanted] : groups[shape].map { Array($0.keys) } ?? []
            for key in candidates {
                if let index = first(in: shape, key, before: found, isUsed, where: fits) { found = index }
            }
        }
        return found
    }

    private mutating func first(
        in shape: Shape, _ key: [EqualityKey], before limit: Int?, _ isUsed: [Bool], where fits: (Int) -> Bool
    ) -> Int? {
        guard var group = groups[shape]?[key] else { return nil }
        while group.used < group.answers.count, isUsed[group.answers[group.used]] { group.used += 1 }
        groups[shape]?[key]?.used = group.used
        return group.answers[group.used...].first { $0 < limit ?? .max && !isUsed[$0] && fits($0) }
    }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// The recorded answers of one action, found by the arguments that their calls were made with.
///
/// Answers whose `with` names the same arguments stand together, by the values that these must have. What a value alone
/// does not decide, such as a handle or an object of which some fields count, is left open: there the caller compares.
struct RecordedAnswerIndex {
    /// The arguments whose values decide.
    private struct Shape: Hashable {
        let positions: [Int]
        /// How many arguments there must be; nil where others may be anything.
        let count: Int?
    }

    /// Answers between which nothing here decides, in order.
    private struct Group {
        var answers: [Int] = []
        /// How many of the first ones are used up.
        var used = 0
    }

    private var groups: [Shape: [[EqualityKey]: Group]] = [:]

    /// - Parameter answers: those of one action, with its signature.
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

    /// The first answer that is not used up and that fits.
    ///
    /// - Complexity: O(number of shapes) and the answers between which values alone do not decide.
    mutating func first(
        for arguments: [Value], isUsed: [Bool], where fits: (Int) -> Bool
    ) -> Int? {
        let keys = arguments.map(EqualityKey.init)
        var found: Int?
        // A list of its own: a view of the keys would share the groups, and noting what is used would copy them all.
        for shape in Array(groups.keys) {
            guard shape.count.map({ $0 == arguments.count }) ?? true,
                shape.positions.allSatisfy({ $0 < arguments.count })
            else { continue }
            let wanted = shape.positions.compactMap { keys[$0] }
            // An argument without a key may be equal to what has one.
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

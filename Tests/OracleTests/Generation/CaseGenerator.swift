// SPDX-License-Identifier: Apache-2.0

import Workbench

extension OracleCase {
    /// The case of a number among those of a seed. Each stands for itself: making one needs no other.
    init(seed: UInt64, number: Int, allowed: Set<Kind> = Set(Kind.allCases)) {
        var random = SeededGenerator(seed: seed)
        var types = TypeGenerator(
            number: number, allowed: allowed,
            random: SeededGenerator(seed: random.next() &+ UInt64(number) &* 0xD1B5_4A32_D192_ED03))
        let isLong = types.chance(.stack, 20)
        let count = isLong ? types.random.number(8...12) : types.random.number(0...7)
        let shapes = (0..<count).map { _ in types.parameter() }
        let result = types.random.chance(10) ? nil : types.parameter()
        self.init(
            number: number, origin: "seed \(seed)", definitions: types.definitions,
            parameters: shapes.map { Example(shape: $0, datum: types.random.datum($0)) },
            result: result.map { Example(shape: $0, datum: types.random.datum($0)) })
    }

    /// So many cases of a kind that have nothing else in them that is unusual, and no NaN: its bits are each
    /// language's own affair.
    static func cases(of kind: Kind, count: Int, seed: UInt64, from first: Int) -> [OracleCase] {
        let records: Set<Kind> = [.smallRecord, .largeRecord]
        let plain: Set<Kind> = [.scalars, .text, .stack, .enumeration, .int128, .longDouble, .complex]
        let isPlain = plain.contains(kind) || records.contains(kind)
        var found: [OracleCase] = []
        var number = first
        while found.count < count {
            let made = OracleCase(seed: seed, number: number, allowed: isPlain ? [kind] : records.union([kind]))
            let isOfKind = made.kinds(largestRecord: made.largestRoughSize).contains(kind)
            if isOfKind, !made.all.contains(where: \.datum.hasNaN) { found.append(made) }
            number += 1
        }
        return found
    }

    private var largestRoughSize: Int {
        all.map { if case .record = $0.shape { $0.shape.roughSize } else { 0 } }.max() ?? 0
    }
}

extension Datum {
    fileprivate var hasNaN: Bool {
        switch self {
        case .floating(let number): number.isNaN
        case .complex(let real, let imaginary): real.isNaN || imaginary.isNaN
        case .elements(let elements): elements.contains(where: \.hasNaN)
        case .members(let members): members.contains { $0?.hasNaN ?? false }
        default: false
        }
    }
}

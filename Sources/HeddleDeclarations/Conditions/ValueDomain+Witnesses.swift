// SPDX-License-Identifier: Apache-2.0

extension WholeRange {
    /// The numbers of the range near some values, and its ends.
    func values(around values: [Value]) -> [Value] {
        (values.flatMap { value -> [Number] in if case .number(let number) = value { around(number) } else { [] } }
            + ends)
            .map { .number($0) }
    }
}

extension FloatingType {
    /// The numbers of the type near some values, as they are written, and those that have no other near.
    func values(around values: [Value]) -> [Value] {
        let near = values.flatMap { value -> [Value] in
            if case .number(let number) = value { around(number) } else { [] }
        }
        return near + Self.words.map { .string($0) } + [.number(.integer(0))]
    }

    /// The numbers that are no more than two steps away from another one.
    private func around(_ number: Number) -> [Value] {
        let isNegative = number.compare(.integer(0)) == .less
        switch self {
        case .float: return (number.float ?? .end(isNegative)).neighbours.map { Value($0) }
        case .double: return (number.double ?? .end(isNegative)).neighbours.map { Value($0) }
        case .longDouble:
            #if arch(x86_64) || arch(i386)
                return (number.float80 ?? .end(isNegative)).neighbours.map { Value($0) }
            #else
                // Passed on x86-64 only.
                return [.number(number)]
            #endif
        }
    }
}

extension BinaryFloatingPoint {
    /// The number with the greatest magnitude.
    fileprivate static func end(_ isNegative: Bool) -> Self {
        isNegative ? -greatestFiniteMagnitude : greatestFiniteMagnitude
    }

    fileprivate var neighbours: [Self] { [nextDown.nextDown, nextDown, self, nextUp, nextUp.nextUp] }
}

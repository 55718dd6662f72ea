// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

extension SignatureGenerator {
    /// Where a type stands.
    enum Place {
        case result
        case parameter
        case target
        case element
    }

    private static let leaves: [CType] =
        IntegerType.allCases.map(CType.integer)
        + FloatingType.allCases.flatMap { [CType.floating($0), .complex($0)] } + [.bool]

    mutating func type(depth: Int, at place: Place) -> CType {
        if depth == 0 || random.chance(3) { return leaf() }
        if place == .target, random.chance(4) { return .void }
        if place == .target, random.chance(4) { return .function(function(depth: depth - 1)) }
        if place == .target || place == .element, random.chance(3) {
            return .array(of: type(depth: depth - 1, at: .element), count: random.number(1..<10))
        }
        let target = type(depth: depth - 1, at: .target)
        let isFunction = if case .function = target { true } else { false }
        return .pointer(to: target, isConst: !isFunction && random.chance(2))
    }

    private mutating func leaf() -> CType {
        let names = ["point", "byte", "compare", "size_t", "uint32_t", "enum color", "struct point", "int64_t"]
        if random.chance(3), let type = scope.type(named: random.pick(names)) { return type }
        return random.pick(Self.leaves)
    }

    private mutating func function(depth: Int) -> FunctionType {
        let result = random.chance(3) ? CType.void : type(depth: depth, at: .result)
        let parameters = parameters(upTo: 3, depth: depth, returning: result)
        return FunctionType(
            result: result, parameters: parameters, isVariadic: !parameters.isEmpty && random.chance(4))
    }
}

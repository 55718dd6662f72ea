// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

extension SignatureGenerator {
    /// Parameters whose annotations fit their types and each other.
    mutating func parameters(upTo most: Int, depth: Int, returning result: CType) -> [Parameter] {
        let plain = (0..<random.number(0..<(most + 1))).map { index in
            Parameter(name: random.chance(5) ? nil : "p\(index)", type: type(depth: depth, at: .parameter))
        }
        let annotated = plain.map { directed($0) }
        return annotated.map { counted($0, among: annotated, returning: result) }
    }

    private mutating func directed(_ parameter: Parameter) -> Parameter {
        guard case .pointer(let target, let isConst) = parameter.type.canonical else { return parameter }
        let isPlain = target.layout != nil
        if random.chance(3) {
            return Parameter(name: parameter.name, type: parameter.type, isOptional: random.chance(2))
        }
        let direction = random.pick(isConst || !isPlain ? [.in] : [.in, .out, .inout] as [Parameter.Direction])
        let isPointer = if case .pointer = target.canonical { true } else { false }
        return Parameter(
            name: parameter.name, type: parameter.type, direction: direction, isDirectionDeclared: true,
            isOptional: random.chance(3), isBytes: target.canonical == .integer(.unsignedChar) && random.chance(2),
            isRetained: random.chance(4), isReleased: random.chance(4),
            release: isPointer && direction == .out && random.chance(2) ? "release" : nil,
            isSecret: random.chance(4))
    }

    private mutating func counted(
        _ parameter: Parameter, among all: [Parameter], returning result: CType
    ) -> Parameter {
        guard parameter.isDirectionDeclared, random.chance(2), case .pointer(let target, _) = parameter.type.canonical,
            target.layout != nil
        else { return parameter }
        let isList = target.canEndInNull && parameter.direction != .out && !parameter.isBytes && random.chance(4)
        let isPartly = !isList && parameter.direction != .in && random.chance(3)
        return Parameter(
            name: parameter.name, type: parameter.type, direction: parameter.direction, isDirectionDeclared: true,
            count: isList ? .untilNull : count(among: all, isBefore: true, returning: result),
            written: isPartly ? count(among: all, isBefore: false, returning: result) : nil,
            isOptional: parameter.isOptional, isBytes: parameter.isBytes, isRetained: parameter.isRetained,
            isReleased: parameter.isReleased, release: parameter.release, isSecret: parameter.isSecret)
    }

    mutating func resultCount(of result: CType, among all: [Parameter]) -> Parameter.Count? {
        guard case .pointer(let target, _) = result.canonical, target.layout != nil else { return nil }
        if target.canEndInNull, random.chance(4) { return .untilNull }
        return random.chance(4) ? .constant(1) : count(among: all, isBefore: false, returning: result)
    }

    /// A count that the parser takes as it stands: it computes products of constants.
    private mutating func count(
        among all: [Parameter], isBefore: Bool, returning result: CType, depth: Int = 2
    ) -> Parameter.Count {
        var counts: [Parameter.Count] = [.constant(random.number(2..<100))]
        for (index, parameter) in all.enumerated() where parameter.name != nil {
            if case .integer = parameter.type.canonical { counts.append(.parameter(index)) }
            guard case .pointer(let target, _) = parameter.type.canonical, case .integer = target.canonical,
                !isBefore || parameter.direction != .out
            else { continue }
            counts.append(.pointee(index))
        }
        if case .integer = result.canonical, !isBefore { counts.append(.result) }
        guard depth > 0, counts.count > 1, random.chance(4) else { return random.pick(counts) }
        let inner = count(among: all, isBefore: isBefore, returning: result, depth: depth - 1)
        let part = random.pick(Array(counts.dropFirst()))
        // The right side of the others is a constant in a count after the call.
        if random.chance(4) {
            let operation = random.pick([BinaryOperator.divide, .remainder, .shiftLeft, .shiftRight])
            return .operation(operation, part, .constant(random.number(2..<60)))
        }
        let operation = random.pick([BinaryOperator.add, .subtract, .multiply])
        return random.chance(2) ? .operation(operation, inner, part) : .operation(operation, part, inner)
    }
}

extension CType {
    /// True if an array of it can end in a null pointer or 0; an array of characters is a text.
    fileprivate var canEndInNull: Bool {
        switch canonical {
        case .pointer: true
        case .integer(let integer): integer != .char
        default: false
        }
    }
}

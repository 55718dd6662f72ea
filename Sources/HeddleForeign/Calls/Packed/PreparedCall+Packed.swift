// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

extension PreparedCall {
    /// Returns how many of the conditions that were packed beside its arguments the outcome of the last call meets, up
    /// to the first that it does not meet; nil where only the exact numbers tell, or where the call failed.
    package func metConditions(_ index: ArgumentArena.Index, in arena: ArgumentArena) -> Int? {
        if hasFailed { return nil }
        let layout = PackedLayout(parameters: shape.slots.count, [], keepsResult: false, hasNote: false)
        let words = unsafe arena.words(index)
        var codes = unsafe words.load(fromByteOffset: layout.codes * 8, as: UInt64.self)
        var operand = unsafe words + layout.operands * 8
        var met = 0
        // Most conditions on whole numbers are about the same part.
        var known: (source: UInt8, number: Int128)?
        while let comparison = PackedCondition.comparison(of: codes) {
            let (form, source) = (PackedCondition.form(of: codes), PackedCondition.source(of: codes))
            let wanted = unsafe operand.load(as: UInt64.self)
            let isHeld: Bool?
            if form == .integer {
                guard let number = known?.source == source ? known?.number : integer(source) else { return nil }
                known = (source, number)
                isHeld =
                    comparison == .oneOf
                    ? unsafe Self.has(operand, Int(wanted)) { Int128(Int64(bitPattern: $0)) == number }
                    : PackedCondition.holds(codes, in: Self.order(number, Int128(Int64(bitPattern: wanted))))
            } else {
                guard let number = floating(source, form), !number.isNaN else { return nil }
                switch comparison {
                case .near:
                    let tolerance = unsafe operand.load(fromByteOffset: 8, as: Double.self)
                    isHeld = number.isNear(Double(bitPattern: wanted), tolerance)
                case .oneOf:
                    isHeld = unsafe Self.has(operand, Int(wanted)) { Double(bitPattern: $0) == number }
                case .order: isHeld = PackedCondition.holds(codes, in: Self.order(number, Double(bitPattern: wanted)))
                }
            }
            guard let isHeld else { return nil }
            if !isHeld { return met }
            met += 1
            switch comparison {
            case .near: unsafe operand += 8
            case .oneOf: unsafe operand += Int(wanted) * 8
            case .order: break
            }
            codes >>= 16
            unsafe operand += 8
        }
        return met
    }

    private static func order<Number: Comparable>(_ left: Number, _ right: Number) -> HeddleDeclarations.Number.Order {
        left < right ? .less : left == right ? .equal : .greater
    }

    /// Returns whether a condition holds for one of the words behind an operand.
    private static func has(_ operand: UnsafeMutableRawPointer, _ count: Int, where isMeant: (UInt64) -> Bool) -> Bool {
        for index in 0..<count
        where isMeant(unsafe operand.load(fromByteOffset: (index + 1) * 8, as: UInt64.self)) { return true }
        return false
    }

    private func integer(_ source: UInt8) -> Int128? {
        switch source {
        case PackedCondition.resultSource: return unsafe shape.result.integer(at: UnsafeRawPointer(memory.result))
        case PackedCondition.errnoSource: return Int128(savedErrno)
        default:
            guard case .pointed(.scalar(let scalar), _) = shape.parameters[Int(source)] else { return nil }
            return unsafe memory.arguments.target(Int(source)).flatMap { unsafe scalar.readInteger(from: $0) }
        }
    }

    private func floating(_ source: UInt8, _ form: PackedPart.Form) -> Double? {
        let place =
            unsafe source == PackedCondition.resultSource ? memory.result : memory.arguments.target(Int(source))
        guard let place = unsafe place else { return nil }
        return unsafe form == .double
            ? place.loadUnaligned(as: Double.self) : Double(place.loadUnaligned(as: Float.self))
    }

    /// Keeps what the last call has returned for later ones.
    package func keepResult(_ index: ArgumentArena.Index, in arena: ArgumentArena) {
        arena.store(unsafe shape.result.word(at: UnsafeRawPointer(memory.result)), at: index)
    }
}

extension ResultPassing {
    /// A result as later calls take it.
    fileprivate func word(at memory: UnsafeRawPointer) -> UInt64 {
        if case .value(.scalar(.floating(let type))) = self { return unsafe Scalar.floating(type).word(at: memory) }
        return UInt64(truncatingIfNeeded: unsafe integer(at: memory) ?? 0)
    }
}

extension Double {
    /// Returns whether a number is within a tolerance of another one; nil where it is so close to the edge that
    /// rounding decides.
    fileprivate func isNear(_ expected: Double, _ tolerance: Double) -> Bool? {
        guard isFinite else { return nil }
        let distance = abs(self - expected)
        let rounding = 1e-15 * (abs(self) + abs(expected) + tolerance)
        if distance + rounding < tolerance { return true }
        return distance - rounding > tolerance ? false : nil
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

extension PreparedCall {
    /// Puts arguments that were packed for the same action into memory.
    ///
    /// - Parameter references: the parameters that take what earlier calls have returned.
    /// - Complexity: O(parameters), however long the texts are.
    package func load(
        _ index: PackedArguments.Index, from all: PackedArguments, _ references: PackedReferences
    ) {
        let words = unsafe all.words(index)
        for parameter in shape.slots.indices {
            var word = unsafe words.load(fromByteOffset: parameter * 8, as: UInt64.self)
            if references.contains(parameter) {
                word = unsafe all.words(.init(word: UInt32(word))).load(as: UInt64.self)
            }
            unsafe memory.slot(parameter).storeBytes(of: word, as: UInt64.self)
        }
    }

    /// Whether the last call has returned a whole number that meets the conditions that were packed beside its arguments.
    package func meetsConditions(_ index: PackedArguments.Index, in all: PackedArguments) -> Bool {
        guard !hasFailed, let number = unsafe shape.result.integer(at: UnsafeRawPointer(memory.result)) else {
            return false
        }
        let layout = PackedLayout(parameters: shape.slots.count, conditions: 0)
        let words = unsafe all.words(index)
        var comparisons = unsafe words.load(fromByteOffset: layout.comparisons * 8, as: UInt64.self)
        var place = layout.operands
        while let comparison = PackedCondition.Comparison(rawValue: UInt8(truncatingIfNeeded: comparisons)) {
            let operand = unsafe words.load(fromByteOffset: place * 8, as: Int64.self)
            guard comparison.holds(number, Int128(operand)) else { return false }
            comparisons >>= 8
            place += 1
        }
        return true
    }

    /// Keeps what the last call has returned for later ones.
    package func keepResult(_ index: PackedArguments.Index, in all: PackedArguments) {
        let word = unsafe shape.result.word(at: UnsafeRawPointer(memory.result))
        unsafe all.words(index).storeBytes(of: word, as: UInt64.self)
    }
}

extension ResultPassing {
    /// A result as later calls take it: the numbers that are none are the same one, as they are in a behaviour.
    fileprivate func word(at memory: UnsafeRawPointer) -> UInt64 {
        switch self {
        case .value(.scalar(.floating(.double))):
            let number = unsafe memory.loadUnaligned(as: Double.self)
            return number.isNaN ? Double.nan.bitPattern : number.bitPattern
        case .value(.scalar(.floating(.float))):
            let number = unsafe memory.loadUnaligned(as: Float.self)
            return UInt64(number.isNaN ? Float.nan.bitPattern : number.bitPattern)
        default: return UInt64(truncatingIfNeeded: unsafe integer(at: memory) ?? 0)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

extension PreparedCall {
    /// Puts arguments that were packed for the same action into memory.
    ///
    /// - Complexity: O(parameters), however long the texts are.
    public func load(_ index: PackedArguments.Index, from all: PackedArguments) {
        let words = unsafe all.words(index)
        for parameter in shape.slots.indices {
            let word = unsafe words.load(fromByteOffset: parameter * 8, as: UInt64.self)
            unsafe memory.slot(parameter).storeBytes(of: word, as: UInt64.self)
        }
    }

    /// Whether the last call has returned the whole number that was packed beside its arguments.
    public func returnedExpected(_ index: PackedArguments.Index, from all: PackedArguments) -> Bool {
        guard !hasFailed, let number = unsafe shape.result.integer(at: UnsafeRawPointer(memory.result)) else {
            return false
        }
        return unsafe number == Int128(all.words(index).load(fromByteOffset: shape.slots.count * 8, as: Int64.self))
    }
}

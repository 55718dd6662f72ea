// SPDX-License-Identifier: Apache-2.0

/// The arguments of many calls: a word for each parameter, beside the texts that some of them point to.
///
/// They take a fraction of the memory of as many ``PreparedCall``s, and are put into one when it is to be made. What a
/// call was given stands where it is, at an address of its own, as long as this object lives. Not thread-safe while
/// arguments are added.
///
/// ## Topics
/// - ``CallPacking``
/// - ``PreparedCall/load(_:from:)``
@safe package final class PackedArguments {
    /// The arguments of one call.
    package struct Index: Hashable, Sendable {
        /// Which word of all chunks is the first.
        let word: UInt32

        /// The place of one of the words behind the first.
        package func advanced(by words: Int) -> Index { Index(word: word + UInt32(words)) }
    }

    /// Memory is taken in chunks that never move, since arguments point into them.
    private var chunks: [UnsafeMutableRawPointer] = unsafe []
    private var usedWords = chunkWords
    private static let chunkWords = 1 << 13
    private static let wordSize = MemoryLayout<UInt64>.size
    /// As much as a parameter's type may ask for, as `malloc` has it.
    static let alignment = 16

    /// Creates the memory for the arguments of no calls.
    package init() {}

    deinit {
        unsafe chunks.forEach { unsafe $0.deallocate() }
    }

    /// Room for some words, and for bytes behind them that begin at a multiple of 16; zeroed.
    ///
    /// - Returns: nil where the arguments are too many, or too large, to be packed.
    func allocate(words: Int, bytes: Int) -> (index: Index, words: UnsafeMutableRawPointer)? {
        let size = Self.rounded(words * Self.wordSize) + bytes
        let needed = Self.rounded(size) / Self.wordSize
        guard needed <= Self.chunkWords else { return nil }
        if usedWords + needed > Self.chunkWords, !addChunk() { return nil }
        let chunk = unsafe chunks.count - 1
        let index = Index(word: UInt32(chunk * Self.chunkWords + usedWords))
        usedWords += needed
        return unsafe (index, self.words(index))
    }

    private func addChunk() -> Bool {
        guard unsafe chunks.count < Int(UInt32.max) / Self.chunkWords else { return false }
        let size = Self.chunkWords * Self.wordSize
        let chunk = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: Self.alignment)
        unsafe chunk.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        unsafe chunks.append(chunk)
        usedWords = 0
        return true
    }

    /// The words of a call.
    func words(_ index: Index) -> UnsafeMutableRawPointer {
        let (chunk, word) = Int(index.word).quotientAndRemainder(dividingBy: Self.chunkWords)
        return unsafe chunks[chunk] + word * Self.wordSize
    }

    static func rounded(_ size: Int) -> Int { (size + alignment - 1) & ~(alignment - 1) }
}

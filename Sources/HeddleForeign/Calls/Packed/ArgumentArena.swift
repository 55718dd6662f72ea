// SPDX-License-Identifier: Apache-2.0

/// The arguments of many calls: a word for each parameter, beside the memory that some of the words point to.
///
/// They take a fraction of the memory of as many ``PreparedCall``s, and are loaded into one when a call is made. Memory
/// that a call points to has an address of its own, which stays valid as long as the arena lives. Not thread-safe while
/// arguments are added.
///
/// ## Topics
/// - ``CallSite``
/// - ``PreparedCall/load(_:from:_:)``
@safe package final class ArgumentArena {
    /// The words of one call.
    package struct Index: Hashable, Sendable {
        /// The number of the first word, counted over all chunks.
        let word: UInt32

        init(word: UInt32) {
            self.word = word
        }

        /// Creates the place of a ``number``.
        package init(number: UInt32) { self.init(word: number) }

        /// The place as a number.
        package var number: UInt32 { word }

        /// The place of one of the words behind the first.
        package func advanced(by words: Int) -> Index { Index(word: word + UInt32(words)) }
    }

    /// Memory is taken in chunks that never move, since arguments point into them.
    private var chunks: [UnsafeMutableRawPointer] = unsafe []
    private var usedWords = chunkWords
    /// Memory outside of the chunks.
    private var blocks: [UnsafeMutableRawPointer] = unsafe []
    /// Memory of arguments that became known in a run.
    private var latest: [UnsafeMutableRawPointer] = unsafe []

    private static let chunkWords = 1 << 13
    private static let wordSize = MemoryLayout<UInt64>.size
    /// The alignment of all memory in the chunks, that of `malloc`.
    static let alignment = 16
    /// Larger memory stands outside of the chunks.
    private static let mostBytes = 1 << 12

    /// Creates an arena without arguments.
    package init() {}

    deinit {
        unsafe chunks.forEach { unsafe $0.deallocate() }
        unsafe blocks.forEach { unsafe GuardedMemory.free($0) }
        unsafe latest.forEach { unsafe GuardedMemory.free($0) }
    }

    // MARK: Words

    /// Makes room for some words, and for bytes behind them that begin at a multiple of 16; all of it is zero.
    ///
    /// - Returns: nil if they are too many for a chunk, or if the arena is full.
    func allocate(words: Int, bytes: Int = 0) -> (index: Index, words: UnsafeMutableRawPointer)? {
        let size = bytes == 0 ? words * Self.wordSize : Self.rounded(words * Self.wordSize) + bytes
        let needed = (size + Self.wordSize - 1) / Self.wordSize
        guard needed <= Self.chunkWords else { return nil }
        if bytes > 0, usedWords % 2 == 1 { usedWords += 1 }
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

    /// Reads one of a call's words.
    package func word(_ index: Index) -> UInt64 { unsafe words(index).load(as: UInt64.self) }

    /// Stores one of a call's words.
    package func store(_ word: UInt64, at index: Index) {
        unsafe words(index).storeBytes(of: word, as: UInt64.self)
    }

    // MARK: Memory that words point to

    /// Makes room for bytes; all of it is zero.
    func allocate(bytes: Int, alignment: Int) -> UnsafeMutableRawPointer {
        if alignment <= Self.alignment, bytes <= Self.mostBytes,
            let place = unsafe allocate(words: 0, bytes: Self.rounded(bytes))
        {
            return unsafe place.words
        }
        let block = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: max(alignment, Self.alignment))
        unsafe block.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
        unsafe blocks.append(block)
        return unsafe block
    }

    /// Takes memory over, which stays as long as the arena lives.
    func adopt(_ memory: [UnsafeMutableRawPointer]) { unsafe blocks += memory }

    /// Takes memory over of an argument that became known in a run.
    func adoptLate(_ memory: UnsafeMutableRawPointer) { unsafe latest.append(memory) }

    /// Releases the memory of arguments that became known in runs, none of which still looks at it.
    package func releaseLate() {
        unsafe latest.forEach { unsafe GuardedMemory.free($0) }
        unsafe latest.removeAll()
        runs += 1
    }

    /// The number of times that the memory of arguments that became known in runs was released.
    private(set) var runs = 0

    static func rounded(_ size: Int) -> Int { (size + alignment - 1) & ~(alignment - 1) }
}

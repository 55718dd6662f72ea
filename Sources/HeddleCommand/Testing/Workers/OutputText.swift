// SPDX-License-Identifier: Apache-2.0

/// Takes what a case prints, piece by piece, as text.
///
/// A character may come in two pieces, and a case that prints without end must not fill the memory of its host. Of its
/// output the beginning is kept, and the end, which says most where the case dies.
struct OutputText {
    /// The maximum number of bytes from the beginning that are kept for one case.
    static let limit = 1 << 20
    /// The maximum number of bytes from the end.
    static let lastLimit = 64 << 10

    private var pending: [UInt8] = []
    private var left = Self.limit
    /// The latest bytes behind the beginning.
    private var last: [UInt8] = []
    private var omitted = 0

    mutating func add(_ piece: [UInt8]) {
        pending += piece.prefix(left)
        last += piece.dropFirst(left)
        left -= min(left, piece.count)
        // Seldom, since the rest is moved.
        if last.count > 4 * Self.lastLimit { omitUpToLast() }
    }

    private mutating func omitUpToLast() {
        let count = max(last.count - Self.lastLimit, 0)
        omitted += count
        last.removeFirst(count)
    }

    /// The new output, up to the last whole character.
    mutating func takeText() -> String? {
        let whole = pending.count - pending.lengthOfCutCharacter
        defer { pending.removeFirst(whole) }
        return whole == 0 ? nil : String(decoding: pending[..<whole], as: UTF8.self)
    }

    /// The rest at the end of a case; later output belongs to the next one.
    mutating func end() -> String? {
        defer { self = OutputText() }
        omitUpToLast()
        if omitted > 0 {
            pending.removeLast(pending.lengthOfCutCharacter)
            pending += "\n(\(omitted) bytes of what it printed are left out)\n".utf8
            last.removeFirst(last.prefix { $0 & 0xC0 == 0x80 }.count)
        }
        pending += last
        return pending.isEmpty ? nil : String(decoding: pending, as: UTF8.self)
    }
}

extension [UInt8] {
    /// The number of bytes at the end that begin an incomplete UTF-8 character.
    fileprivate var lengthOfCutCharacter: Int {
        for length in 1...3 where length <= count {
            let byte = self[count - length]
            if byte & 0xC0 == 0x80 { continue }
            let needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            return needed > length ? length : 0
        }
        return 0
    }
}

// SPDX-License-Identifier: Apache-2.0

/// Takes what a case prints, piece by piece, as text.
///
/// A character may come in two pieces, and what endlessly prints is not to fill the memory of its host.
struct OutputText {
    /// The maximum number of bytes of output that are kept for one case.
    static let limit = 1 << 20

    private var pending: [UInt8] = []
    private var left = Self.limit

    mutating func add(_ piece: [UInt8]) {
        pending += piece.prefix(left)
        if left > 0, piece.count >= left { pending += "\n(the rest of what it printed is left out)\n".utf8 }
        left -= min(left, piece.count)
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

// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
    /// Reads a line that begins with `#`: `#pragma pack`, or a preprocessor directive, which is refused.
    mutating func readDirective() throws(Diagnostic) {
        let (sign, end) = (current, endOfLine)
        defer {
            while current.kind != .end, current.range.lowerBound < end { advance() }
        }
        guard token(ahead: 1).text == "pragma", token(ahead: 2).text == "pack", token(ahead: 2).range.upperBound <= end
        else {
            return report(
                problem(
                    .syntax, "declarations are read without a preprocessor", at: sign.range,
                    suggestion: "leave out lines that begin with \"#\""))
        }
        for _ in 0..<3 { advance() }
        do throws(Diagnostic) {
            try readPack()
        } catch {
            report(error)
        }
    }

    /// Reads the argument of `#pragma pack`: `()`, `(n)`, `(push, n)` or `(pop)`; also with a name after `push` or
    /// `pop`.
    private mutating func readPack() throws(Diagnostic) {
        try expect("(", "after \"pack\"")
        let word = current
        switch word.text {
        case ")": packing.set(nil)
        case "push", "pop":
            advance()
            let name = try readPackName()
            if word.text == "push" { packing.push(name) } else { try pop(name, at: word) }
            if take(",") != nil { packing.set(try readPackLimit()) }
        default: packing.set(try readPackLimit())
        }
        try expect(")", "after the argument of \"pack\"")
    }

    private mutating func readPackName() throws(Diagnostic) -> String? {
        guard at(","), token(ahead: 1).kind == .word else { return nil }
        advance()
        return advance().text
    }

    private mutating func pop(_ name: String?, at word: Token) throws(Diagnostic) {
        if packing.pop(name) { return }
        throw problem(.attribute, "there is no \"pack(push)\" before this", at: word.range)
    }

    private mutating func readPackLimit() throws(Diagnostic) -> Int {
        let start = position
        let value = try readConstant().value
        guard let limit = Int(exactly: value), [1, 2, 4, 8, 16].contains(limit) else {
            throw problem(
                .attribute, "members are packed to 1, 2, 4, 8 or 16 bytes, not \(value)", at: range(from: start))
        }
        return limit
    }

    /// The members under `#pragma pack`: their alignment is at most this number.
    func packed(
        _ members: [RecordType.Member], isRecordPacked: Bool, at place: Range<Int>
    ) throws(Diagnostic) -> [RecordType.Member] {
        guard let limit = packing.limit else { return members }
        if members.contains(where: { $0.bits != nil }) {
            throw unsupported(
                "bit-fields under \"#pragma pack\", which lets them lie across the units of their types", at: place,
                advice: "write __attribute__((packed)) if the structure has no padding at all")
        }
        return members.map { $0.packed(to: limit, isRecordPacked: isRecordPacked) }
    }
}

extension RecordType.Member {
    fileprivate func packed(to limit: Int, isRecordPacked: Bool) -> RecordType.Member {
        let natural = isPacked || isRecordPacked ? 1 : type.layoutAsMember?.alignment ?? 1
        guard max(natural, alignment ?? 1) > limit else { return self }
        return RecordType.Member(name: name, type: type, isPacked: true, alignment: limit)
    }
}

/// The state of `#pragma pack`: the alignment that no member of a structure may exceed.
struct Packing {
    /// The largest alignment of members, in bytes; nil for no limit.
    private(set) var limit: Int?
    private var saved: [(name: String?, limit: Int?)] = []

    mutating func set(_ limit: Int?) { self.limit = limit }

    mutating func push(_ name: String?) { saved.append((name, limit)) }

    /// Restores the last pushed alignment or, with a name, the one pushed under it; false if there is none.
    mutating func pop(_ name: String?) -> Bool {
        guard let place = saved.lastIndex(where: { name == nil || $0.name == name }) else { return false }
        limit = saved[place].limit
        saved.removeSubrange(place...)
        return true
    }
}

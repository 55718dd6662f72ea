// SPDX-License-Identifier: Apache-2.0

/// Numbers the different names of a text, counted from 0 in the order in which they are asked for.
///
/// A name is known by its bytes where it first stood, so that nothing is made of the others.
struct NameInterner: Sendable {
    private let bytes: [UInt8]
    private var names: [Range<Int>] = []
    private var table = HashIndex()
    /// More names than this are not worth a number.
    private static let most = 1 << 12

    init(in bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The number of a name; a new one for a name that was not met before, or nil where there are too many.
    ///
    /// - Complexity: O(length of the name), as a rule.
    mutating func number(of name: Range<Int>) -> Int? {
        let hash = HashIndex.hash(bytes[name])
        if let known = table.number(hash, where: { bytes[names[$0]] == bytes[name] }) { return known }
        guard names.count < Self.most else { return nil }
        table.add(names.count, hash) { [bytes, names] in HashIndex.hash(bytes[names[$0]]) }
        names.append(name)
        return names.count - 1
    }

    /// The name that has a number.
    func name(_ number: Int) -> String { String(decoding: bytes[names[number]], as: UTF8.self) }
}

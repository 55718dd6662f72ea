// SPDX-License-Identifier: Apache-2.0

extension SourceText {
    /// The text as it may be quoted.
    public var quotable: String { String(decoding: quotable(0..<bytes.count), as: UTF8.self) }

    /// Bytes as they may be quoted: each character that is concealed is an asterisk, so that places stay where they are.
    func quotable(_ range: Range<Int>) -> [UInt8] {
        let concealed = concealed.filter { $0.overlaps(range) }
        guard !concealed.isEmpty else { return Array(bytes[range]) }
        return range.compactMap { index in
            guard concealed.contains(where: { $0.contains(index) }) else { return bytes[index] }
            return bytes[index] & 0b1100_0000 == 0b1000_0000 ? nil : UInt8(ascii: "*")
        }
    }
}

extension SourceRange {
    /// Has the span shown as asterisks wherever its line is quoted, from now on.
    public func conceal() { source.conceal(bytes) }

    /// Whether some of the span is shown as asterisks.
    public var isConcealed: Bool { source.concealed.contains { $0.overlaps(bytes) } }
}

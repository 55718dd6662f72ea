// SPDX-License-Identifier: Apache-2.0

extension SourceText {
    /// The text as it may be quoted.
    package var quotable: String { String(decoding: quotable(0..<bytes.count), as: UTF8.self) }

    /// The bytes for quoting. Each concealed character is an asterisk, so that positions do not change.
    ///
    /// - Complexity: O(length of the range).
    func quotable(_ range: Range<Int>) -> [UInt8] {
        var quoted: [UInt8] = []
        var next = range.lowerBound
        for span in concealed.overlapping(range).map({ $0.clamped(to: range) }) {
            quoted += bytes[next..<span.lowerBound]
            quoted += bytes[span].compactMap { $0.isContinuation ? nil : UInt8(ascii: "*") }
            next = span.upperBound
        }
        return quoted + bytes[next..<range.upperBound]
    }
}

extension SourceRange {
    /// Has the span shown as asterisks wherever its line is quoted, from now on.
    package func conceal() { source.conceal(bytes) }

    /// True if some of the span is shown as asterisks.
    package var isConcealed: Bool { !source.concealed.overlapping(bytes).isEmpty }
}

extension UInt8 {
    /// True for a continuation byte of UTF-8.
    var isContinuation: Bool { self & 0b1100_0000 == 0b1000_0000 }
}

// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Finds lines and columns for a report that names one place after the other.
///
/// Counting from the start of the file for each of them would make a long report quadratic; expectations come in the
/// order of the file, so that the cursor mostly goes on from where it stands.
struct PlaceCursor {
    private var source: SourceText?
    private var offset = 0
    private var line = 1
    private var column = 1

    init() {}

    private init(startOf source: SourceText) {
        self.source = source
        self.line = source.origin.line
        self.column = source.origin.column
    }

    /// Where a range starts.
    ///
    /// - Complexity: O(distance from the previous range) where it is further on in the same text, else O(offset).
    mutating func position(of range: SourceRange) -> SourcePosition {
        if source !== range.source || range.bytes.lowerBound < offset { self = PlaceCursor(startOf: range.source) }
        advance(to: min(range.bytes.lowerBound, range.source.bytes.count), in: range.source.bytes)
        return SourcePosition(line: line, column: column)
    }

    private mutating func advance(to target: Int, in bytes: [UInt8]) {
        while offset < target {
            if bytes[offset] == UInt8(ascii: "\n") {
                (line, column) = (line + 1, 1)
            } else if !bytes[offset].isContinuation {
                column += 1
            }
            offset += 1
        }
    }
}

extension UInt8 {
    /// Whether a byte goes on with a character of UTF-8 rather than beginning one.
    fileprivate var isContinuation: Bool { self & 0b1100_0000 == 0b1000_0000 }
}

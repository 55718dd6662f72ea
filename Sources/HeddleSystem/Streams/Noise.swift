// SPDX-License-Identifier: Apache-2.0

/// True if native code writes, perhaps to the terminal with the progress line.
package struct Noise {
    private var heard = 0
    private var turnsLeft = 0

    /// While native code writes, the line is drawn less often: the output shows progress too.
    package static let turnsBetween = 20

    /// Nothing was heard yet.
    package init() {}

    /// True if a line may be drawn; asked once for each line.
    ///
    /// - Parameter written: how many bytes native code has written so far, or somewhat less.
    package mutating func isQuietEnough(after written: Int) -> Bool {
        defer { heard = max(heard, written) }
        turnsLeft -= 1
        if written > heard, turnsLeft > 0 { return false }
        turnsLeft = Self.turnsBetween
        return true
    }
}

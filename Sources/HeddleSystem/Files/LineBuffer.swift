// SPDX-License-Identifier: Apache-2.0

/// Lines on their way to a place that is no file. They wait as those of a ``LineFile`` do.
///
/// Lines that the place has not got when the process ends, by a crash that is reported too, are written to a file
/// beside it, its spill. Whoever opens the place next takes them from there.
package final class LineBuffer: Sendable {
    private let sink: any LineSink
    private let spill: @Sendable () throws(SystemFailure) -> String
    private let lines: WaitingLines

    /// - Parameter spill: makes the path of the spill, which is opened with the first line.
    package init(into sink: any LineSink, spill: @escaping @Sendable () throws(SystemFailure) -> String) {
        self.sink = sink
        self.spill = spill
        lines = WaitingLines.take()
    }

    deinit { lines.giveBack() }

    /// Takes a line with its end, on any thread; see ``LineFile/append(_:_:from:)``.
    package func append(
        _ line: [UInt8], _ number: UInt64 = 0, from sender: (any LineSender)? = nil
    ) -> String? {
        lines.append(line, number, at: WallClock.nanoseconds, from: sender, to: spill, in: sink)
    }

    /// Gives the place what waits.
    package func flush() { lines.flush() }
}

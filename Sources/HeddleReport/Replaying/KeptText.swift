// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

/// The text of a kept run, which comes in pieces: it may be larger than the memory.
package struct KeptText {
    /// The name for the user.
    package let name: String
    /// The next piece; empty behind the last.
    let next: () throws(Diagnostic) -> [UInt8]

    /// Creates a text that is read as it is needed.
    ///
    /// - Parameter next: gives the next piece, an empty one behind the last; throws why it cannot be read.
    package init(name: String, next: @escaping () throws(Diagnostic) -> [UInt8]) {
        self.name = name
        self.next = next
    }

    /// Creates a text that is in memory.
    package init(_ source: SourceText) {
        var pieces = [source.bytes]
        self.init(name: source.name) { pieces.popLast() ?? [] }
    }
}

extension KeptText {
    /// Hands the events of some lines to a function. A line that is no event is passed over.
    ///
    /// - Parameter beginning: the beginning of the lines, by which others are passed over fast.
    /// - Throws: why the text cannot be read, or that none of its lines is an event.
    package func forEachEvent(
        ofLinesBeginning beginning: [UInt8], _ body: (Event) -> Void
    ) throws(Diagnostic) {
        var lines = KeptLines(self)
        var (isEmpty, hasEvents) = (true, false)
        while let line = try lines.next() {
            isEmpty = false
            hasEvents = hasEvents || line.source.bytes.starts(with: #"{"event":"#.utf8)
            guard line.source.bytes.starts(with: beginning), let event = try? Event(kept: line.source) else { continue }
            body(event)
        }
        if !isEmpty, !hasEvents { throw .noEvents(in: name) }
    }
}

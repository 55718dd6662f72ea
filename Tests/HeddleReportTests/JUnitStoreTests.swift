// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleReport
import Testing

@Suite("JUnit with a store for its text")
struct JUnitStoreTests {
    /// The text that a report has put out of the memory.
    private final class Shelf {
        var bytes: [UInt8] = []
        var taken = 0
        /// The number of times that it takes something.
        let room: Int

        init(room: Int = .max) { self.room = room }

        var store: ReportStore {
            ReportStore(
                keep: { text in
                    if self.taken >= self.room { return nil }
                    self.taken += 1
                    self.bytes += text
                    return self.bytes.count - text.count..<self.bytes.count
                }, bytes: { Array(self.bytes[$0]) })
        }
    }

    /// Cases of several files in turn, with four megabytes of text.
    private static let events: [Event] = {
        let files = (0..<7).map { SourceText(name: "\($0).json", "{}") }
        let output = String(repeating: "weft and warp\n", count: 300)
        return (0..<1000).flatMap { number in
            Scene.attempt(
                Scene.attempt("\(number)", file: files[number % files.count]), CaseEnding(.passed, nanoseconds: 1),
                .output(OutputEvent(.output, "\(number) \(output)", worker: 0)))
        }
    }()

    @Test("writes the document that it would write without one")
    func same() {
        let shelf = Shelf()
        let plain = text(of: Self.events) { JUnitReport(write: $0) }
        #expect(text(of: Self.events) { JUnitReport(store: shelf.store, write: $0) } == plain)
        #expect(shelf.bytes.count > 3 << 20)
    }

    @Test("keeps in memory what the store has no room for", arguments: [0, 1, 5, 9])
    func full(room: Int) {
        let shelf = Shelf(room: room)
        let plain = text(of: Self.events) { JUnitReport(write: $0) }
        #expect(text(of: Self.events) { JUnitReport(store: shelf.store, write: $0) } == plain)
        #expect(shelf.taken == room)
    }

    @Test("leaves the store alone for a report of a few cases")
    func few() {
        let shelf = Shelf()
        _ = text(of: Scene.everything) { JUnitReport(store: shelf.store, write: $0) }
        #expect(shelf.taken == 0)
    }
}

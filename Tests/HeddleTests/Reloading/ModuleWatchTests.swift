// SPDX-License-Identifier: Apache-2.0

import Foundation
import Heddle
import HeddleDiagnostics
import Synchronization
import Testing
import Workbench

@Suite("Watched modules")
struct ModuleWatchTests {
    private static func answering(_ number: Int) -> String {
        "HEDDLE_MODULE(\"m\", \"1.0\")\nHEDDLE_ACTION(int32_t, answer, void)\nint32_t answer(void) { return \(number); }"
    }

    /// What was told, a text for each attempt.
    private final class Told: Sendable {
        private let texts = Mutex<[String]>([])
        private let arrived = DispatchSemaphore(value: 0)

        func add(_ reload: ModuleReload) {
            texts.withLock { $0.append("\(reload.module) \(reload.failure == nil ? "new" : "old")") }
            arrived.signal()
        }

        /// Waits for the next one.
        func next() -> String? {
            guard arrived.wait(timeout: .now() + 60) == .success else { return nil }
            return texts.withLock { $0.removeFirst() }
        }
    }

    @Test("are reloaded when their files change, those that were loaded later too, until it is stopped")
    func watch() throws {
        let bench = try ReloadBench(Self.answering(1))
        let told = Told()
        let watch = try bench.host.watchModules { told.add($0) }
        try bench.build(Self.answering(2))
        #expect(told.next() == "m new")
        #expect(try bench.host.call("m.answer") == 2)
        try bench.folder.write("m.so", "half a library")
        #expect(told.next() == "m old")
        #expect(try bench.host.call("m.answer") == 2)
        try bench.build(Self.answering(3))
        #expect(told.next() == "m new")
        #expect(try bench.host.call("m.answer") == 3)
        try bench.host.module("again", library: "m")
        try bench.build(Self.answering(4))
        #expect(Set([told.next(), told.next()]) == ["again new", "m new"])
        watch.stop()
    }
}

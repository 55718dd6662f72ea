// SPDX-License-Identifier: Apache-2.0

import Foundation
import Heddle
import Synchronization
import Testing
import Workbench

/// What a process has of a kind, as the kernel counts it.
private enum Footprint {
    static func descriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }

    static func mappings() throws -> Int {
        try String(contentsOfFile: "/proc/self/maps", encoding: .utf8).split(separator: "\n").count
    }

    /// In kilobytes.
    static func memory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        return try #require(line.split(separator: " ").compactMap { Int($0) }.first)
    }
}

@Suite("A module that is reloaded often")
struct ReloadFootprintTests {
    @Test("a thousand times between four builds, takes no descriptors and mappings, and less than 4 MB")
    func knownBuilds() async throws {
        await #expect(processExitsWith: .success) {
            let bench = try ReloadBench(ReloadBench.counter(step: 1))
            let builds = try (0..<4).map { number in
                try bench.build(ReloadBench.counter(step: 1, extra: "const char build_\(number)[] = \"\(number)\";"))
                return try Data(contentsOf: URL(filePath: bench.folder("m.so")))
            }
            func reload(_ count: Int) throws {
                for number in 0..<count {
                    try builds[number % 4].write(to: URL(filePath: bench.folder("m.so")), options: .atomic)
                    #expect(try bench.host.reload("m"))
                    _ = try bench.host.call("m.add")
                }
            }
            try reload(100)
            let (descriptors, mappings) = (try Footprint.descriptors(), try Footprint.mappings())
            let memory = try Footprint.memory()
            try reload(1000)
            #expect(try Footprint.descriptors() <= descriptors)
            // The heap may have grown by a few.
            #expect(try Footprint.mappings() <= mappings + 4)
            #expect(try Footprint.memory() <= memory + 4096)
            #expect(try bench.host.call("m.count") == 1100)
        }
    }

    @Test("into a hundred builds, takes five mappings for each")
    func newBuilds() async throws {
        await #expect(processExitsWith: .success) {
            let bench = try ReloadBench(ReloadBench.counter(step: 1))
            let whole = try Data(contentsOf: URL(filePath: bench.folder("m.so")))
            func reload(_ builds: Range<Int>) throws {
                for number in builds {
                    // Bytes behind the end make another build of it.
                    let build = whole + Data("\(number)".utf8)
                    try build.write(to: URL(filePath: bench.folder("m.so")), options: .atomic)
                    #expect(try bench.host.reload("m"))
                }
            }
            try reload(0..<10)
            let (descriptors, mappings) = (try Footprint.descriptors(), try Footprint.mappings())
            try reload(10..<110)
            #expect(try Footprint.descriptors() <= descriptors)
            #expect(try Footprint.mappings() <= mappings + 5 * 100 + 4)
        }
    }

    @Test("lets 64 calls that run return from the build that they began in")
    func running() throws {
        func source(_ number: Int) -> String {
            """
            #include <unistd.h>
            HEDDLE_MODULE("m", "\(number).0")
            HEDDLE_ACTION(int32_t, hold, int32_t descriptor)
            HEDDLE_ACTION(int32_t, running, void)
            static int32_t count;
            int32_t hold(int32_t descriptor) {
                char byte;
                __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED);
                return read(descriptor, &byte, 1) == 1 ? \(number) : -1;
            }
            int32_t running(void) { return __atomic_load_n(&count, __ATOMIC_RELAXED); }
            """
        }
        let bench = try ReloadBench(source(1))
        let (pipe, host) = (Pipe(), bench.host)
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        let answers = Mutex<[Int32]>([])
        let threads = DispatchGroup()
        for _ in 0..<64 {
            threads.enter()
            Thread.detachNewThread {
                let answer: Int32? = try? host.call("m.hold", descriptor)
                answers.withLock { $0.append(answer ?? -2) }
                threads.leave()
            }
        }
        while try host.call("m.running") != 64 { Thread.sleep(forTimeInterval: 0.001) }
        try bench.build(source(2))
        #expect(try host.reload("m"))
        #expect(try host.call("m.running") == 0)
        #expect(answers.withLock(\.self) == [])
        try pipe.fileHandleForWriting.write(contentsOf: Data(count: 65))
        threads.wait()
        #expect(answers.withLock(\.self) == Array(repeating: 1, count: 64))
        #expect(try host.call("m.hold", descriptor) == 2)
    }
}

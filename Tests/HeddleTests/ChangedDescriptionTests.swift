// SPDX-License-Identifier: Apache-2.0

import Foundation
import Readers
import Testing
import Workbench

/// A module is refused, or it means what it was built to mean: its description stands twice in the file.
@Suite("A module of which bytes were changed")
struct ChangedDescriptionTests {
    private let folder: ScratchFolder
    private let module: ChangedModule

    init() throws {
        folder = try ScratchFolder()
        let source = try String(
            contentsOfFile: "\(Sources.root)/Tests/ContractTests/Fixtures/every.c", encoding: .utf8)
        let path = try BuiltModules.compile(source, to: "every.so", in: folder)
        module = try ChangedModule([UInt8](Data(contentsOf: URL(filePath: path))))
    }

    /// Tries changed files.
    ///
    /// - Returns: how many of them were accepted.
    private func accepted(_ count: Int, _ change: (Int) -> [UInt8]) -> Int {
        var accepted = 0
        for number in 0..<count {
            let bytes = change(number)
            switch module.verdict(on: bytes) {
            case .refused: break
            case .accepted: accepted += 1
            case .broken(let words):
                let places = bytes.indices.filter { bytes[$0] != module.whole[$0] }
                Issue.record("changed at \(places.prefix(8)): \(words)")
            }
        }
        return accepted
    }

    @Test("at one of two thousand places at random")
    func single() {
        var random = SeededGenerator(seed: 1)
        let taken = accepted(2000) { _ in
            var bytes = module.whole
            bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
            return bytes
        }
        #expect(taken > 0 && taken < 2000)
    }

    @Test("at each byte of its header, its description and its tables of names and sections")
    func each() throws {
        var random = SeededGenerator(seed: 2)
        let whole = module.whole
        let record = try #require(whole.indices.first { whole[$0...].starts(with: [0x48, 0x45, 0x44, 0x4C]) })
        let sections = whole[40..<48].reversed().reduce(0) { $0 << 8 | Int($1) }
        let changed = Array(0..<64) + Array(record..<record + 4400) + Array(sections - 400..<whole.count)
        let taken = accepted(changed.count) { number in
            var bytes = whole
            bytes[changed[number]] ^= UInt8.random(in: 1...255, using: &random)
            return bytes
        }
        #expect(taken > 0 && taken < changed.count)
    }

    @Test("in the places and sizes of the sections of its description, to any value")
    func sections() throws {
        let whole = module.whole
        let sections = whole[40..<48].reversed().reduce(0) { $0 << 8 | Int($1) }
        let record = try #require(whole.indices.first { whole[$0...].starts(with: [0x48, 0x45, 0x44, 0x4C]) })
        let place = (0..<8).map { UInt8(truncatingIfNeeded: record >> (8 * $0)) }
        let header = try #require(
            stride(from: sections, to: whole.count - 64, by: 64).first { whole[($0 + 24)...].starts(with: place) })
        // The offsets and sizes of the section and of its copy, which is the next one.
        let changed = [24, 25, 32, 33, 88, 89, 96, 97].map { header + $0 }
        let taken = accepted(changed.count * 256) { number in
            var bytes = whole
            bytes[changed[number / 256]] = UInt8(number % 256)
            return bytes
        }
        #expect(taken >= changed.count)
    }

    @Test("at up to two thousand places at once, in runs and apart")
    func many() {
        var random = SeededGenerator(seed: 3)
        #expect(accepted(2000) { _ in module.change(using: &random) } > 0)
    }
}

// SPDX-License-Identifier: Apache-2.0

import Behaviour
import Diagnostics
import Testing
import Workbench

@Suite("Any change to a behaviour")
struct MutationTests {
    private static let sequence =
        #"[{"name": "a.b", "actions": [{"func": "f:"}, {"func": "g", "value": {"bytes": "aGk="}}]}, {"name": "c"}]"#
    private static let insertions = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "null", "-", "1e9", "\u{0}", "é", "\"ref\"", "\n", "\\ud800", "0",
        " ", "\"call\": 1,", "[[[[",
    ].map { Array($0.utf8) }

    @Test("is read or refused, with places inside the file, and never ends the process", arguments: 0..<8)
    func mutations(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for round in 0..<500 {
            var bytes = Array((round.isMultiple(of: 2) ? fullExample : Self.sequence).utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&bytes, &random) }
            try check(SourceText(name: "a", bytes: bytes))
        }
    }

    private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        let place = Int.random(in: 0..<max(bytes.count, 1), using: &random)
        let length = min(bytes.count - place, Int.random(in: 1...12, using: &random))
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes.removeSubrange(place..<place + length)
        case 1: bytes.insert(contentsOf: Self.insertions.randomElement(using: &random) ?? [], at: place)
        case 2 where !bytes.isEmpty: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 3:
            bytes.insert(contentsOf: bytes[place..<place + length], at: Int.random(in: 0...bytes.count, using: &random))
        default: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &random))
        }
    }

    private func check(_ source: SourceText) throws {
        do throws(Diagnostics) {
            let (behaviour, warnings) = try Behaviour.read(source)
            #expect(behaviour.steps.reduce(0) { $0 + $1.range.bytes.count } <= source.bytes.count)
            check(warnings, source)
            #expect(warnings.allSatisfy { $0.severity == .warning })
        } catch {
            #expect(!error.errors.isEmpty)
            check(error.all, source)
        }
    }

    private func check(_ issues: [Diagnostic], _ source: SourceText) {
        let starts = issues.compactMap(\.range?.bytes.lowerBound)
        #expect(starts.count == issues.count)
        #expect(starts == starts.sorted())
        for issue in issues {
            let ranges = [issue.range].compactMap(\.self) + issue.notes.compactMap(\.range)
            #expect(ranges.allSatisfy { $0.bytes.upperBound <= source.bytes.count && $0.source === source })
            #expect(issue.render().hasPrefix("\(issue.severity): \(issue.message)"))
            #expect(FormMistake(rawValue: issue.code) != nil)
        }
    }
}

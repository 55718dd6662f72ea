// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@testable import HeddleForeign

/// `scripts/machines` runs them.
@Suite("On every machine", .enabled(if: MachineTarget.folder != nil), .serialized)
struct MachineTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["HEDDLE_ORACLE_CASES"].flatMap { Int($0) } ?? 400
    private static let seed = environment["HEDDLE_ORACLE_SEED"].flatMap { UInt64($0) } ?? 1

    @Test("types and signatures made by chance cross to C and back", arguments: MachineTarget.allCases)
    func everyCase(target: MachineTarget) throws {
        for first in stride(from: 0, to: Self.count, by: 400) {
            let numbers = first..<min(Self.count, first + 400)
            try run(
                numbers.map { OracleCase(seed: Self.seed, number: $0, allowed: target.kinds) }, on: target,
                atLeast: target.least)
        }
    }

    @Test("the signatures of libffi's own tests cross to C and back", arguments: MachineTarget.allCases)
    func everyRow(target: MachineTarget) throws {
        for rows in LibffiRows.allCases { try run(try LibffiTests.cases(rows), on: target) }
    }

    @Test("structures of one floating-point number cross to C and back", arguments: MachineTarget.allCases)
    func singleFloats(target: MachineTarget) throws {
        let single = Shape.record(RecordShape(members: [.init(name: "a", shape: .scalar(.float))]))
        let shapes = [CScalar.float, .double].flatMap { number -> [Shape] in
            [
                .record(RecordShape(members: [.init(name: "a", shape: .scalar(number))])),
                .record(RecordShape(members: [.init(name: "a", shape: .array(.scalar(number), count: 1))])),
                .record(RecordShape(members: [.init(name: "a", shape: .array(single, count: 1))])),
            ]
        }
        var random = SeededGenerator(seed: 5)
        let cases = shapes.enumerated().flatMap { index, shape in
            [1, 9].map { count in
                OracleCase(
                    number: index * 10 + count, origin: "one number",
                    parameters: Array(repeating: shape, count: count), result: shape, random: &random)
            }
        }
        try run(cases, on: target)
    }

    private func run(
        _ cases: [OracleCase], on target: MachineTarget, atLeast least: [MachineCase.Way: Int] = [:]
    ) throws {
        let program = try MachineProgram(cases, for: target)
        for (way, share) in least { #expect(program.count(of: way) * 100 >= cases.count * share) }
        let lines = try program.output()
        let wrong = lines.filter { $0.hasPrefix("wrong") }
        for line in wrong.prefix(20) { Issue.record("\(target.rawValue): \(line)") }
        let last = lines.last { $0.hasPrefix("start") || $0.hasPrefix("ran") }
        #expect(last == "ran \(program.runs)", "it ended at \(last ?? "its start")")
        print("\(target.rawValue): \(program.summary), \(wrong.count) wrong")
    }
}

/// A program that runs cases on a machine.
struct MachineProgram {
    private let target: MachineTarget
    private let folder: ScratchFolder
    private let found: [MachineCase]

    /// Compiles the cases, and the C of Heddle.
    init(_ cases: [OracleCase], for target: MachineTarget) throws {
        self.target = target
        folder = try ScratchFolder()
        found = cases.flatMap { oracle in
            MachineCase.Way.allCases.compactMap { MachineCase(oracle, $0, for: target) }
        }
        let numbers = Set(found.map(\.oracle.number))
        let text = batchSource(cases.filter { numbers.contains($0.number) }, callsBackAlways: true)
        let source = try folder.write(
            "machine.c", text + Self.declarations(of: target) + found.map(\.text).joined() + table + Self.driver)
        try compile(source)
    }

    func count(of way: MachineCase.Way) -> Int { found.count { $0.way == way } }

    /// How many calls it makes.
    var runs: Int { found.count }

    var summary: String {
        MachineCase.Way.allCases.map { way in "\(count(of: way)) by \(way.rawValue)" }
            .joined(separator: ", ")
    }

    /// The lines that it writes.
    func output() throws -> [Substring] {
        try Program(["timeout", "300"] + target.emulator + [folder("machine")]).outputWhateverHappens()
            .split(separator: "\n")
    }

    private func compile(_ source: String) throws {
        let barrier = "\(Sources.root)/Sources/CCallBarrier"
        let files = try FileManager.default.contentsOfDirectory(atPath: barrier).map { "\(barrier)/\($0)" }
        let assembly = try FileManager.default.contentsOfDirectory(atPath: "\(barrier)/machine").map {
            "\(barrier)/machine/\($0)"
        }
        let (c, cxx) = target.compilers
        let include = "-I\(barrier)/include"
        let written = "\(Sources.root)/Tests/OracleTests/Machines/throwing.cpp"
        var objects: [String] = []
        for file in files.sorted() + assembly.sorted() + [written, source] {
            guard let suffix = file.split(separator: ".").last, ["c", "cpp", "S"].contains(suffix) else { continue }
            let object = folder("\(objects.count).o")
            let compiler = suffix == "cpp" ? cxx : c
            _ = try Program(compiler + ["-O1", "-I\(barrier)", include, "-c", file, "-o", object]).output()
            objects.append(object)
        }
        _ = try Program(cxx + objects + target.libffi + ["-o", folder("machine")]).output()
    }

    private var table: String {
        """
        struct machine_row {
            int number;
            const char *way;
            const heddle_shape *shape, *entered;
            const uint32_t *slots;
            void (*function)(void);
            void (*back)(void *);
            void (*prepare)(void);
        };
        static const struct machine_row machine_rows[] = {
        \(found.map(\.row).joined())};
        static void prepare(unsigned n) { machine_rows[n].prepare(); }

        """
    }

    private static func declarations(of target: MachineTarget) -> String {
        let words = target.words.map {
            """
            HEDDLE_STATIC_ASSERT(
                HEDDLE_INTEGER_WORDS == \($0.integers) && HEDDLE_WORDS_OF_FLOAT == \($0.ofFloat) &&
                HEDDLE_REGISTER_WORDS == \($0.registers) && HEDDLE_RESULT_INTEGERS == \($0.resultIntegers), "as in Swift");

            """
        }
        return "#include \"CCallBarrier.h\"\n\(words ?? "")"
    }

    private static var driver: String {
        (try? String(contentsOfFile: "\(Sources.root)/Tests/OracleTests/Machines/driver.c", encoding: .utf8)) ?? ""
    }
}

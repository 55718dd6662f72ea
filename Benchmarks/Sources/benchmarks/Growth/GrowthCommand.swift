// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDeclarations
import Foundation

/// How time and memory grow with a behaviour.
struct GrowthCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "growth", abstract: "How time and memory grow with all that a behaviour may have many of.",
        discussion: """
            Each size is checked and run in a process of its own, ten times as many as before, until one takes longer \
            than the limit. An exponent of 1 is time or memory in proportion to the size, 2 its square.
            """)

    @OptionGroup var format: OutputOptions

    @Option(help: ArgumentHelp("What to measure, such as hooks; may be given several times.", valueName: "subject"))
    var only: [String] = []

    @Option(help: "The least size.")
    var from = 10

    @Option(help: "The largest size.")
    var to = 1_000_000

    @Option(help: "The seconds of processor time after which no larger size is tried.")
    var limit = 10.0

    func validate() throws {
        guard from > 0, to >= from, limit > 0 else { throw ValidationError("the sizes and the limit must be above 0") }
        for name in only where GrowthSubject.named(name) == nil {
            let names = GrowthSubject.all.map(\.name).joined(separator: ", ")
            throw ValidationError("there is no subject \"\(name)\"; these are \(names)")
        }
    }

    func run() throws {
        var rows: [[String]] = []
        for subject in GrowthSubject.all where only.isEmpty || only.contains(subject.name) {
            let growth = Growth(of: subject, points: try points(of: subject))
            if format.json {
                for line in growth.lines { print(line.json) }
            } else {
                rows.append(growth.row)
            }
        }
        if !rows.isEmpty { print(Table(title: "growth", columns: Growth.columns, rows: rows)) }
    }

    private func points(of subject: GrowthSubject) throws -> [Growth.Point] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var points: [Growth.Point] = []
        var size = from
        while size <= min(to, subject.most), points.last.map({ $0.seconds < limit }) ?? true {
            points.append(try point(of: subject, size, subject.write(size, in: folder)))
            size *= 10
        }
        return points
    }

    private func point(of subject: GrowthSubject, _ size: Int, _ file: URL) throws -> Growth.Point {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["growth-point", subject.name, file.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let figures = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard process.terminationStatus == 0, figures.count == 2 else {
            throw WrongResult(subject: "\(subject.name), \(size)")
        }
        return Growth.Point(size: size, seconds: figures[0] / 1e9, bytes: figures[1])
    }
}

// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics
import HeddleJSON

/// Reading a long behaviour, with the position of every value.
struct ReadingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reading", abstract: "Reading a behaviour of many steps.")

    @OptionGroup var format: OutputOptions

    @Option(help: "How often everything is measured; the figures are medians.")
    var rounds = 11

    @Option(help: "How many steps the behaviour has.")
    var steps = 100_000

    func validate() throws {
        guard rounds > 0 else { throw ValidationError("--rounds must be at least 1") }
    }

    func run() throws {
        let text = makeBehaviour()
        let rows = [
            ("JSON with positions", try rate(of: text) { _ = try JSONNode.read($0) }),
            ("the whole behaviour", try rate(of: text) { _ = try Behaviour.read($0) }),
        ]
        let size = Double(text.utf8.count) / 1e6
        if format.json {
            for (name, rate) in rows {
                print(Value.object([.init("reading", .string(name)), .init("MB/s", Value(rate))]).json)
            }
        } else {
            print(
                Table(
                    title: "\(steps) steps, \(size.fixed(1)) MB", columns: ["MB/s"],
                    rows: rows.map { [$0.0, $0.1.fixed(0)] }))
        }
    }

    private func makeBehaviour() -> String {
        let step = #"{ "call": "z.crc32", "with": [0, "hello", 5], "expect": { "result": 907060870 } }"#
        let all = [String](repeating: step, count: steps).joined(separator: ",\n    ")
        return """
            {
              "behaviour": 1,
              "modules": { "z": { "library": "libz.so.1" } },
              "steps": [
                \(all)
              ]
            }
            """
    }

    /// Megabytes a second, the median of the rounds.
    private func rate(of text: String, _ read: (SourceText) throws -> Void) throws -> Double {
        let rates = try (0..<rounds).map { _ in
            let source = SourceText(name: "a long behaviour", text)
            let duration = try ContinuousClock().measure { try read(source) }
            return Double(text.utf8.count) / 1e6 / (duration.nanoseconds / 1e9)
        }
        return rates.median
    }
}

// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

/// A behaviour in which each place that a mistake must be reported at stands behind a «.
struct Marked {
    let text: String
    /// The places as diagnostics name them: `stack.json:3:14`.
    let places: [String]

    init(_ marked: String) {
        var places: [String] = []
        var text = ""
        var (line, column) = (1, 1)
        for scalar in marked.unicodeScalars {
            guard scalar != "«" else {
                places.append("stack.json:\(line):\(column)")
                continue
            }
            text.unicodeScalars.append(scalar)
            (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
        }
        self.text = text
        self.places = places
    }
}

extension Bench {
    /// Expects `run` and `check` to refuse a behaviour with these messages at the marked places, and to call nothing.
    func expectRefused(
        _ marked: Marked, _ status: Int32, _ messages: [String], location: SourceLocation = #_sourceLocation
    ) throws {
        let checked = try heddle("check", behaviour: marked.text, "--json")
        #expect(checked.status == status, sourceLocation: location)
        #expect(try checked.events.map { $0["message"] ?? "" } == messages, sourceLocation: location)
        #expect(try checked.events.map { $0["at"] ?? "" } == marked.places, sourceLocation: location)

        let run = try heddle("run", behaviour: marked.text)
        #expect(run.status == status, sourceLocation: location)
        #expect(run.output == "", "nothing is called", sourceLocation: location)
        for (message, place) in zip(messages, marked.places) {
            #expect(run.errors.contains("error: \(message)\n"), sourceLocation: location)
            #expect(run.errors.contains("--> \(place)\n"), sourceLocation: location)
        }
        let count = messages.count == 1 ? "1 error\n" : "\(messages.count) errors\n"
        #expect(run.errors.hasSuffix("\n\(count)"), sourceLocation: location)
    }
}

// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

/// An explanation as `heddle explain --json` writes it.
struct Explained: CustomTestStringConvertible {
    struct Example {
        let kind: String
        let wrong: String
        let mended: String
    }

    let code: String
    let title: String
    let text: String
    let example: Example?

    var testDescription: String { code }

    init(_ event: Event) throws {
        code = try #require(event["code"])
        title = try #require(event["title"])
        text = try #require(event["text"])
        let parts: [String: String]? = event["example"]
        example = try parts.map {
            Example(
                kind: try #require($0["kind"]), wrong: try #require($0["wrong"]), mended: try #require($0["mended"]))
        }
    }

    /// The whole catalogue.
    static let catalogue = Result {
        let ended = try Program.built("heddle").run(["explain", "--json"])
        try #require(ended.status == 0)
        return try ended.events.map(Explained.init)
    }

    /// Those with an example of a kind; a catalogue that cannot be read fails another test.
    static func all(with kind: String) -> [Explained] {
        ((try? catalogue.get()) ?? []).filter { $0.example?.kind == kind }
    }
}

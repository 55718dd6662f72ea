// SPDX-License-Identifier: Apache-2.0

import Foundation
import Workbench

/// The codes that the sources can tell, with the file of each: they are literals, which are found by where they stand.
struct CodesInSources {
    /// The files by the codes that stand in them, as paths from the top of the project.
    private(set) var files: [String: String] = [:]

    /// Those of all files, read once.
    static let all = Result { try CodesInSources() }

    private init() throws {
        let folder = "\(Sources.root)/Sources"
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder).sorted() where Self.hasCodes(file) {
            let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            for place in Self.places {
                for word in place.words(in: text) { files[place.prefix + word + place.suffix] = "Sources/\(file)" }
            }
        }
    }

    /// The catalogue itself tells none.
    private static func hasCodes(_ file: String) -> Bool {
        (file.hasSuffix(".swift") || file.hasSuffix(".cpp")) && !file.hasPrefix("HeddleCommand/Explanations/")
    }

    /// Where a code stands in a text.
    private struct Place {
        let pattern: String
        var prefix = ""
        var suffix = ""

        func words(in text: String) -> [String] {
            guard let expression = try? NSRegularExpression(pattern: pattern) else { return [] }
            return expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).compactMap { match in
                Range(match.range(at: 1), in: text).map { String(text[$0]) }
            }
        }
    }

    private static let places = [
        // Of a diagnostic or a failure, as `code: "hook.shape"`; the code that an aspect has unless it is given
        // another.
        Place(pattern: #"code: "([A-Za-z.-]+)""#),
        Place(pattern: #"code: String = "([A-Za-z]+)""#),
        // Of failures that an event tells, as `let failureCode = "call.failed"`.
        Place(pattern: #"let failureCode = "([a-z.]+)""#),
        // Of an enumeration whose cases are codes, as `case tls = "source.tls"` or `case .unfit: "aspect.unfit"`.
        Place(pattern: #"case \w+ = "([a-z]+\.[a-z-]+)""#),
        Place(pattern: #"case [.\w, ]+: "([a-z]+\.[a-z-]+)""#),
        // Of a failure that begins in C.
        Place(pattern: #"heddle_failure_create\(\s*(?:is_named \? code : )?"([A-Za-z]+)""#),
        // Of a declaration: `problem("syntax", …)`.
        Place(pattern: #"\bproblem\(\s*"([a-z-]+)""#, prefix: "declaration."),
        // Of a text that cannot be read, whose code is made from its kind.
        Place(pattern: #"try readText\([^)]*kind: "([a-z]+)""#, suffix: ".unreadable"),
    ]
}

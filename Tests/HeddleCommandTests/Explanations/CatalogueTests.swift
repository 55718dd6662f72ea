// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("The catalogue of explanations")
struct CatalogueTests {
    private let catalogue: [Explained]
    private let files: [String: String]

    init() throws {
        catalogue = try Explained.catalogue.get()
        files = try CodesInSources.all.get().files
    }

    @Test("has every code that stands in the sources")
    func complete() throws {
        let explained = Set(catalogue.map(\.code))
        try #require(files.count > 100, "the codes are found")
        for (code, file) in files.sorted(by: { $0.key < $1.key }) where !explained.contains(code) {
            Issue.record("\(file) has the code \"\(code)\", which Sources/HeddleCommand/Explanations does not explain")
        }
    }

    @Test("has no code that the sources do not have, and none twice")
    func exact() {
        for code in catalogue.map(\.code) where files[code] == nil {
            Issue.record(
                "Sources/HeddleCommand/Explanations explains \"\(code)\", which no file of Sources has as a code")
        }
        #expect(Set(catalogue.map(\.code)).count == catalogue.count)
    }

    @Test("has a title and a paragraph for each, in whole words and sentences")
    func words() {
        for explained in catalogue {
            #expect(!explained.title.isEmpty && !explained.title.hasSuffix("."), "\(explained.code)")
            #expect(explained.text.hasSuffix(".") || explained.text.hasSuffix("?"), "\(explained.code)")
            #expect(!explained.text.contains("  ") && !explained.text.contains("\n"), "\(explained.code)")
        }
    }

    @Test("has examples that fit on a terminal and differ from their mends")
    func examples() {
        for explained in catalogue {
            guard let example = explained.example else { continue }
            #expect(example.wrong != example.mended, "\(explained.code)")
            let lines = (example.wrong + example.mended).split(separator: "\n")
            #expect(lines.allSatisfy { $0.count <= 110 }, "\(explained.code)")
        }
    }
}

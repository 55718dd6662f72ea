// SPDX-License-Identifier: Apache-2.0

import Foundation
import HeddleDeclarations
import HeddleDiagnostics
import Testing
import Workbench

@Suite("The catalogue of explanations")
struct CatalogueTests {
    private let catalogue: [Explained]

    init() throws { catalogue = try Explained.catalogue.get() }

    @Test("explains each code of a diagnostic or of a failure once, and no other")
    func complete() {
        let explained = catalogue.map(\.code)
        let codes = DiagnosticCode.allCases.map(\.description) + FailureCode.allCases.map(\.rawValue)
        for code in codes where !explained.contains(code) { Issue.record("\(code) has no explanation") }
        for code in explained where !codes.contains(code) { Issue.record("\(code) is explained and is no code") }
        #expect(Set(explained).count == explained.count)
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

    @Test("has each example that a Markdown file shows")
    func fences() throws {
        let folder = "\(Sources.root)/Sources/HeddleCommand/Explanations"
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".md") }
        let texts = try files.map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
        let fences = texts.joined().split(separator: "\n").filter { $0.hasPrefix("```") && $0 != "```" }
        #expect(fences.count == catalogue.count { $0.example != nil })
    }
}

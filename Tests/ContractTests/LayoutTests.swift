// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("The layout of the contract")
struct LayoutTests {
    private let header: String
    private let assertions: String

    init() throws {
        header = try String(contentsOfFile: "\(Sources.root)/include/heddle/module.h", encoding: .utf8)
        assertions = try String(contentsOfFile: Sources.fixture("layout.c"), encoding: .utf8)
    }

    @Test("is the one that modules were compiled with", arguments: Compiler.usual)
    func isFrozen(compiler: Compiler) throws {
        let run = try compiler.compile(["layout.c"], ["-fsyntax-only"])
        #expect(run.status == 0, "\(run.output)")
    }

    @Test("is written down for each field and each constant that the header has")
    func isWhole() throws {
        let constants = header.matches(of: /\n    (HEDDLE_[A-Za-z_]+) = ([0-9]+)/).map {
            "IS(\($0.output.1), \($0.output.2))"
        }
        #expect(constants.count > 40)
        for line in constants { #expect(assertions.contains("\n\(line)\n"), "\(line)") }
        let structures = header.matches(of: /\n(?:typedef )?struct (heddle_\w+) \{\n((?:.*\n)*?)\}/)
        #expect(
            structures.map { String($0.output.1) } == [
                "heddle_host", "heddle_identity", "heddle_main", "heddle_state", "heddle_type", "heddle_signature",
                "heddle_call", "heddle_record",
            ])
        for structure in structures {
            let name = structure.output.1
            #expect(assertions.contains("\nIS(sizeof(\(name)), "), "\(name)")
            // Fields and functions stand at an indentation of four; the name of a function is in parentheses.
            let fields = structure.output.2.split(separator: "\n").compactMap { line in
                line.firstMatch(of: /^    (?![ *\/]).*?(?:\(\*(\w+)\)\(|(\w+);)/).map {
                    $0.output.1 ?? $0.output.2 ?? ""
                }
            }
            #expect(fields.count > 2)
            for field in fields { #expect(assertions.contains("\nAT(\(name), \(field), "), "\(name).\(field)") }
        }
    }

    @Test("says of each function of the host's table which contract has brought it")
    func since() throws {
        let headers = try (1..<5).map {
            try String(contentsOfFile: Sources.fixture("contracts/\($0)/heddle/module.h"), encoding: .utf8)
        }
        let table = try #require(header.firstMatch(of: /typedef struct heddle_host \{\n((?:.*\n)*?)\}/)).output.1
        let functions = table.matches(of: /\(\*(\w+)\)\(/).map { String($0.output.1) }
        let marks = header.matches(of: /HEDDLE_SINCE_(\w+) = (\d+)/).map { (String($0.output.1), Int($0.output.2)) }
        #expect(marks.map(\.0) == functions)
        for (function, contract) in marks {
            let first = headers.firstIndex { $0.contains("(*\(function))(") }.map { $0 + 1 } ?? 5
            #expect(contract == first, "\(function)")
        }
    }
}

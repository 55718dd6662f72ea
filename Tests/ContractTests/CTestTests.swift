// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite(
    "Behaviours as tests of CTest",
    .enabled(if: Tool.isInstalled("cmake") && Tool.isInstalled("ninja") && Tool.isInstalled("ctest")))
struct CTestTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try Tool.succeed([
            "cmake", "-G", "Ninja", "-S", Sources.root, "-B", folder("heddle"), "-DCMAKE_Swift_COMPILER=NOTFOUND",
            "-DHEDDLE_PROGRAMS_DIR=\(folder("no programs"))",
        ])
        try Tool.succeed(["cmake", "--install", folder("heddle"), "--prefix", folder("prefix")])
        try FileManager.default.createDirectory(atPath: folder("source"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: Sources.fixture("outside/outside.c"), toPath: folder("source/outside.c"))
    }

    /// A project with these tests, configured and built.
    private func build(
        _ tests: String, generator: String = "Ninja", enabled: String = "enable_testing()",
        command: String? = nil
    ) throws {
        try folder.write(
            "source/CMakeLists.txt",
            """
            cmake_minimum_required(VERSION 3.25)
            project(tested LANGUAGES C)
            \(enabled)
            find_package(heddle REQUIRED)
            heddle_add_module(outside SOURCES outside.c)
            \(tests)
            """)
        try Tool.succeed([
            "cmake", "-G", generator, "-S", folder("source"), "-B", folder("build"),
            "-DCMAKE_PREFIX_PATH=\(folder("prefix"))",
            "-DHEDDLE_COMMAND=\(try command ?? Program.built("heddle").path)",
        ])
        try Tool.succeed(["cmake", "--build", folder("build")])
    }

    private func write(_ name: String, _ cases: String...) throws {
        try folder.write(
            "source/\(name).json",
            """
            { "behaviour": 1, "modules": { "o": { "library": "outside" } }, "cases": [\(cases.joined(separator: ","))] }
            """)
    }

    private func seven(_ name: String, is result: String = "7", _ rest: String = "") -> String {
        #"{ "name": "\#(name)", "steps": [{ "call": "o.seven", "expect": { "result": \#(result) } }]\#(rest) }"#
    }

    private func ctest(_ arguments: String...) throws -> Tool.Run {
        try Tool.run(["ctest", "--test-dir", folder("build")] + arguments)
    }

    /// A test as CTest knows it: its properties as they are shown.
    private func tests() throws -> [String: [String: [String]]] {
        struct Listed: Decodable {
            struct Test: Decodable {
                let name: String
                let properties: [Property]
            }
            struct Property: Decodable {
                let name: String
                let value: [String]?
                private enum CodingKeys: String, CodingKey { case name, value }
                init(from decoder: any Decoder) throws {
                    let container = try decoder.container(keyedBy: CodingKeys.self)
                    name = try container.decode(String.self, forKey: .name)
                    if let list = try? container.decode([String].self, forKey: .value) {
                        value = list
                    } else if let number = try? container.decode(Double.self, forKey: .value) {
                        value = ["\(number)"]
                    } else {
                        value = nil
                    }
                }
            }
            let tests: [Test]
        }
        let output = try Tool.succeed(["ctest", "--test-dir", folder("build"), "--show-only=json-v1"])
        let json = output[(output.firstIndex(of: "{") ?? output.startIndex)...]
        let listed = try JSONDecoder().decode(Listed.self, from: Data(json.utf8))
        return Dictionary(
            uniqueKeysWithValues: listed.tests.map { test in
                (test.name, Dictionary(test.properties.map { ($0.name, $0.value ?? []) }, uniquingKeysWith: { $1 }))
            })
    }

    @Test("each case and each row is a test, whose labels are its tags", arguments: ["Ninja", "Ninja Multi-Config"])
    func cases(generator: String) throws {
        try write(
            "a", seven("right", #", "tags": ["quick", "of two words"]"#), seven("wrong", is: "8"),
            #"{ "name": "rows", "each": [{ "v": 7 }, { "name": "eight", "v": 8 }], "steps": [{ "call": "o.seven", "expect": { "result": { "ref": "row.v" } } }] }"#
        )
        try build("heddle_add_test(all a.json MODULES outside TIMEOUT 20 LABELS every)", generator: generator)
        let run = try ctest("--output-on-failure", "-C", "Debug")
        #expect(run.output.contains("50% tests passed, 2 tests failed out of 4"))
        for line in [
            #"all\.right \.+ +Passed"#, #"all\.wrong \.+\*\*\*Failed"#, #"all\.rows \[1\] \.+ +Passed"#,
            #"all\.rows \[eight\] \.+\*\*\*Failed"#,
        ] {
            #expect(try run.output.contains(Regex(line)))
        }
        #expect(run.output.contains("result of o.seven is not what was expected"))
        guard generator == "Ninja" else { return }
        let tests = try tests()
        #expect(Set(try #require(tests["all.right"]?["LABELS"])) == ["quick", "of two words", "every"])
        #expect(tests.values.allSatisfy { $0["TIMEOUT"] == ["20.0"] })
    }

    @Test("what a case needs comes before it, and where that failed it is not run")
    func needs() throws {
        try write("a", seven("last", #", "needs": ["wrong"]"#), seven("wrong", is: "8"))
        try build("heddle_add_test(all a.json MODULES outside)")
        let run = try ctest("-R", "last")
        #expect(run.output.contains("0% tests passed, 2 tests failed out of 2"))
        #expect(run.output.contains("Failed test dependencies: all.wrong"))
        #expect(run.output.contains("all.last (Not Run)"))
    }

    @Test("names may be anything")
    func names() throws {
        let name = #"a; [b] \"c\" $d ${e} #f \\n (g) é"#
        try write("a", seven(name, #", "tags": ["x;y"]"#), seven("needs it", #", "needs": ["\#(name)"]"#))
        try build("heddle_add_test(all a.json MODULES outside)")
        let run = try ctest()
        #expect(run.output.contains("100% tests passed, 0 tests failed out of 2"))
        #expect(try tests().keys.sorted() == [#"all.a; [b] "c" $d ${e} #f \n (g) é"#, "all.needs it"])
    }

    @Test("tests are those of the file as it is when ctest starts, without another build")
    func fresh() throws {
        try write("a", seven("first"))
        try build("heddle_add_test(all a.json MODULES outside)")
        #expect(try tests().keys.sorted() == ["all.first"])
        try write("a", seven("second"), seven("third"))
        #expect(try tests().keys.sorted() == ["all.second", "all.third"])
    }

    @Test("a file that is wrong, or that has no cases, is a test that fails and says why")
    func wrong() throws {
        try folder.write("source/a.json", #"{ "behaviour": 1, "cases": [{}] }"#)
        try folder.write("source/b.json", #"{ "behaviour": 1 }"#)
        try build("heddle_add_test(a a.json)\nheddle_add_test(b b.json)")
        let run = try ctest("--output-on-failure")
        #expect(run.output.contains("0% tests passed, 2 tests failed out of 2"))
        #expect(
            run.output.contains("a case needs the key \"name\"") && run.output.contains("there are no cases to run"))
    }

    @Test("a file can be one test as a whole")
    func whole() throws {
        try write("a", seven("first"), seven("second"))
        try build("heddle_add_test(all a.json MODULES outside WHOLE TIMEOUT 30 LABELS every)")
        let tests = try tests()
        #expect(tests.keys.sorted() == ["all"])
        #expect(tests["all"]?["LABELS"] == ["every"])
        #expect(tests["all"]?["TIMEOUT"] == ["30.0"])
        #expect(try ctest().status == 0)
    }

    @Test("says what heddle_add_test wants")
    func misuse() throws {
        try write("a", seven("first"))
        for (words, message) in [
            ("a.json MODULES nothing", "names the module nothing, which is no target"),
            ("a.json TIMEOUT", "a behaviour file and then MODULES, OFFER, TIMEOUT, LABELS and WHOLE, nothing else"),
            ("a.json WHATEVER", "a behaviour file and then MODULES, OFFER, TIMEOUT, LABELS and WHOLE, nothing else"),
        ] {
            do {
                try build("heddle_add_test(all \(words))")
                Issue.record("\(words) was taken")
            } catch let failure as Tool.Failed {
                // CMake breaks lines.
                #expect("\(failure)".split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(message))
            }
        }
    }

    @Test("Tests that CTest would not see are refused, wherever enable_testing could stand")
    func notEnabled() throws {
        try write("a", seven("first"))
        let failure = #expect(throws: Tool.Failed.self) {
            try build("heddle_add_test(all a.json MODULES outside)", enabled: "")
        }
        let words = "\(failure.map { "\($0)" } ?? "")".split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("heddle_add_test(all ...) adds tests that ctest does not see: call enable_testing()"))
        try build("heddle_add_test(all a.json MODULES outside)\nenable_testing()", enabled: "")
        #expect(try ctest().status == 0)
    }

    @Test("The command is the one beside the package, and its absence is said with a way out")
    func command() throws {
        try write("a", seven("first"))
        let failure = #expect(throws: Tool.Failed.self) {
            try build("heddle_add_test(all a.json MODULES outside)", command: "HEDDLE_COMMAND-NOTFOUND")
        }
        let words = "\(failure.map { "\($0)" } ?? "")".split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("build it with scripts/build and install again, or set HEDDLE_COMMAND to its path"))
        try FileManager.default.createDirectory(atPath: folder("prefix/bin"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder("prefix/bin/heddle"), withDestinationPath: Program.built("heddle").path)
        try build("heddle_add_test(all a.json MODULES outside)", command: "HEDDLE_COMMAND-NOTFOUND")
        #expect(try ctest().status == 0)
    }
}

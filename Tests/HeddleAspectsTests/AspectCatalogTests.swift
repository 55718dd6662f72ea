// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import HeddleDeclarations
import HeddleDiagnostics
import Logging
import Testing

@Suite("Aspect catalog")
struct AspectCatalogTests {
    private let catalog = AspectCatalog(clock: FakeClock())

    /// The mistakes of an aspect's options, at their places in a text without a name.
    private func mistakes(_ name: String, _ options: Value?, _ position: HookPosition = .instead) -> [Diagnostic] {
        do throws(Diagnostics) {
            _ = try catalog.make(name, options: options, for: position)
            return []
        } catch {
            return error.all
        }
    }

    private func words(_ name: String, _ options: Value?, _ position: HookPosition = .instead) -> String? {
        catalog.mistake(name, options, position)
    }

    private func option(_ name: String, _ value: Value) -> Value { .object([Value.Member(name, value)]) }

    private static let names = [
        "log", "time", "count", "trace", "track", "expectCalls", "guard", "limit", "cache", "once", "delay", "retry",
        "timeout", "fault", "answer", "rewrite",
    ]
    private static let words = names.dropLast().joined(separator: ", ") + " and rewrite"

    @Test("knows its aspects")
    func names() {
        #expect(catalog.names == Self.names)
    }

    @Test("says which sides a position uses")
    func uses() throws {
        for name in ["log", "count"] {
            #expect(try catalog.use(name, .before) == AspectUse(enters: true, leaves: false))
            #expect(try catalog.use(name, .instead) == AspectUse(enters: true, leaves: true))
            #expect(try catalog.use(name, .after) == AspectUse(enters: false, leaves: true))
        }
        for position in [HookPosition.instead, .after] {
            #expect(try catalog.use("time", position) == AspectUse(enters: true, leaves: true))
        }
    }

    @Test("takes empty options, a description and keys of the user's own")
    func freeOptions() {
        #expect(mistakes("count", .object([])).isEmpty)
        #expect(mistakes("time", option("description", .string("why")), .after).isEmpty)
        #expect(mistakes("log", option("x-owner", .null)).isEmpty)
    }

    @Test("an unknown aspect is refused, with the nearest known one")
    func unknownAspect() {
        #expect(
            words("lgo", nil) == """
                error: there is no aspect "lgo"; there are \(Self.words)
                 = did you mean "log"?
                """)
        #expect(words("", nil) == "error: there is no aspect \"\"; there are \(Self.words)")
    }

    @Test("a position that makes no sense is refused, with those that do")
    func position() {
        #expect(words("time", nil, .before) == "error: time makes no sense as before; it can be instead or after")
    }

    @Test("an unknown option is refused, with the nearest known one")
    func unknownOption() {
        #expect(
            words("log", option("levle", .string("info"))) == """
                error: log has no key "levle"
                 = did you mean "level"?
                """)
        #expect(
            words("log", option("a\n", .null)) == """
                error: log has no key "a\\n"
                 = log has the keys level, label, arguments, redact, description
                """)
        #expect(mistakes("log", option("levle", .null)).map { $0.range?.text } == ["\"levle\""])
    }

    @Test(
        "options that are no object are refused",
        arguments: [
            (.null, "null"), (.bool(true), "a boolean"), (.integer(1), "a number"), (.string("warning"), "text"),
            (.array([]), "an array"),
        ] as [(Value, String)])
    func notAnObject(options: Value, kind: String) {
        #expect(words("log", options) == "error: the options of log are \(kind), expected an object")
    }

    @Test("a level that is none is refused")
    func level() {
        let known = Logger.Level.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
        #expect(
            words("log", option("level", .string("warn1ng"))) == """
                error: "level" of log is "warn1ng", expected \(known)
                 = did you mean "warning"?
                """)
        #expect(words("log", option("level", .integer(3))) == "error: \"level\" of log is a number, expected \(known)")
        #expect(words("log", option("level", .string("INFO")))?.contains("is \"INFO\"") == true)
    }

    @Test("a label that is no text is refused")
    func label() {
        #expect(words("log", option("label", .null)) == "error: \"label\" of log is null, expected text")
    }

    @Test("all mistakes of the options are found at once, each at its place")
    func allMistakes() {
        let options = Value.object([
            .init("levle", .string("info")), .init("label", .integer(1)), .init("redact", .array(["a", 2, "a"])),
        ])
        #expect(mistakes("log", options).map { $0.range?.text } == ["1", "2", "\"levle\""])
    }

    @Test("each mistake has a stable code and points where it is told to")
    func codes() {
        let source = SourceText(name: "s.json", "{ \"lgo\": {} }")
        do throws(Diagnostics) {
            _ = try catalog.make("lgo", at: SourceRange(source, 2..<7), options: nil, for: .before)
            Issue.record("an aspect was made that does not exist")
        } catch {
            #expect(error.all.map { $0.range?.location } == ["s.json:1:3"])
            #expect(error.all.map(\.code) == [.aspect(.unknown)])
        }
        func code(_ options: Value?, _ position: HookPosition = .instead, of name: String = "log") -> [DiagnosticCode] {
            mistakes(name, options, position).map(\.code)
        }
        #expect(code(nil, .before, of: "time") == [.aspect(.position)])
        #expect(code(.null) == [.aspect(.options)])
        #expect(code(option("l", .null)) == [.aspect(.unknownOption)])
        #expect(code(option("level", .null)) == [.aspect(.option)])
        #expect(code(nil, of: "delay") == [.aspect(.missingOption)])
        #expect(code(.object([]), of: "guard") == [.aspect(.missingOption)])
        #expect(code(option("result", .object([.init("hex", "0")])), of: "answer") == [.behaviour(.badBytes)])
        #expect(code(option("result", .object([.init("ref", "x")])), of: "answer") == [.behaviour(.unknownReference)])
    }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("Aspect catalog")
struct AspectCatalogTests {
    private let catalog = AspectCatalog(clock: FakeClock())

    private func mistake(_ name: String, _ options: Value?, _ position: HookPosition = .instead) -> AspectError? {
        do {
            _ = try catalog.make(name, options: options, for: position)
            return nil
        } catch { return error }
    }

    private func words(_ name: String, _ options: Value?, _ position: HookPosition = .instead) -> String? {
        mistake(name, options, position)?.diagnostic(at: nil).render()
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
        #expect(mistake("count", .object([])) == nil)
        #expect(mistake("time", option("description", .string("why")), .after) == nil)
        #expect(mistake("log", option("x-owner", .null)) == nil)
    }

    @Test("an unknown aspect is refused, with the nearest known one")
    func unknownAspect() {
        #expect(
            words("lgo", nil) == """
                error: there is no aspect "lgo"; there are \(Self.words)
                 = did you mean "log"?
                """)
        #expect(words("", nil) == "error: there is no aspect \"\"; there are \(Self.words)")
        #expect(mistake("cahce", nil) == .unknownAspect("cahce", known: Self.names))
    }

    @Test("a position that makes no sense is refused, with those that do")
    func position() {
        #expect(words("time", nil, .before) == "error: time makes no sense as before; it can be instead or after")
        #expect(mistake("time", nil, .before) == .wrongPosition(.before, aspect: "time", allowed: [.instead, .after]))
    }

    @Test("an unknown option is refused, with the nearest known one")
    func unknownOption() {
        #expect(
            words("log", option("levle", .string("info"))) == """
                error: log has no option "levle"; it takes level, label, arguments and redact
                 = did you mean "level"?
                """)
        #expect(words("count", option("a\n", .null)) == #"error: count has no option "a\n"; it takes none"#)
        #expect(mistake("log", option("levle", .null))?.option == "levle")
    }

    @Test(
        "options that are no object are refused",
        arguments: [.null, .bool(true), .integer(1), .string("warning"), .array([])] as [Value])
    func notAnObject(options: Value) {
        #expect(
            words("log", options) == """
                error: the options of log are \(options.kindDescription), they must be an object; it takes level, label, arguments and redact
                """)
        #expect(mistake("log", options)?.option == nil)
    }

    @Test("a level that is none is refused")
    func level() {
        let known = "trace, debug, info, notice, warning, error and critical"
        #expect(
            words("log", option("level", .string("warn1ng"))) == """
                error: option level of log is text "warn1ng", it must be one of \(known)
                 = did you mean "warning"?
                """)
        #expect(
            words("log", option("level", .integer(3)))
                == "error: option level of log is number 3, it must be one of \(known)")
        #expect(words("log", option("level", .string("INFO")))?.contains("is text \"INFO\"") == true)
    }

    @Test("a label that is no text is refused")
    func label() {
        #expect(words("log", option("label", .null)) == "error: option label of log is null, it must be text")
        #expect(
            mistake("log", option("label", .integer(12)))
                == .wrongOption("label", aspect: "log", found: .integer(12), expected: .text))
    }

    @Test("each mistake has a stable code and points where it is told to")
    func codes() {
        let source = SourceText(name: "s.json", "{ \"lgo\": {} }")
        let diagnostic = mistake("lgo", nil)?.diagnostic(at: SourceRange(source, 2..<7))
        #expect(diagnostic?.range?.location == "s.json:1:3")
        #expect(diagnostic?.code == .aspect(.unknown))
        #expect(mistake("time", nil, .before)?.diagnostic(at: nil).code == .aspect(.position))
        #expect(mistake("log", .null)?.diagnostic(at: nil).code == .aspect(.options))
        #expect(mistake("log", option("l", .null))?.diagnostic(at: nil).code == .aspect(.unknownOption))
        #expect(mistake("log", option("level", .null))?.diagnostic(at: nil).code == .aspect(.option))
    }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("A setting of a module's configuration")
struct SettingTests {
    private func setting(_ text: String, with types: String = "") throws -> Setting {
        var scope = DeclarationScope()
        _ = try scope.read(SourceText(name: "types", types).whole)
        return try scope.setting(SourceText(name: "setting", text).whole)
    }

    private func refusal(_ text: String, with types: String = "") throws -> String? {
        let error = #expect(throws: Diagnostics.self) { try setting(text, with: types) }
        return try #require(error).all.first?.message
    }

    @Test(
        "has the default that its initializer says",
        arguments: [
            ("int32_t limit = 10", .number(.integer(10))), ("int n = -(1 << 3)", .number(.integer(-8))),
            ("uint64_t large = 18446744073709551615u", .number(.integer(18_446_744_073_709_551_615))),
            ("double ratio = 0.5", .number(.decimal("0.5"))), ("double ratio = -.5f", .number(.decimal("-0.5"))),
            ("double ratio = 1.", .number(.integer(1))), ("float ratio = 3", .number(.integer(3))),
            ("double zero = -0.", .number(.decimal("-0.0"))), ("double tiny = 1e-3", .number(.decimal("1e-3"))),
            ("bool on = true", .bool(true)), ("bool on = 0", .bool(false)),
            ("const char *name = \"a\\n\\x41\\101\\u00e9\" \"b\"", .string("a\nAAéb")),
            ("const char *name = NULL", .null),
            ("const char *names[] = {\"a\", \"b\",}", .array([.string("a"), .string("b")])),
            ("int pair[2] = {1, 2};", .array([.number(.integer(1)), .number(.integer(2))])),
            ("enum { RED, GREEN } tint = GREEN", .string("GREEN")),
            ("enum { RED, GREEN } tint = RED + 1", .number(.integer(1))),
            ("int limit", nil),
        ] as [(String, Value?)])
    func initial(text: String, expected: Value?) throws {
        let setting = try setting(text)
        #expect(setting.initial == expected)
        #expect(setting.isRequired == (expected == nil))
    }

    @Test("takes structures by position and by name, nested in each other")
    func structures() throws {
        let types = "typedef struct { double x, y; } point; typedef struct { point from, to; char name[4]; } line"
        let line = try setting("line way = {{1, 2}, .name = \"ab\"}", with: types)
        let from = Value.object([.init("x", .number(.integer(1))), .init("y", .number(.integer(2)))])
        #expect(line.initial == .object([.init("from", from), .init("name", .string("ab"))]))
    }

    @Test("keeps its range and its secret, and prints as it was declared")
    func annotations() throws {
        let limit = try setting("_Field_range_(-1.5, 1e2) _Secret_ double limit = 0")
        #expect(limit.isSecret)
        #expect(limit.range?.description == "from -1.5 to 1e2")
        #expect("\(limit)" == "_Field_range_(-1.5, 1e2) _Secret_ double limit")
    }

    @Test(
        "is refused where JSON has no such value, or where the default does not fit",
        arguments: [
            ("int *p", "a setting cannot have the type \"int *\": the only pointer that a setting can be is a text"),
            ("union { int i; float f; } u", "JSON does not say which member of a union it means"),
            ("struct { int *p; } s", "the only pointer that a setting can be is a text"),
            ("struct thing t", "the members of the structure are not known"),
            ("int8_t small = 128", "the default does not fit"),
            ("_Field_range_(1, 100) int n = 0", "expected a whole number from 1 to 100"),
            ("_Field_range_(1, 100) int n[] = {1, 101}", "the setting n[1] of the declaration is number 101"),
            ("int pair[2] = {1}", "expected an array of 2"),
            ("const char *s = 5", "expected a text in quotes, or NULL"),
            ("const char *s = \"\\q\"", "the text holds an escape that C does not have"),
            ("const char *s = \"\\xff\"", "the text is not UTF-8"),
            ("double b = 0.1 + 1", "only whole numbers can be computed in a default"),
            ("_Field_range_(2, 1) int n", "the range ends before it begins"),
            ("_Field_range_(1, 2) bool on", "needs numbers"), ("_Out_ int n", "\"_Out_\" is on a type"),
            ("int", "expected the name of the setting"), ("int n = 1 2", "the end of the declaration"),
            ("int n, m", "the end of the declaration"), ("struct { int a; } s = {.b = 1}", "no member \"b\""),
            ("struct { int a; } s = {1, 2}", "has only 1 members"), ("", "expected"),
        ])
    func refused(text: String, reason: String) throws {
        let types = text.contains("thing") ? "struct thing" : ""
        let message = try refusal(text, with: types) ?? ""
        #expect(message.contains(reason))
    }

    @Test("is no place for annotations of parameters, nor parameters for its range")
    func misplaced() throws {
        var scope = DeclarationScope()
        let error = #expect(throws: Diagnostics.self) {
            try scope.read(SourceText(name: "f", "int f(_Field_range_(1, 2) int n)").whole)
        }
        #expect(error?.all.first?.suggestion == "it belongs to a setting of a module")
    }
}

@Suite("A configuration that is held against its settings")
struct SettingsTests {
    private let settings: Settings

    init() throws {
        let scope = DeclarationScope()
        settings = Settings(
            try [
                "_Field_range_(1, 100) int32_t limit = 10", "uint64_t large = 0", "const char *name = NULL",
                "const char *hosts[] = {\"localhost\"}", "struct { int low, high; } span = {1, 2}", "float ratio = 0.5",
                "enum { RED, GREEN } tint = RED", "_Secret_ const char *key = NULL", "double needed",
            ].map { try scope.setting(SourceText(name: "setting", $0).whole) })
    }

    private func mistakes(_ members: Value.Member...) -> [String] {
        settings.mistakes(in: .object(members + [.init("needed", .number(.integer(1)))]), of: .module("m"))
            .map { "\($0.path): \($0.diagnostic.message)" }
    }

    private func whole(_ number: Int128) -> Value { .number(.integer(number)) }

    @Test("has no mistakes where every value has its type and range")
    func right() {
        #expect(
            mistakes(
                .init("limit", .number(.decimal("5.0"))), .init("large", .string("18446744073709551615")),
                .init("hosts", .array([])), .init("span", .object([.init("low", whole(1))])),
                .init("ratio", .number(.decimal("0.1"))), .init("tint", .string("GREEN"))
            ).isEmpty)
    }

    @Test("names each wrong value by its path, with the type that was declared")
    func wrong() {
        #expect(
            mistakes(
                .init("limit", whole(0)), .init("large", whole(-1)), .init("name", .null),
                .init("hosts", .array([.string("a"), whole(5)])), .init("span", .object([.init("lo", whole(1))])),
                .init("tint", .string("BLUE")), .init("key", whole(5)), .init("limt", whole(5))
            ) == [
                ".limit: the setting limit of m is number 0, expected a whole number from 1 to 100",
                ".large: the setting large of m is number -1, expected a whole number from 0 to 18446744073709551615",
                ".name: the setting name of m is null, expected a text without NUL",
                ".hosts[1]: the setting hosts[1] of m is number 5, expected a text without NUL",
                ".span.lo: the setting span of m has no member \"lo\"",
                ".tint: the setting tint of m is text \"BLUE\", expected one of RED, GREEN, or a number",
                ".key: the setting key of m is <secret>, expected a text without NUL",
                ".limt: the module m has no setting \"limt\"",
            ])
    }

    @Test("must be an object, and give what has no default")
    func whole() {
        #expect(settings.mistakes(in: whole(5), of: .module("m")).map(\.diagnostic.code) == [.config(.value)])
        let missing = settings.mistakes(in: .object([]), of: .module("m"))
        #expect(missing.map(\.diagnostic.message) == ["the module m needs the setting \"needed\""])
    }

    @Test("is completed with the defaults of what it leaves out")
    func completed() {
        let config = Value.object([.init("large", .string("18446744073709551615")), .init("limit", whole(1))])
        #expect(settings.completed(config).part(at: PartPath([.member("large")])) == whole(18_446_744_073_709_551_615))
        #expect(settings.completed(config).part(at: PartPath([.member("limit")])) == whole(1))
        #expect(settings.completed(nil).part(at: PartPath([.member("hosts"), .element(0)])) == .string("localhost"))
        #expect(settings.completed(nil).part(at: PartPath([.member("name")])) == nil)
    }
}

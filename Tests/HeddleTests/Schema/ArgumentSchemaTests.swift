// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations
import HeddleDiagnostics
import Testing
import Workbench

@Suite("The schema of arguments")
struct ArgumentSchemaTests {
    private static let declarations = """
        enum color { RED, GREEN = 5 };
        struct point { int x; short y; };
        struct shape { struct point corners[2]; char name[8]; enum color color; unsigned flags : 3; unsigned char raw[2];
                       const char *note; };
        union either { int i; float f; };
        struct opaque;
        void small(unsigned char v);
        void wide(long v);
        void real(double v);
        void flag(bool v);
        void color(enum color v);
        void pair(double _Complex v);
        void text(const char *v);
        void maybe(_In_opt_ const char *v);
        void bytes(_In_reads_bytes_(n) const void *v, int n);
        void numbers(_In_reads_(n) const int *v, int n);
        void texts(_Null_terminated_ char **v);
        void point(struct point v);
        void shape(_In_ const struct shape *v);
        void either(union either v);
        void handle(struct opaque *v);
        void release(_In_opt_ struct opaque *v);
        void letter(_Inout_ char *v);
        int next(int v);
        void call(int (*v)(int a));
        void further(int v, ...);
        """

    private let modules: String
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        // Nothing is called, so that the functions need no parameters.
        let names = Self.declarations.matches(of: /(?:void|int) (\w+)\(/).map { "void \($0.1)(void) {}" }
        let library = try BuiltModules.compile(names.joined(separator: "\n"), to: "types.so", in: folder)
        let module = #""library": \#(Value.string(library).json), "declarations": "#
        modules = """
            "behaviour": 1, "modules": { "c": { \(module) \(Value.string(Self.declarations).json) }, \
            "plain": { \(module) "void small(int v)" } }
            """
    }

    private func behaviour(_ call: String, _ value: String) -> String {
        let name = call.contains(".") ? call : "c.\(call)"
        return #"{ \#(modules), "steps": [{ "call": "\#(name)", "with": { "v": \#(value) } }] }"#
    }

    private func objections(to steps: [(String, String)]) throws -> [SchemaValidator.Objection?] {
        let schema = try BehaviourSchema.read(
            SourceText(name: "types.json", "{ \(modules) }"), on: ModuleHost(), origin: .file(folder: "/nowhere"))
        return try SchemaValidator.objections(
            to: steps.map { behaviour($0, $1) }, by: schema.schema.text)
    }

    @Test("accepts each form in which a value may be given")
    func accepted() throws {
        let steps = [
            ("small", "0"), ("small", "255"), ("small", #""GREEN""#),
            ("small", #"{ "ref": "a.b[0]" }"#),
            ("wide", "-9223372036854775808"), ("wide", #""9223372036854775807""#), ("wide", #""RED""#),
            ("real", "1.5"), ("real", #""NaN""#), ("real", #""-Infinity""#), ("real", #""GREEN""#),
            ("flag", "true"), ("flag", #"{ "ref": "a" }"#),
            ("color", #""RED""#), ("color", "7"), ("pair", "[1, 2.5]"), ("pair", #"["NaN", { "ref": "a" }]"#),
            ("text", #""a""#), ("text", #"{ "hex": "01ff" }"#), ("text", #"{ "bytes": "AQI=" }"#), ("maybe", "null"),
            ("text", #"{ "join": ["a", 1, { "ref": "a" }] }"#), ("small", #"{ "expression": "1 + 1" }"#),
            ("numbers", #"{ "ref": "a", "from": 1 }"#), ("bytes", #""a""#), ("bytes", #"{ "hex": "00" }"#),
            ("bytes", "[0, 255]"),
            ("numbers", "[]"), ("numbers", #"[1, "RED"]"#),
            ("numbers", #"{ "ref": "a" }"#), ("texts", #"["a", { "hex": "ff" }]"#),
            ("point", #"{ "x": 1 }"#), ("point", "[1, 2]"), ("point", "[]"), ("point", #"{ "ref": "a" }"#),
            ("point", #"{ "x": { "ref": "a" }, "y": "RED" }"#),
            (
                "shape",
                #"{ "corners": [{ "x": 1 }, [2]], "name": "a", "color": 5, "flags": 7, "raw": { "hex": "00" }, "note": null }"#
            ),
            ("shape", #"{ "raw": [1, 2], "name": { "hex": "ff" }, "color": "GREEN", "note": "a" }"#),
            ("either", #"{ "i": 1 }"#), ("either", #"{ "f": "NaN" }"#), ("handle", #"{ "ref": "a" }"#),
            ("release", "null"), ("letter", "65"),
            ("call", #"{ "action": "c.next" }"#), ("call", #"{ "action": "c.next", "lifetime": "once" }"#),
            ("call", #"{ "callback": { "returns": 1 } }"#),
            (
                "call",
                #"{ "callback": { "answers": [1, "RED"], "returns": 2, "afterwards": 3, "lifetime": "forever" } }"#
            ),
            ("plain.small", "5"),
        ]
        for (step, objection) in zip(steps, try objections(to: steps)) {
            #expect(objection == nil, "\(step): \(objection?.description ?? "")")
            // No step saves anything that could be referred to.
            #expect(step.1.contains("ref") || !isRefused(behaviour(step.0, step.1)), "\(step)")
        }
    }

    @Test("takes arguments by position with the counts that follow from others, or without all of these")
    func counts() throws {
        let schema = try BehaviourSchema.read(
            SourceText(name: "types.json", "{ \(modules) }"), on: ModuleHost(), origin: .file(folder: "/nowhere"))
        let texts = ["[[1, 2], 2]", "[[1, 2]]", "[]", "[[1, 2], 2, 3]", #"["no"]"#, #"[[1], "no"]"#].map {
            #"{ \#(modules), "steps": [{ "call": "c.numbers", "with": \#($0) }] }"#
        }
        let objections = try SchemaValidator.objections(to: texts, by: schema.schema.text)
        #expect(objections.map { $0 == nil } == [true, true, false, false, false, false])
        #expect(texts.map(isRefused) == [false, false, true, true, true, true])
    }

    @Test("flags a value that its parameter never takes, at its place, as the check does")
    func refused() throws {
        let steps: [(String, String, String, String)] = [
            ("small", "256", "", "greater than the maximum of 255"), ("small", "-1", "", "less than the minimum of 0"),
            ("small", "1.5", "", "'integer'"), ("small", #""GREN""#, "", "'GREN' is not one of"),
            ("small", #""5""#, "", "'5' is not one of"), ("small", "null", "", "'integer'"),
            ("small", #"{ "x": 1 }"#, "", "'ref' is a required property"), ("small", "true", "", "'integer'"),
            ("wide", "9223372036854775808", "", "greater than the maximum"), ("wide", #""5""#, "", "'5' is not one of"),
            ("real", "true", "", "'number'"), ("real", #""nan""#, "", "'nan' is not one of"),
            ("flag", "1", "", "'boolean'"), ("color", #""BLUE""#, "", "'BLUE' is not one of"),
            ("color", "true", "", "'integer'"), ("pair", "[1]", "", "too short"),
            ("pair", "[1, true]", "/1", "'number'"),
            ("text", "1", "", "'string'"), ("text", "null", "", "'string'"), ("maybe", "1", "", "'string'"),
            ("bytes", "1", "", "'string'"), ("bytes", "[256]", "/0", "greater than the maximum of 255"),
            ("numbers", #""a""#, "", "'array'"),
            ("numbers", "[null]", "/0", "'integer'"),
            ("numbers", #"{ "hex": "00" }"#, "", "'ref' is a required property"), ("texts", "[1]", "/0", "'string'"),
            ("point", "1", "", "'array'"), ("point", #"{ "z": 1 }"#, "", "'z' was unexpected"),
            ("point", "[1, 2, 3]", "", "too long"), ("point", #"{ "y": 40000 }"#, "/y", "maximum of 32767"),
            ("shape", #"{ "corners": [{}, {}, {}] }"#, "/corners", "too long"),
            ("shape", #"{ "corners": [{ "x": "a" }] }"#, "/corners/0/x", "'a' is not one of"),
            ("shape", #"{ "name": "123456789" }"#, "/name", "too long"),
            ("shape", #"{ "flags": 8 }"#, "/flags", "maximum of 7"),
            ("shape", #"{ "color": null }"#, "/color", "'integer'"),
            ("either", "[1]", "", "'object'"), ("either", "{}", "", "{} "),
            ("either", #"{ "g": 1 }"#, "", "'g' was unexpected"),
            ("handle", "5", "", "'object'"), ("handle", "null", "", "'object'"),
            ("handle", #"{ "bytes": "AQI=" }"#, "", "'ref' is a required property"),
            ("letter", #""A""#, "", "'A' is not one of"), ("call", #""c.color""#, "", "'object'"),
            ("call", #"{ "action": "c.colour" }"#, "/action", "'c.colour' is not one of"),
            ("call", #"{ "callback": { "returns": "a" } }"#, "/callback/returns", "'a' is not one of"),
            ("call", #"{ "callback": { "return": 1 } }"#, "/callback", "'return' was unexpected"),
            ("call", #"{ "callback": { "lifetime": "ever" } }"#, "/callback/lifetime", "'ever' is not one of"),
            ("plain.small", #""RED""#, "", "'integer'"),
        ]
        let objections = try objections(to: steps.map { ($0.0, $0.1) })
        for ((call, value, path, word), objection) in zip(steps, objections) {
            #expect(
                objection?.path == "/steps/0/with/v\(path)", "\(call) \(value): \(objection?.description ?? "valid")")
            #expect(objection?.message.contains(word) == true, "\(call) \(value): \(objection?.description ?? "valid")")
            #expect(isRefused(behaviour(call, value)), "\(call) \(value)")
        }
    }

    /// Returns whether the check finds a mistake.
    private func isRefused(_ text: String) -> Bool {
        do throws(Diagnostics) {
            _ = try Plan.read(SourceText(name: "types.json", text), on: ModuleHost(), origin: .file(folder: "/nowhere"))
            return false
        } catch {
            return true
        }
    }
}

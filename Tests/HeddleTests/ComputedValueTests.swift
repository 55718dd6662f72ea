// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import Testing

@Suite("Numbers that are computed, and parts of saved values")
struct ComputedValueTests {
    private let host = ModuleHost()

    private func plan(_ steps: String, rest: String = "") throws -> Plan {
        let text = """
            { "behaviour": 1, \(rest)
              "modules": {
                "c": { "library": "libc.so.6", "declarations": [
                  "enum rank { FIRST = 1, LAST = 5 }; enum rank abs(enum rank value)", "long labs(long value)",
                  "long long llabs(long long value)", "char *strdup(const char *text)", "size_t strlen(const char *text)",
                  "const char *strchr(const char *text, int c)", "_Free_(fclose) FILE *tmpfile(void)",
                  "int fclose(_Post_ptr_invalid_ FILE *stream)",
                  "void *memcpy(_Out_writes_bytes_(n) void *dest, _In_reads_bytes_(n) const void *src, size_t n)",
                  "struct four { int values[4]; }; typedef struct { int quot; int rem; } div_t; div_t div(int n, int by)",
                  "int pipe(_Out_writes_(2) int *ends)", "int close(int file)",
                  "ssize_t read(int file, _Out_writes_bytes_to_(n, return) void *bytes, size_t n)",
                  "ssize_t write(int file, _In_reads_bytes_(n) const void *bytes, size_t n)" ] },
                "m": { "library": "libm.so.6", "declarations": ["double fabs(double x)", "float fabsf(float x)",
                  "long double fabsl(long double x)"] } },
              "steps": [\(steps)] }
            """
        return try Plan.read(SourceText(name: "compute.json", text), on: host, origin: .file(folder: "."))
    }

    private func events(_ steps: String, rest: String = "") throws -> [Event] {
        let plan = try plan(steps, rest: rest)
        defer { plan.end() }
        let recorder = Recorder()
        let stream = EventStream(to: [recorder])
        _ = Run(plan, on: host, events: stream)()
        stream.finish()
        return recorder.events
    }

    /// The result of the last call, or the message of its failure.
    private func result(_ steps: String, rest: String = "") throws -> Value? {
        try events(steps, rest: rest).compactMap { event -> Value? in
            guard case .call(let call) = event else { return nil }
            return switch call.status {
            case .returned(let value): value ?? .null
            case .failed(let failure): .string(failure.message)
            default: nil
            }
        }.last
    }

    private func mistakes(_ steps: String, rest: String = "") -> [String] {
        do {
            try plan(steps, rest: rest).end()
            return []
        } catch {
            return ((error as? Diagnostics)?.all ?? []).map { "\($0.code) at \($0.range?.text ?? ""): \($0.message)" }
        }
    }

    // MARK: Numbers

    private static let numbers = #"""
        { "call": "c.labs", "with": [7], "save": "n" },
        { "call": "c.llabs", "with": [-9223372036854775807], "save": "large" },
        { "call": "m.fabs", "with": [0.5], "save": "half" },
        { "call": "c.abs", "with": ["LAST"], "save": "rank" },
        { "call": "c.strdup", "with": ["weft"], "save": "word" },
        { "call": "c.div", "with": [17, 5], "save": "parts" },
        { "call": "c.strchr", "with": ["a", 98], "save": "none" },
        { "call": "m.fabs", "with": ["NaN"], "save": "nan" }
        """#

    @Test(
        "are those of the expression over saved and given values",
        arguments: [
            ("n + 1", "8"), ("n * 2 - 3", "11"), ("n / 2", "3"), ("-n % 4", "-3"), ("(n + 1) * 2", "16"),
            ("n << 2 | 1", "29"), ("n > 3 ? 10 : 20", "10"), ("rank * 2", "10"), ("parts.quot * 5 + parts.rem", "17"),
            ("strlen(word)", "4"), ("settings.n + row", "12"), ("abs(-n)", "7"), ("large - 1", "9223372036854775806"),
            ("(long)(n * half)", "3"), ("!n", "0"), ("settings.scale / 2 > 1 ? 1 : 0", "1"),
        ])
    func computed(text: String, value: String) throws {
        let (text, rest) = (
            text.replacing("row", with: "5"), #""settings": ["int n = 7", "double scale = 3"],"#
        )
        let expression = #"{ "expression": "\#(text)" }"#
        let steps = #"""
            \#(Self.numbers), { "call": "c.llabs", "with": [{ "expression": "\#(text)" }], "expect": { "result": {
              "eq": { "expression": "abs(\#(text))" }, "in": [-1, \#(expression), { "expression": "-(\#(text))" }] } } }
            """#
        let events = try events(steps, rest: rest)
        #expect(events.summary?.expectationsFailed == 0)
        #expect(try result(steps, rest: rest)?.json.replacing("-", with: "") == value.replacing("-", with: ""))
    }

    @Test("are doubles where a part is, and are passed on exactly")
    func floating() throws {
        let steps = #"\#(Self.numbers), { "call": "m.fabs", "with": [{ "expression": "n * half + 0.25" }] }"#
        #expect(try result(steps) == .number(.floating(.double(3.75))))
        let shown = #"""
            \#(Self.numbers), { "call": "c.strdup", "with": [
              { "join": [{ "expression": "n + 1" }, " ", { "expression": "half / 4" }] }] }
            """#
        #expect(try result(shown) == .string("8 0.125"))
    }

    @Test(
        "fail the step where there is no such number",
        arguments: [
            ("n / (n - 7)", "7 / 0 divides by zero"), ("n % (rank - 5)", "7 % 0 divides by zero"),
            ("large * large * large * large", "does not fit into 128 bits"),
            ("half / (half - half)", "no finite number"),
            ("large + half", "is no number of \"double\""),
            ("strlen(none)", "\"none\" is null, expected a number or a text"),
            ("nan + 1", "\"nan\" is NaN, expected a finite number"),
            ("1 << n * 100", "shifts by no number from 0 to 63"),
        ])
    func faults(text: String, message: String) throws {
        let found = try result(#"\#(Self.numbers), { "call": "c.labs", "with": [{ "expression": "\#(text)" }] }"#)
        guard case .string(let failure)? = found else {
            Issue.record("\(String(describing: found))")
            return
        }
        #expect(failure.hasPrefix("argument 1 cannot be made: ") && failure.contains(message), "\(failure)")
    }

    @Test("do not wrap where they are passed on")
    func misfit() throws {
        let found = try result(#"\#(Self.numbers), { "call": "c.labs", "with": [{ "expression": "large * 2" }] }"#)
        #expect(found?.json.contains("18446744073709551614") == true, "\(String(describing: found))")
        let half = try result(#"\#(Self.numbers), { "call": "c.labs", "with": [{ "expression": "n + half" }] }"#)
        #expect(half?.json.contains("7.5") == true, "\(String(describing: half))")
    }

    @Test(
        "are refused before anything runs where there can be none",
        arguments: [
            ("n +", "is no expression: found the end of the expression"), ("foo(n)", "is no expression: found \"foo\""),
            ("nowhere + 1", "no step saves \"nowhere\""),
            ("parts + 1", "\"parts\" is an object, with which nothing is computed"),
            ("file + 1", "\"file\" is a handle of _IO_FILE or null, with which nothing is computed"),
            ("word + 1", "a text for \"+\", expected a number"), ("half % 2", "a floating-point number for \"%\""),
            ("word", "a text as the result, expected a number"), ("parts.quotient + 1", "has no field \"quotient\""),
            ("parts[n]", "\"parts\" is an object and has no elements"),
            ("parts[n * 2]", "expected the path to a saved value"), ("1 / 0", "1 / 0 divides by zero"),
            ("settings.n / (settings.n - 5)", "5 / 0 divides by zero"), ("settings.m", "has no setting \"m\""),
        ])
    func refused(text: String, message: String) {
        let steps = #"""
            \#(Self.numbers), { "call": "c.tmpfile", "save": "file" },
            { "call": "c.labs", "with": [{ "expression": "\#(text)" }] }
            """#
        let found = mistakes(steps, rest: #""settings": ["int n = 5"],"#)
        #expect(found.count == 1 && found[0].contains(message), "\(found)")
    }

    @Test("are refused where no number fits")
    func misplaced() {
        let found = mistakes(#"\#(Self.numbers), { "call": "c.strlen", "with": [{ "expression": "n + 1" }] }"#)
        #expect(found.count == 1 && found[0].contains("is the number \"n + 1\""), "\(found)")
        let secret = mistakes(
            #"{ "call": "c.labs", "with": [{ "expression": "settings.pin + 1" }] }"#,
            rest: #""settings": ["_Secret_ int pin = 5"],"#)
        #expect(secret.count == 1 && secret[0].contains("call.secret-setting"), "\(secret)")
    }

    // MARK: Parts

    private static let whole = #"""
        { "call": "c.strdup", "with": ["warp é"], "save": "text" },
        { "call": "c.memcpy", "with": { "src": { "hex": "0102030405" } }, "save": { "bytes": "out.dest" } },
        { "call": "c.pipe", "save": { "ends": "out.ends" } },
        { "call": "c.labs", "with": [2], "save": "n" },
        { "call": "c.tmpfile", "save": "file" }
        """#

    @Test(
        "are of a text by its bytes",
        arguments: [
            (#""count": 4"#, "warp"), (#""from": 5"#, "é"), (#""from": 1, "count": 2"#, "ar"), (#""from": 7"#, ""),
            (#""from": { "ref": "n" }, "count": { "expression": "n - 1" }"#, "r"), (#""count": 0"#, ""),
        ])
    func texts(bounds: String, value: String) throws {
        let part = #"{ "ref": "text", \#(bounds) }"#
        let steps = #"\#(Self.whole), { "call": "c.strdup", "with": [\#(part)], "expect": { "result": \#(part) } }"#
        #expect(try result(steps) == .string(value))
        #expect(try events(steps).summary?.expectationsFailed == 0)
        let joined = #"\#(Self.whole), { "call": "c.strdup", "with": [{ "join": ["<", \#(part), ">"] }] }"#
        #expect(try result(joined) == .string("<\(value)>"))
    }

    @Test("are of bytes and of arrays, as arguments and in expectations")
    func others() throws {
        let steps = #"""
            \#(Self.whole),
            { "call": "c.memcpy", "with": { "src": { "ref": "bytes", "from": 1, "count": { "ref": "n" } } },
              "expect": { "out.dest": { "hex": "0203" } } },
            { "call": "c.memcpy", "with": { "src": { "hex": "0405" } },
              "expect": { "out.dest": { "ref": "bytes", "from": 3 } } },
            { "call": "c.write", "with": { "file": { "ref": "ends[1]" }, "bytes": "weft" } },
            { "call": "c.read", "with": { "file": { "ref": "ends[0]" }, "n": 10 }, "save": { "got": "out.bytes", "many": "result" } },
            { "call": "c.memcpy", "with": { "src": "weft!" }, "save": { "all": "out.dest" } },
            { "call": "c.memcpy", "with": { "src": { "ref": "got", "count": { "ref": "many" } } },
              "expect": { "out.dest": { "ref": "all", "count": { "ref": "many" } } } },
            { "call": "c.close", "with": [{ "ref": "ends[0]" }] }, { "call": "c.close", "with": [{ "ref": "ends[1]" }] }
            """#
        let summary = try events(steps).summary
        #expect(summary?.expectationsFailed == 0 && summary?.failed == 0 && summary?.expectationsHeld == 3)
    }

    @Test(
        "fail the step where the value has no such part",
        arguments: [
            (#""from": 9"#, "the part begins at 9, and there are 7 bytes"),
            (#""count": 8"#, "the part has 8 bytes, and there are 7 bytes"),
            (#""from": 3, "count": 5"#, "the part has 5 bytes from 3 on, and there are 7 bytes"),
            (#""from": { "expression": "n - 3" }"#, "\"from\" is -1, expected a whole number of 0 or more"),
            (#""count": { "expression": "n / 4.0" }"#, "\"count\" is 0.5, expected a whole number of 0 or more"),
            (#""count": 6"#, "the part begins or ends inside a character of the text"),
        ])
    func partFaults(bounds: String, message: String) throws {
        let found = try result(#"\#(Self.whole), { "call": "c.strlen", "with": [{ "ref": "text", \#(bounds) }] }"#)
        #expect(found == .string("argument 1 cannot be made: \(message)"))
        let told = try events(
            #"\#(Self.whole), { "call": "c.strdup", "with": ["a"], "expect": { "result": { "ref": "text", \#(bounds) } } }"#
        )
        let words = told.compactMap { event in
            if case .expectation(let expectation) = event { expectation.condition } else { nil }
        }
        #expect(words == ["a value that cannot be made: \(message)"])
    }

    @Test(
        "are refused before anything runs where there can be none",
        arguments: [
            (#""ref": "n", "from": 0"#, "\"n\" is a number, of which there are no parts by number"),
            (#""ref": "file", "count": 1"#, "of which there are no parts by number"),
            (#""ref": "text", "from": -1"#, "expected a whole number of 0 or more"),
            (#""ref": "text", "count": "n""#, "expected a whole number of 0 or more"),
            (#""ref": "text", "count": 1.5"#, "expected a whole number of 0 or more"),
            (#""ref": "text", "count": { "ref": "text" }"#, "expected a whole number"),
            (#""ref": "txet", "count": 1"#, "no step saves \"txet\""),
            (#""ref": "text", "count": { "ref": "nowhere" }"#, "no step saves \"nowhere\""),
            (#""ref": "settings.word", "from": 9"#, "the part begins at 9, and there are 4 bytes"),
        ])
    func refusedParts(members: String, message: String) {
        let found = mistakes(
            #"\#(Self.whole), { "call": "c.strlen", "with": [{ \#(members) }] }"#,
            rest: #""settings": ["const char *word = \"weft\""],"#)
        #expect(found.count == 1 && found[0].contains(message), "\(found)")
    }

    @Test("are refused behind the end of an array whose length is declared")
    func declaredLength() throws {
        let text = """
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "declarations": [
                "struct four { int values[4]; }", "void *memcpy(_Out_ struct four *to, _In_ const struct four *from, size_t n)" ] } },
              "steps": [
                { "call": "c.memcpy", "with": { "from": { "values": [1, 2, 3, 4] }, "n": 16 }, "save": { "four": "out.to" } },
                { "call": "c.memcpy", "with": { "from": { "values": { "ref": "four.values", "from": 2, "count": COUNT } }, "n": 16 },
                  "expect": { "out.to.values": [3, 4, 0, 0] } } ] }
            """
        let right = try Plan.read(
            SourceText(name: "a.json", text.replacing("COUNT", with: "2")), on: host, origin: .file(folder: "."))
        #expect(Run(right, on: host, events: EventStream(to: []))() == .held)
        right.end()
        do {
            let source = SourceText(name: "a.json", text.replacing("COUNT", with: "3"))
            _ = try Plan.read(source, on: host, origin: .file(folder: "."))
            Issue.record("it is refused")
        } catch {
            #expect(error.all.map { $0.message.contains("the part ends behind element 4, and there are 4") } == [true])
        }
    }
}

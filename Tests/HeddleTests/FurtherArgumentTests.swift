// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Heddle
import HeddleReport
import Testing

@Suite("Further arguments of a function with ...")
struct FurtherArgumentTests {
    private let host = ModuleHost()
    private let name = ActionName(module: "c", action: "snprintf")

    init() throws {
        try host.module(
            "c", library: "libc.so.6",
            declarations: [
                "int snprintf(_Out_writes_(n) char *text, size_t n, _Printf_format_string_ const char *format, ...)",
                "_Free_(free) char *strdup(_Secret_ const char *text)", "void free(void *memory)",
            ])
    }

    private func arguments(_ format: String, _ further: Value...) -> [Value] {
        [.integer(20), .string(format)] + further
    }

    @Test("take the types of the format")
    func format() throws {
        let called = try host.call(
            name, with: arguments("%d %s %.1f", .integer(1), .string("x"), .number(.decimal("2.5"))))
        #expect(called.out == [.init("text", .string("1 x 2.5"))])
    }

    @Test("that do not fit are a mistake that counts them among all arguments")
    func misfit() {
        let large = Value.object([.init("int", .integer(3_000_000_000))])
        #expect(
            message { _ = try host.call(name, with: arguments("%d", large)) }
                == "argument 3 of c.snprintf is number 3000000000, the declaration wants a whole number from "
                + "-2147483648 to 2147483647")
        #expect(
            message { _ = try host.call(name, with: arguments("%s", .null)) }?.contains(
                "argument 3 of c.snprintf is null")
                == true)
    }

    @Test("are held against a format that becomes known only with the call")
    func lateFormat() throws {
        let action = try host.prepare(name, with: arguments("%d", .integer(1))).action
        let call = try PreparedCall(action, further: [Parameter(name: nil, type: .integer(.int))])
        func errors(_ format: String) -> [CrossingError] {
            call.encode([.absent, .value(.integer(20)), .value(.string(format)), .value(.integer(1))])
        }
        #expect(errors("%d").isEmpty)
        #expect(errors("%s").map(\.parameter) == [2])
        #expect(errors("%d %d").map(\.expected) == ["one for the variadic arguments int"])
    }

    @Test("that the function writes come back by their position, are saved and expected")
    func outputs() throws {
        let text = """
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "declarations": [
                "int abs(int n)", "int sscanf(const char *text, const char *format, ...)" ] } },
              "steps": [
                { "call": "c.sscanf", "with": ["7 -8", "%d %d", { "_Out_ int *": null }, { "_Out_ int *": null }],
                  "save": { "eight": "out.$4" }, "expect": { "result": 2, "out.$3": 7, "out.$4": { "lt": 0 } } },
                { "call": "c.abs", "with": [{ "ref": "eight" }], "expect": { "result": 8 } } ] }
            """
        let host = ModuleHost(modulePath: [])
        let plan = try Plan.read(SourceText(name: "written.json", text), on: host, origin: .file(folder: "."))
        let recorder = Recorder()
        let stream = EventStream(to: [recorder])
        #expect(Run(plan, on: host, events: stream)() == .held)
    }

    @Test(
        "that the function writes get no value, and have those positions alone",
        arguments: [
            (#"{ "_Out_ int *": 5 }"#, "out.$3", "argument 3 of c.sscanf is an out-parameter, which gets no value"),
            (
                #"{ "_Outptr_ char **": "x" }"#, "out.$3",
                "argument 3 of c.sscanf is an out-parameter, which gets no value"
            ),
            (#"{ "_Out_ int *": null }"#, "out.$4", #"c.sscanf has no out-parameter "$4""#),
        ])
    func givenOutputs(_ argument: String, _ path: String, _ message: String) {
        let text = """
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "declarations": [
                "int sscanf(const char *text, const char *format, ...)" ] } },
              "steps": [{ "call": "c.sscanf", "with": ["7", "%d", \(argument)], "expect": { "\(path)": 7 } }] }
            """
        let mistakes = #expect(throws: Diagnostics.self) {
            _ = try Plan.read(
                SourceText(name: "given.json", text), on: ModuleHost(modulePath: []), origin: .file(folder: "."))
        }
        #expect(mistakes?.all.contains { $0.message.contains(message) } == true, "\(String(describing: mistakes))")
    }

    @Test("may be saved values, with a format and without one")
    func savedValues() throws {
        let text = """
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "declarations": [
                "int abs(int n)", "const char *strerror(int n)",
                "int snprintf(_Out_writes_(n) char *text, size_t n, _Printf_format_string_ const char *format, ...)",
                "int sprintf(_Inout_updates_(20) char *text, const char *format, ...)" ] } },
              "steps": [
                { "call": "c.abs", "with": [-3], "save": "three" },
                { "call": "c.abs", "with": [7], "save": { "seven": "result" } },
                { "call": "c.strerror", "with": [0], "save": "word" },
                { "call": "c.snprintf", "with": [40, "%d %d %s", { "ref": "three" }, { "ref": "seven" }, { "ref": "word" }],
                  "expect": { "out.text": "3 7 Success" } },
                { "call": "c.sprintf", "with": ["", "%d/%d", { "int": { "ref": "three" } }, { "int": { "ref": "seven" } }],
                  "expect": { "out.text": "3/7" } },
                { "new": "int[2]", "value": [4, 5], "save": "numbers" },
                { "call": "c.sprintf", "with": { "text": "", "format": "%d", "...": [{ "int": { "ref": "numbers[1]" } }] },
                  "expect": { "out.text": "5" } } ] }
            """
        let host = ModuleHost(modulePath: [])
        let plan = try Plan.read(SourceText(name: "further.json", text), on: host, origin: .file(folder: "."))
        let recorder = Recorder()
        let stream = EventStream(to: [recorder])
        #expect(Run(plan, on: host, events: stream)() == .held)
        stream.finish()
        let expectations = recorder.events.compactMap {
            if case .expectation(let event) = $0 { event.isHeld } else { nil }
        }
        #expect(expectations == [true, true, true])
    }

    @Test("Arguments that are declared secret are not among those that are shown")
    func secret() throws {
        let call = try host.prepare(ActionName(module: "c", action: "strdup"), with: [.string("hush")])
        #expect(call.arguments == [.string("hush")])
        #expect(call.shownArguments == [.string("<secret>")])
    }
}

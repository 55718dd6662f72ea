// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("heddle explain")
struct ExplainTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    @Test("says what a code means, and shows it wrong and mended")
    func one() throws {
        let ended = try bench.heddle("explain", "action.undeclared")
        #expect(ended.status == 0)
        #expect(ended.errors == "")
        #expect(
            ended.output == """
                action.undeclared: A function without a declaration

                The library exports the function, but nothing declares its parameters and
                result: a symbol in a library is only an address. Copy the C declaration from
                the header or the manual into "declarations", or generate bindings with heddle
                bind. Bindings that leave a function out say why, and the message quotes that.

                A behaviour that shows it:

                    { "behaviour": 1,
                      "modules": { "m": { "library": "libm.so.6" } },
                      "steps": [{ "call": "m.significand", "with": [6] }] }

                Corrected:

                    { "behaviour": 1,
                      "modules": { "m": { "library": "libm.so.6", "declarations": ["double significand(double x)"] } },
                      "steps": [{ "call": "m.significand", "with": [6] }] }

                """)
    }

    @Test("lists all codes with their titles")
    func list() throws {
        let ended = try bench.heddle("explain")
        #expect(ended.status == 0)
        #expect(ended.output.hasPrefix("The command line\n  usage.code "))
        for explained in try Explained.catalogue.get() {
            #expect(ended.output.contains("\n  \(explained.code) "))
            #expect(ended.output.contains("  \(explained.title)\n"))
        }
    }

    @Test("gives one explanation as data too, and leaves out an example that there is not")
    func data() throws {
        let event = try #require(try bench.heddle("explain", "step", "--json").events.first)
        #expect(event.names == ["code", "event", "text", "title"])
        #expect(event.kind == "explanation")
        #expect(event["code"] == "step")
        #expect(try bench.heddle("explain", "hook.order", "--json").events.first?.names.contains("example") == true)
    }

    @Test(
        "refuses a code that there is not, and names the nearest",
        arguments: [
            ("hook.shap", "did you mean \"hook.shape\"?"), ("noresult", "did you mean \"noResult\"?"),
            ("hook", "heddle explain lists all codes"), ("", "heddle explain lists all codes"),
            ("\u{1B}[2J", "heddle explain lists all codes"),
        ])
    func unknown(code: String, suggestion: String) throws {
        let ended = try bench.heddle("explain", code)
        #expect(ended.status == 2)
        #expect(ended.output == "")
        #expect(ended.errors.contains(" = \(suggestion)\n"))
        #expect(!ended.errors.contains("\u{1B}"))
        let event = try #require(try bench.heddle("explain", code, "--json").events.first)
        #expect(event["code"] == "usage.code")
        #expect(event["suggestion"] == suggestion)
    }

    @Test("is named behind the errors of a command, on a terminal", .enabled(if: Program.isInstalled("script")))
    func advice() throws {
        try bench.folder.write("stack.json", behaviour(",{}"))
        let heddle = try Program.built("heddle")
        let ended = try Program("script").run(
            ["-qec", "\(heddle.path) check -m \(bench.modules) stack.json", "/dev/null"], in: bench.folder.path)
        #expect(ended.output.hasSuffix("1 error\r\nheddle explain behaviour.missing-key says more\r\n"))
        #expect(!(try bench.heddle("check", behaviour: behaviour(",{}")).errors.contains("explain")))
    }

    @Test("marks the lines that differ where there is colour", .enabled(if: Program.isInstalled("script")))
    func colour() throws {
        let heddle = try Program.built("heddle")
        let ended = try Program("script").run(["-qec", "TERM=xterm \(heddle.path) explain json.syntax", "/dev/null"])
        #expect(ended.output.contains("    \u{1B}[31m  \"steps\": [], }\u{1B}[0m\r\n"))
        #expect(ended.output.contains("    \u{1B}[32m  \"steps\": [] }\u{1B}[0m\r\n"))
    }
}

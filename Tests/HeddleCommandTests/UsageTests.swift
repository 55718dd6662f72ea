// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("The command line")
struct UsageTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    @Test(
        "A wrong one is usage, said on standard error",
        arguments: [
            (["nonsense"], "there is no verb \"nonsense\""), (["run"], "Missing expected argument '<file>'"),
            (["run", "--nope", "x.json"], "Unknown option '--nope'"),
            (["call"], "Missing expected argument '<library>'"),
            (["call", "libm.so.6"], "Missing expected argument '<declaration>'"),
            (["run", "a.json", "b.json"], "Unexpected argument 'b.json'"),
            (["run", "x.json", "-m"], "Missing value for"),
            (["inspect"], "Missing expected argument '<file>'"),
            (["list", "x"], "files need --cases"),
            (["call", "libm.so.6", "double cos(double x)", "-x"], "Unknown option '-x'"),
            (["call", "libm.so.6", "double cos(double x)", "0", "--calls", "-1"], "Missing value for '--calls"),
            (["run", "x.json", "--quiet", "--json"], "--quiet is for the console"),
            (["test", "x.json", "-q", "-v"], "--quiet and --verbose contradict each other"),
            (["report", "--from", "x", "-v", "--json"], "--verbose is for the console"),
        ])
    func usage(words: [String], message: String) throws {
        let ended = try Program.built("heddle").run(words)
        #expect(ended.status == 2)
        #expect(ended.output == "")
        #expect(ended.errors.hasPrefix("error: \(message)"))
    }

    @Test(
        "Help and the version are data",
        arguments: [["--help"], ["run", "--help"], ["help", "call"], ["--version"], []])
    func help(words: [String]) throws {
        let ended = try Program.built("heddle").run(words)
        #expect(ended.status == 0)
        #expect(!ended.output.isEmpty)
        #expect(ended.errors == "")
    }

    @Test(
        "Help for the verbs of heddle-serve has their options, however it is asked for",
        arguments: [
            (["serve"], "--log-level"), (["lock"], "--module-path"), (["source", "sign"], "--stop-on-failures"),
        ])
    func servedHelp(verb: [String], option: String) throws {
        let heddle = try Program.built("heddle")
        let ended = try heddle.run(["help"] + verb)
        #expect(ended.status == 0 && ended.errors == "")
        #expect(ended.output.contains(option))
        #expect(try heddle.run(verb + ["--help"]).output.contains(option))
    }

    @Test("There are no terminal escapes where there is no terminal")
    func plain() throws {
        let failing = behaviour(#",{ "call": "probe.add", "with": [1, 2], "expect": { "result": 4 } }"#)
        for text in [behaviour(), failing, "[", behaviour(",{}")] {
            let run = try bench.heddle("run", behaviour: text)
            #expect(!(run.output + run.errors).contains("\u{1B}"))
        }
    }

    @Test(
        "Without a terminal there are some if --color=always or CLICOLOR_FORCE asks for them",
        arguments: [
            ([], ["--color=always"], true), (["CLICOLOR_FORCE=1"], [], true), (["CLICOLOR_FORCE=0"], [], false),
            (["CLICOLOR_FORCE=1", "NO_COLOR=1"], [], false), (["CLICOLOR_FORCE=1"], ["--no-color"], false),
        ])
    func forced(variables: [String], options: [String], isColoured: Bool) throws {
        try bench.folder.write("stack.json", behaviour(",{}"))
        let heddle = try Program.built("heddle").path
        let words = ["-u", "NO_COLOR"] + variables + [heddle, "run", "stack.json"] + options
        let ended = try Program("/usr/bin/env").run(words, in: bench.folder.path)
        #expect(ended.errors.contains("a step needs the key"))
        #expect(ended.errors.contains("\u{1B}[") == isColoured)
    }

    @Test(
        "Negative numbers are arguments of a call, wherever they stand",
        arguments: [
            (["fabs", "-1.5"], "1.5\n"), (["fabs", "--calls", "libffi", "-1.5", "--no-color"], "1.5\n"),
            (["fmin", "-1", "-.5e1"], ""), (["fmin", "-1", "-5e-1"], "-1\n"), (["fmin", "-1", "--", "-2"], "-2\n"),
        ])
    func negative(words: [String], output: String) throws {
        let declaration = words[0] == "fabs" ? "double fabs(double x)" : "double fmin(double x, double y)"
        let ended = try Program.built("heddle").run(["call", "libm.so.6", declaration] + words.dropFirst())
        #expect(ended.output == output)
        #expect(ended.status == (output.isEmpty ? 2 : 0))
    }

    @Test("A number for a text keeps its sign")
    func text() throws {
        let heddle = try Program.built("heddle")
        #expect(try heddle.run(["call", "libc.so.6", "size_t strlen(const char *s)", "-12"]).output == "3\n")
    }

    @Test(
        "On a terminal there are, unless NO_COLOR, TERM=dumb or an option asks for none",
        .enabled(if: Program.isInstalled("script")),
        arguments: [
            ("", "", true), ("NO_COLOR=1", "", false), ("NO_COLOR=", "", true), ("TERM=dumb", "", false),
            ("", "--no-color", false), ("", "--color never", false), ("NO_COLOR=1", "--color always", true),
        ])
    func terminal(variable: String, option: String, isColoured: Bool) throws {
        try bench.folder.write("stack.json", behaviour(",{}"))
        let heddle = try Program.built("heddle")
        let line = "TERM=xterm \(variable) \(heddle.path) run \(option) stack.json"
        let ended = try Program("script").run(["-qec", line, "/dev/null"], in: bench.folder.path)
        #expect(ended.output.contains("a step needs the key"))
        #expect(ended.output.contains("\u{1B}[") == isColoured)
    }
}

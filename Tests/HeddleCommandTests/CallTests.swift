// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("heddle call")
struct CallTests {
    private let bench: Bench
    private let probe: String

    init() throws {
        bench = try Bench()
        probe = "\(bench.modules)/probe.so"
    }

    @Test("calls a function of the system by its declaration")
    func system() throws {
        let cos = try bench.heddle("call", "libm.so.6", "double cos(double x)", "0")
        #expect(cos.status == 0)
        #expect(cos.output == "1\n")
        #expect(cos.errors == "")
        #expect(try bench.heddle("call", "libc.so.6", "size_t strlen(const char *s)", "héllo").output == "6\n")
        #expect(try bench.heddle("call", "libc.so.6", "int abs(int n)", "--", "-7").output == "7\n")
    }

    @Test(
        "prints what an action returns",
        arguments: [
            (["add", "1", "2"], "3\n"), (["add", "--", "-1", "-2"], "-3\n"),
            (["same_text", "{\"a\": 1}"], "{\"a\": 1}\n"),
            (["same_text", ""], "\n"), (["same_text", "null"], "null\n"), (["same_text", "12"], "12\n"),
            (["same_double", "NaN"], "NaN\n"), (["same_double", "--", "-Infinity"], "-Infinity\n"),
            (["same_double", "-Infinity"], "-Infinity\n"),
            (["same_double", "5e-324"], "5e-324\n"),
            (["same_unsigned", "18446744073709551615"], "18446744073709551615\n"),
            (["same_unsigned", "\"18446744073709551615\""], "18446744073709551615\n"), (["negate", "true"], "false\n"),
            (["divide", "7", "2"], "quotient = 3\nrest = 1\n"), (["sum_bytes", "abc", "3"], "294\n"),
            (["sum_bytes", "{\"hex\": \"ff01\"}", "2"], "256\n"), (["leave_errno", "3"], ""),
        ])
    func prints(words: [String], output: String) throws {
        let program = try Program.built("heddle")
        let call = try program.run(["call", probe] + words)
        #expect(call.status == 0)
        #expect(call.output == output)
        #expect(call.errors == "")
    }

    @Test("finds a module by its name on the module path, and makes its instance")
    func byName() throws {
        #expect(try bench.heddle("call", "-m", bench.modules, "counter", "count").output == "1\n")
        let environment = ["HEDDLE_MODULE_PATH": "/nowhere:\(bench.modules)"]
        #expect(try bench.heddle("call", "probe", "add", "1", "2", environment: environment).output == "3\n")
    }

    @Test("makes the instance from a configuration, and says where to give what it needs")
    func configured() throws {
        let counted = try bench.heddle("call", "-m", bench.modules, "counter", "count", "--config", #"{ "from": 7 }"#)
        #expect(counted.output == "7\n" || counted.output == "8\n", "\(counted.output)\(counted.errors)")
        let wrong = try bench.heddle("call", "-m", bench.modules, "counter", "count", "--config", #"{ "fro": 7 }"#)
        #expect(wrong.status == 2)
        #expect(wrong.errors.contains("did you mean \"from\"?"), "\(wrong.errors)")
    }

    @Test("tells all there is to know with --json")
    func json() throws {
        let call = try bench.heddle("call", "--json", probe, "divide", "7", "2")
        #expect(call.status == 0)
        #expect(
            call.output.hasPrefix(
                #"{"event":"call","index":0,"call":"probe.divide","with":[7,2],"status":"returned","#
                    + #""out":{"quotient":3,"rest":1},"errno":0,"ns":"#))
        #expect(try call.events.count == 1)
    }

    @Test("keeps standard output for events with --json, whatever the module prints", arguments: ["say", "mutter"])
    func purity(action: String) throws {
        let call = try bench.heddle("call", "--json", probe, action, "{\"x\"")
        #expect(try call.events.map(\.kind) == ["call"])
        #expect(call.errors == "{\"x\"\n")
    }

    @Test("tells a failure, and its status says so")
    func failure() throws {
        let call = try bench.heddle("call", probe, "divide", "1", "0")
        #expect(call.status == 1)
        #expect(call.output == "")
        #expect(call.errors == "error: probe.divide failed: byZero: nothing is divided by 0\n")
        let json = try bench.heddle("call", "--json", probe, "divide", "1", "0")
        #expect(json.status == 1)
        #expect(try json.events.map { $0["status"] } == ["failed"])
    }

    @Test(
        "refuses wrong arguments as usage, and calls nothing",
        arguments: [
            (["add", "1"], "probe.add takes 2 arguments, 1 is given"),
            (["add", "1", "2", "3"], "probe.add takes 2 arguments, 3 are given"),
            (["add", "1", "x"], "argument 2 (b) of probe.add is text \"x\""),
            (["add", "1", "2147483648"], "argument 2 (b) of probe.add is number 2147483648"),
            (["add", "1", "1.5"], "argument 2 (b) of probe.add is number 1.5"),
            (["same_double", "1e999"], "argument 1 (value) of probe.same_double is number 1e999"),
            (["negate", "1"], "argument 1 (value) of probe.negate is number 1"),
            (["box_value", "1"], "argument 1 (it) of probe.box_value is number 1"),
            (["sum_bytes", "abc", "4"], "argument 2 (count) of probe.sum_bytes is number 4"),
            (["say"], "probe.say takes 1 argument, 0 are given"),
        ])
    func wrongArguments(words: [String], message: String) throws {
        let call = try Program.built("heddle").run(["call", probe] + words)
        #expect(call.status == 2)
        #expect(call.output == "")
        #expect(call.errors.hasPrefix("error: \(message)"))
    }

    @Test(
        "refuses a declaration that is none, and points into it",
        arguments: [
            ("int32_t add(int32_t a", "expected \")\" after the parameters", ":1:22\n"),
            ("int32_t add(int32_tt a)", "unknown type \"int32_tt\"", ":1:13\n"),
            ("(", "", ":1:1\n"), ("int32_t plus(int32_t a) x", "", ":1:25\n"),
            ("typedef int number", "declares no function", ""), ("int x", "is a variable", ""),
        ])
    func wrongDeclarations(text: String, message: String, place: String) throws {
        let call = try bench.heddle("call", probe, text, "1")
        #expect(call.status == 2)
        #expect(call.errors.contains(message))
        #expect(call.errors.contains(place))
    }

    @Test(
        "finds only functions of the library itself",
        arguments: [
            ("nope", "the module probe has no action \"nope\""),
            ("int nope(void)", "there is no function nope in probe"),
            ("int answer_data(void)", "answer_data is data, not a function"),
            ("int system(const char *command)", "there is no function system in probe"),
            ("int puts(const char *text)", "puts is a function of another library, which probe only uses"),
        ])
    func missing(text: String, message: String) throws {
        let call = try bench.heddle("call", probe, text, "echo CALLED")
        #expect(call.status == 4)
        #expect(call.output == "")
        #expect(call.errors.hasPrefix("error: \(message)\n"))
    }

    @Test(
        "refuses a library that cannot be had",
        arguments: [
            ("./none.so", "the module ./none.so cannot be loaded: no such file or directory"),
            ("none", "there is no module \"none\" on the module path"), ("libnone.so.9", "libnone.so.9"),
            ("/", "it is a directory"), ("", "no module"),
        ])
    func noLibrary(name: String, message: String) throws {
        let call = try bench.heddle("call", name, "int one(void)")
        #expect(call.status == 4)
        #expect(call.errors.contains(message))
    }
}

// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("Arguments, names and expectations that do not fit a declaration")
struct ArgumentMistakeTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private func expectRefused(
        _ step: String, _ message: String, status: Int32 = 3, location: SourceLocation = #_sourceLocation
    ) throws {
        try bench.expectRefused(Marked(behaviour(",\n\(step)")), status, [message], location: location)
    }

    @Test(
        "A number must fit its type",
        arguments: [
            ("add", "[1, «2147483648]", "argument 2 (b) of probe.add is number 2147483648"),
            ("add", "[«-2147483649, 1]", "argument 1 (a) of probe.add is number -2147483649"),
            ("add", "[1, «1.5]", "argument 2 (b) of probe.add is number 1.5"),
            ("add", "[1, «1e10]", "argument 2 (b) of probe.add is number 1e10"),
            ("add", "[1, «\"x\"]", "argument 2 (b) of probe.add is text \"x\""),
            ("add", "{ \"a\": 1, \"b\": «true }", "argument 2 (b) of probe.add is true"),
            ("add", "[1, «null]", "argument 2 (b) of probe.add is null"),
        ])
    func numbers(action: String, arguments: String, found: String) throws {
        try expectRefused(
            "{ \"call\": \"probe.\(action)\", \"with\": \(arguments) }",
            "\(found), the declaration wants a whole number from -2147483648 to 2147483647")
    }

    @Test("A number may be as large as its type, and no larger")
    func limits() throws {
        try expectRefused(
            "{ \"call\": \"probe.same_unsigned\", \"with\": [«18446744073709551616] }",
            "argument 1 (value) of probe.same_unsigned is number 18446744073709551616, the declaration wants a whole "
                + "number from 0 to 18446744073709551615")
        try expectRefused(
            "{ \"call\": \"probe.same_small\", \"with\": [«128] }",
            "argument 1 (value) of probe.same_small is number 128, the declaration wants a whole number from -128 to 127"
        )
    }

    @Test("A text must be a text, and have no NUL in it")
    func texts() throws {
        try expectRefused(
            "{ \"call\": \"probe.say\", \"with\": [«\"a\\u0000b\"] }",
            "argument 1 (text) of probe.say is text \"a\\u0000b\", the declaration wants a text without NUL: "
                + "C takes it for the text's end")
        try expectRefused(
            "{ \"call\": \"probe.say\", \"with\": [«7] }",
            "argument 1 (text) of probe.say is number 7, the declaration wants a text")
        try expectRefused(
            "{ \"call\": \"probe.say\", \"with\": [«{ \"hex\": \"ff00\" }] }",
            "argument 1 (text) of probe.say is 2 bytes, the declaration wants a text without NUL: "
                + "C takes it for the text's end")
        try expectRefused(
            "{ \"call\": \"probe.negate\", \"with\": [«0] }",
            "argument 1 (value) of probe.negate is number 0, the declaration wants true or false")
    }

    @Test("There are as many arguments as the declaration has")
    func counts() throws {
        try expectRefused(
            "{ \"call\": \"probe.add\", \"with\": [«1] }", "probe.add takes 2 arguments, 1 is given")
        try expectRefused(
            "{ \"call\": \"probe.add\", \"with\": [1, 2, «3, 4] }", "probe.add takes 2 arguments, 4 are given")
        try expectRefused("{ \"call\": «\"probe.add\" }", "probe.add takes 2 arguments, 0 are given")
        try expectRefused(
            "{ \"call\": \"probe.add\", \"with\": { \"a\": 1, «\"c\": 2 } }",
            "probe.add has no parameter \"c\" that a caller gives")
        try expectRefused(
            "{ \"call\": \"probe.divide\", \"with\": { \"a\": 1, \"b\": 2, «\"rest\": 2 } }",
            "probe.divide has no parameter \"rest\" that a caller gives")
    }

    @Test("By name as well, no argument may be left out")
    func namedCount() throws {
        let run = try bench.heddle("run", behaviour: behaviour(",{ \"call\": \"probe.add\", \"with\": { \"a\": 1 } }"))
        #expect(run.status == 3)
        #expect(run.output == "")
        #expect(run.errors.contains("(b) of probe.add"))
    }

    @Test("A count is at most what it counts")
    func counted() throws {
        try expectRefused(
            "{ \"call\": \"probe.sum_bytes\", \"with\": [\"abc\", «4] }",
            "argument 2 (count) of probe.sum_bytes is number 4, the declaration wants at most 3, the number of bytes "
                + "in argument 1 (bytes)")
    }

    @Test("A saved value must be of a sort that its place takes")
    func references() throws {
        try expectRefused(
            "{ \"call\": \"probe.add\", \"with\": [1, 2], \"save\": \"sum\" },\n"
                + "{ \"call\": \"probe.say\", \"with\": [«{ \"ref\": \"sum\" }] }",
            "argument 1 (text) of probe.say is \"sum\", which is a number, the declaration wants a text or bytes")
        try expectRefused(
            "{ \"call\": \"probe.box_make\", \"with\": [1], \"save\": \"box\" },\n"
                + "{ \"call\": \"probe.add\", \"with\": [1, «{ \"ref\": \"box\" }] }",
            "argument 2 (b) of probe.add is \"box\", which is a handle of box or null, the declaration wants a number")
    }

    @Test("What is expected must be there, and of a sort that it can be")
    func expectations() throws {
        try expectRefused(
            "{ \"call\": \"probe.add\", \"with\": [1, 2], \"expect\": { \"result\": «\"3\" } }",
            "result of probe.add is a number and can never be text \"3\"")
        try expectRefused(
            "{ \"call\": \"probe.say\", \"with\": [\"CALLED\"], \"expect\": { «\"result\": null } }",
            "probe.say returns no result: it is declared as void")
        try expectRefused(
            "{ \"call\": \"probe.divide\", \"with\": [1, 2], \"expect\": { «\"out.quotent\": 0 } }",
            "probe.divide has no out-parameter \"quotent\"")
        try expectRefused(
            "{ \"call\": \"probe.divide\", \"with\": [1, 2], \"save\": { \"x\": «\"out.none\" } }",
            "probe.divide has no out-parameter \"none\"")
        try expectRefused(
            "{ \"call\": \"probe.add\", \"with\": [1, 2], \"expect\": { «\"outcome\": 3 } }",
            "\"outcome\" is not a part of a call, expected result, out.NAME, errno, failure, status, argument.NAME, stdout, stderr or file:PATH"
        )
        try expectRefused(
            "{ \"call\": \"probe.add\", \"with\": [1, 2], \"expect\": { \"failure\": «\"refused\" } }",
            "failure of probe.add is an object or null and can never be text \"refused\"")
    }
}

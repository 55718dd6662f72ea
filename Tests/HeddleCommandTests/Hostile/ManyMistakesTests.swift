// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("A behaviour with very many mistakes in one line", .timeLimit(.minutes(30)))
struct ManyMistakesTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    /// The text of one line, `count` times.
    private func behaviour(_ steps: String, _ count: Int, rest: String = "") -> String {
        let all = [String](repeating: steps, count: count).joined(separator: ",")
        return #"{"behaviour":1,"modules":{"probe":{"library":"probe"}},"steps":[\#(all)]\#(rest)}"#
    }

    @Test(
        "shows the first hundred, and says how many more there are",
        arguments: [
            #"{"call":"probe.add","with":[1,2],"wiht":1}"#, #"{"call":"probe.subtract"}"#, #"{"call":"prob.add"}"#,
            #"{"call":"probe.add","with":[1,{"ref":"x"}]}"#, #"{"call":"probe.add","with":["a",2]}"#,
            #"{"call":"probe.add","with":[1,2],"expect":{"result":"a"}}"#,
            #"{"call":"probe.nothing","call":"probe.nothing"}"#,
        ])
    func shown(_ step: String) throws {
        let check = try bench.heddle("check", behaviour: behaviour(step, 20_000))
        #expect([3, 4].contains(check.status))
        #expect(check.errors.split(separator: "\n").count { $0.hasPrefix("error: ") } == 100)
        #expect(check.errors.contains("\nand 19900 more; --json shows all\n20000 errors\n"))
        #expect(check.errors.utf8.count < 200_000)
    }

    @Test("tells programs all of them")
    func events() throws {
        let text = behaviour(#"{"call":"probe.add","with":[1,2],"wiht":1}"#, 5000)
        let check = try bench.heddle("check", behaviour: text, "--json")
        #expect(check.status == 3)
        #expect(check.output.split(separator: "\n").count == 5000)
        #expect(check.output.contains(#""suggestion":"did you mean \"with\"?""#))
    }

    @Test("tells an error behind a thousand warnings")
    func errorsFirst() throws {
        let text =
            #"[{"name":"probe","actions":["#
            + [String](repeating: #"{"func":"nowhere"}"#, count: 1000).joined(separator: ",") + #"]},{"name":5}]"#
        let check = try bench.heddle("check", behaviour: text)
        #expect(check.status == 3)
        #expect(check.errors.contains("error: "))
    }

    @Test("tells each of very many expectations that failed")
    func expectations() throws {
        let step = #"{"call":"probe.add","with":[1,2],"expect":{"result":4}}"#
        let run = try bench.heddle(
            "run", behaviour: behaviour(step, 10_000, rest: #","policy":{"onFailure":"continue"}"#))
        #expect(run.status == 1)
        #expect(run.errors.contains("10000 of 10000 expectations failed"))
    }

    @Test("compares with the elements of a long array in time that grows as the array does")
    func elements() throws {
        let numbers = (0..<50_000).map { "\($0)" }.joined(separator: ",")
        let step = #"{"call":"probe.add","with":[1,2],"expect":{"result":{"in":[\#(numbers)]}}}"#
        #expect(try bench.heddle("run", behaviour: behaviour(step, 1)).status == 0)
    }
}

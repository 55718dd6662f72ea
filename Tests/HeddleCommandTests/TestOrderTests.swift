// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("heddle test: which cases, and in which order")
struct TestOrderTests {
    private let bench: TestBench
    private let names = (1...12).map { "c\($0)" }

    init() throws {
        bench = try TestBench()
        try bench.write("a.json", names.prefix(6).map { good($0) }.joined(separator: ","))
        try bench.write("b.json", names.dropFirst(6).map { good($0) }.joined(separator: ","))
    }

    // MARK: Random order

    @Test("a seed gives the same order again, and another one another")
    func seed() throws {
        let first = try bench.test("a.json", "b.json", "--seed", "42")
        #expect(first.status == 0)
        #expect(first.errors.hasPrefix("seed 42\n"))
        #expect(first.passed != names && first.passed.sorted() == names.sorted())
        #expect(try bench.test("a.json", "b.json", "--seed", "42").passed == first.passed)
        #expect(try bench.test("a.json", "b.json", "--seed", "43").passed != first.passed)
        #expect(try bench.test("a.json", "b.json").passed == names)
    }

    @Test("a random order has a seed that repeats it")
    func random() throws {
        let run = try bench.test("a.json", "b.json", "--random")
        let words = run.errors.split(separator: "\n")[0].split(separator: " ")
        #expect(words.first == "seed")
        let seed = String(try #require(words.last))
        #expect(try bench.test("a.json", "b.json", "--random", "--seed", seed).passed == run.passed)
    }

    @Test("each repetition has an order of its own")
    func repeated() throws {
        let passed = try bench.test("a.json", "b.json", "--seed", "5", "--repeat", "2").passed
            .map { $0.replacing(" (run 2)", with: "") }
        #expect(passed.prefix(12).sorted() == names.sorted() && passed.suffix(12).sorted() == names.sorted())
        #expect(passed.prefix(12) != passed.suffix(12))
    }

    @Test("what a case needs runs before it in every order", arguments: ["1", "2", "3", "4", "5", "6"])
    func needs(seed: String) throws {
        try bench.write(
            "n.json", good("d", needs: ["b", "c"]), good("b", needs: ["a"]), good("c", needs: ["a"]), good("a"),
            good("e"))
        let run = try bench.test("n.json", "--seed", seed)
        #expect(run.status == 0)
        let places = Dictionary(uniqueKeysWithValues: run.passed.enumerated().map { ($1, $0) })
        let place = { (name: String) in places[name] ?? -1 }
        #expect(places.count == 5)
        #expect(place("a") < place("b") && place("a") < place("c"))
        #expect(place("b") < place("d") && place("c") < place("d"))
    }

    // MARK: Shards

    @Test("every case is in exactly one part, whatever the seed", arguments: [1, 2, 3, 5, 12, 20])
    func shards(count: Int) throws {
        var passed: [String] = []
        var sizes: [Int] = []
        for part in 1...count {
            let run = try bench.test("a.json", "b.json", "--shard", "\(part)/\(count)", "--seed", "\(part)")
            #expect(run.status == 0)
            passed += run.passed
            sizes.append(run.passed.count)
        }
        #expect(passed.sorted() == names.sorted())
        #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
    }

    @Test("cases that need each other stay in one part")
    func together() throws {
        try bench.write("n.json", good("a"), good("b", needs: ["a"]), good("c"), good("d", needs: ["b"]), good("e"))
        #expect(try bench.test("n.json", "--shard", "1/2").passed == ["a", "b", "d"])
        #expect(try bench.test("n.json", "--shard", "2/2").passed == ["c", "e"])
    }

    @Test("a part without cases holds, and says so; it is not repeated for ever")
    func empty() throws {
        try bench.write("n.json", good("a"))
        let run = try bench.test("n.json", "--shard", "2/2", "--until-fail")
        #expect(run.status == 0)
        #expect(run.output == "")
        #expect(run.errors.contains("there are more parts than cases: this one has none\n"))
        #expect(try bench.test("n.json", "--shard", "2/2", "--name", "z").status == 7)
    }
}

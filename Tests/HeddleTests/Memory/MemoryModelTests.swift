// SPDX-License-Identifier: Apache-2.0

import Heddle
import Testing
import Workbench

/// Random objects that are made, written, linked, read, passed and released, beside a model of them.
@Suite("Memory does what a model of it does")
struct MemoryModelTests {
    /// A node as the model has it.
    private struct Node {
        var number: Int
        var next: Int?
        /// True once the function that releases it has got it.
        var isReleased = false
    }

    /// The steps of a run, and the model of what they have done.
    private struct Story {
        var random: SeededGenerator
        var nodes: [Node] = []
        var steps: [String] = []

        init(seed: UInt64) {
            random = SeededGenerator(seed: seed)
            for _ in 0..<60 { step() }
        }

        private func alive(_ index: Int?) -> Bool { index.map { !nodes[$0].isReleased } ?? true }

        private mutating func step() {
            let number = Int.random(in: -9...9, using: &random)
            guard nodes.count > 1, let one = nodes.indices.randomElement(using: &random),
                let other = nodes.indices.randomElement(using: &random)
            else { return make(number) }
            switch Int.random(in: 0..<9, using: &random) {
            case 0: make(number)
            case 1: makeInLibrary(number)
            case 2, 3: write(one, number)
            case 4 where !nodes[one].isReleased && !nodes[other].isReleased: link(one, to: other)
            case 5: release(one)
            case 6: readNext(one)
            case 7: rise(one)
            default: read(one)
            }
        }

        private mutating func make(_ number: Int) {
            steps.append(#"{ "new": "node", "value": { "number": \#(number) }, "save": "n\#(nodes.count)" }"#)
            nodes.append(Node(number: number))
        }

        private mutating func makeInLibrary(_ number: Int) {
            steps.append(#"{ "call": "m.make", "with": [\#(number)], "save": "n\#(nodes.count)" }"#)
            nodes.append(Node(number: number))
        }

        /// What a step with an object expects: that it is refused where the object was released.
        private func expecting(_ one: Int, _ expectation: String = "") -> String {
            nodes[one].isReleased
                ? #", "expect": { "failure.message": { "contains": "released" } } }"#
                : expectation.isEmpty ? " }" : ", \"expect\": { \(expectation) } }"
        }

        private mutating func write(_ one: Int, _ number: Int) {
            steps.append(#"{ "write": "n\#(one)->number", "value": \#(number)"# + expecting(one))
            if !nodes[one].isReleased { nodes[one].number = number }
        }

        private mutating func read(_ one: Int) {
            steps.append(#"{ "read": "n\#(one)->number""# + expecting(one, #""result": \#(nodes[one].number)"#))
        }

        private mutating func rise(_ one: Int) {
            let raised = nodes[one].number + 1
            steps.append(
                #"{ "call": "m.rise", "with": [{ "ref": "n\#(one)" }]"#
                    + expecting(one, #""out.it.number": \#(raised)"#))
            if !nodes[one].isReleased { nodes[one].number = raised }
        }

        private mutating func link(_ one: Int, to other: Int) {
            steps.append(#"{ "call": "m.chain", "with": [{ "ref": "n\#(one)" }, { "ref": "n\#(other)" }] }"#)
            nodes[one].next = other
        }

        /// A pointer to what was released leads anywhere, and is not followed.
        private mutating func readNext(_ one: Int) {
            guard alive(nodes[one].next) || nodes[one].isReleased else { return }
            guard let next = nodes[one].next, !nodes[one].isReleased else {
                let message = nodes[one].isReleased ? "n\(one) was released" : "n\(one)->next is null"
                return steps.append(
                    #"{ "read": "n\#(one)->next->number", "expect": { "failure.message": { "contains": "\#(message)" } } }"#
                )
            }
            steps.append(
                #"{ "read": "n\#(one)->next->number", "expect": { "result": \#(nodes[next].number) } }"#)
        }

        private mutating func release(_ one: Int) {
            steps.append(#"{ "call": "m.drop", "with": [{ "ref": "n\#(one)" }]"# + expecting(one))
            nodes[one].isReleased = true
        }
    }

    @Test("in every order of operations", arguments: 0..<UInt64(40))
    func orders(seed: UInt64) throws {
        let bench = try MemoryBench()
        for part in 0..<UInt64(10) {
            let story = Story(seed: seed * 10 + part)
            let run = try bench.run(story.steps.joined(separator: ",\n"))
            #expect(run.ending == .held, "seed \(seed * 10 + part): \(run.failures)")
        }
        #expect(bench.host.objects.isEmpty)
    }
}

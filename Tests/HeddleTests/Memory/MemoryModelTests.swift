// SPDX-License-Identifier: Apache-2.0

import Foundation
import Heddle
import Testing
import Workbench

/// Random objects that are made, written, linked, read, passed, moved by `realloc` and released, beside a model of them:
/// 24,000 operations, unless `HEDDLE_MEMORY_OPERATIONS` asks for more.
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
        /// The arrays of numbers, which stay.
        var arrays: [[Int]] = []
        var steps: [String] = []

        init(seed: UInt64) {
            random = SeededGenerator(seed: seed)
            for _ in 0..<MemoryModelTests.length { step() }
        }

        private func alive(_ index: Int?) -> Bool { index.map { !nodes[$0].isReleased } ?? true }

        private mutating func step() {
            let number = Int.random(in: -9...9, using: &random)
            guard nodes.count > 1, let one = nodes.indices.randomElement(using: &random),
                let other = nodes.indices.randomElement(using: &random)
            else { return make(number) }
            switch Int.random(in: 0..<14, using: &random) {
            case 0: make(number)
            case 1: makeInLibrary(number)
            case 2, 3: write(one, number)
            case 4 where !nodes[one].isReleased && !nodes[other].isReleased: link(one, to: other)
            case 5: release(one)
            case 6: readNext(one)
            case 7: rise(one)
            case 8: moveByLibrary(one)
            case 9: visit(one)
            case 10: makeArray()
            case 11: fill(number)
            case 12: sum()
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

        /// What was known of a node that the library has moved is gone, and it has a new name.
        private mutating func moveByLibrary(_ one: Int) {
            steps.append(
                #"{ "call": "m.regrow", "with": [{ "ref": "n\#(one)" }]"#
                    + (nodes[one].isReleased ? expecting(one) : #", "save": "n\#(nodes.count)" }"#))
            guard !nodes[one].isReleased else { return }
            nodes.append(Node(number: nodes[one].number, next: nodes[one].next))
            nodes[one].isReleased = true
        }

        /// The library hands a node to a callback, which computes with what lies in it.
        private mutating func visit(_ one: Int) {
            steps.append(
                #"{ "call": "m.visit", "with": [{ "ref": "n\#(one)" }, { "callback": { "compute": "it->number * 2" } }]"#
                    + expecting(one, #""result": \#(nodes[one].number * 2)"#))
        }

        private mutating func makeArray() {
            let count = Int.random(in: 1...9, using: &random)
            steps.append(#"{ "new": "int[\#(count)]", "save": "a\#(arrays.count)" }"#)
            arrays.append(Array(repeating: 0, count: count))
        }

        /// A count beyond the end of an array is refused, whatever the function would do with it.
        private mutating func fill(_ number: Int) {
            guard let one = arrays.indices.randomElement(using: &random) else { return makeArray() }
            let count = Int.random(in: 0...arrays[one].count + 2, using: &random)
            let fits = count <= arrays[one].count
            steps.append(
                #"{ "call": "m.fill", "with": [{ "ref": "a\#(one)" }, \#(count), \#(number)]"#
                    + (fits ? " }" : #", "expect": { "failure.code": "argument" } }"#))
            if fits { for index in 0..<count { arrays[one][index] = number } }
        }

        /// The sum of what stands from a place on.
        private mutating func sum() {
            guard let one = arrays.indices.randomElement(using: &random) else { return makeArray() }
            let all = arrays[one]
            let start = all.indices.randomElement(using: &random) ?? 0
            let count = Int.random(in: 0...all.count - start, using: &random)
            let place = start == 0 && Bool.random(using: &random) ? "a\(one)" : "&a\(one)[\(start)]"
            steps.append(
                #"{ "call": "m.sum", "with": [{ "ref": "\#(place)" }, \#(count)], "#
                    + #""expect": { "result": \#(all[start..<start + count].reduce(0, +)) } }"#)
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

    /// The operations of a story.
    private static let length = 60
    private static let operations =
        ProcessInfo.processInfo.environment["HEDDLE_MEMORY_OPERATIONS"].flatMap { Int($0) } ?? 24_000

    @Test("in every order of operations", arguments: 0..<UInt64(40))
    func orders(seed: UInt64) throws {
        let bench = try MemoryBench()
        let count = UInt64(max(1, Self.operations / Self.length / 40))
        for part in 0..<count {
            let story = Story(seed: seed * count + part)
            let run = try bench.run(story.steps.joined(separator: ",\n"))
            #expect(run.ending == .held, "seed \(seed * count + part): \(run.failures)")
        }
        #expect(bench.host.objects.isEmpty)
    }
}

// SPDX-License-Identifier: Apache-2.0

import Workbench

/// Random steps that make, write, link, read, cast, pass, move and release objects, and a model of these, which says what
/// each step gives.
struct MemoryStory {
    /// A node as the model has it.
    private struct Node {
        var number: Int
        var values: [Double]
        var text: String?
        var next: Int?
        /// True if a step has put the pointer to the next node there, and no call has got the node since that one ended.
        var isNextKnown = false
        /// True for one that `new` has made, whose size is known.
        var isOwn = false
        /// True once the function that releases it has got it.
        var isReleased = false
    }

    /// The number of operations of a story.
    static let length = 60

    private var random: SeededGenerator
    private var nodes: [Node] = []
    /// The arrays of numbers, which stay.
    private var arrays: [[Int]] = []
    private var written: [String] = []

    /// The steps as a behaviour has them.
    var steps: String { written.joined(separator: ",\n") }

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        for _ in 0..<Self.length { step() }
    }

    private func alive(_ index: Int?) -> Bool { index.map { !nodes[$0].isReleased } ?? true }

    /// A call that has got a node may have put another pointer there.
    private mutating func reach(_ one: Int) { if !alive(nodes[one].next) { nodes[one].isNextKnown = false } }

    private mutating func step() {
        let number = Int.random(in: -9...9, using: &random)
        guard nodes.count > 1, let one = nodes.indices.randomElement(using: &random),
            let other = nodes.indices.randomElement(using: &random)
        else { return make(number) }
        switch Int.random(in: 0..<25, using: &random) {
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
        case 13: writeValue(one, Double(number) / 2)
        case 14: readValue(one)
        case 15: writeText(one, "w\(number)")
        case 16: readText(one)
        case 17: readWhole(one)
        case 18: passField(one)
        case 19: passCast(one)
        case 20: callByPointer()
        case 21: makeLike(one)
        case 22, 23: writeNext(one, other)
        default: read(one)
        }
    }

    private mutating func make(_ number: Int) {
        written.append(#"{ "new": "node", "value": { "number": \#(number) }, "save": "n\#(nodes.count)" }"#)
        nodes.append(Node(number: number, values: [0, 0, 0], isOwn: true))
    }

    private mutating func makeInLibrary(_ number: Int) {
        written.append(#"{ "call": "m.make", "with": [\#(number)], "save": "n\#(nodes.count)" }"#)
        nodes.append(Node(number: number, values: [0, 0, 2.5], text: "made"))
    }

    /// A number in memory is an argument.
    private mutating func makeLike(_ one: Int) {
        if nodes[one].isReleased {
            return written.append(#"{ "call": "m.make", "with": [{ "ref": "n\#(one)->number" }]"# + expecting(one))
        }
        written.append(
            #"{ "call": "m.make", "with": [{ "ref": "n\#(one)->number" }], "save": "n\#(nodes.count)" }"#)
        nodes.append(Node(number: nodes[one].number, values: [0, 0, 2.5], text: "made"))
    }

    /// What a step with an object expects: that it is refused where the object was released.
    private func expecting(_ one: Int, _ expectation: String = "") -> String {
        nodes[one].isReleased
            ? #", "expect": { "failure.message": { "contains": "released" } } }"#
            : expectation.isEmpty ? " }" : ", \"expect\": { \(expectation) } }"
    }

    private mutating func write(_ one: Int, _ number: Int) {
        written.append(#"{ "write": "n\#(one)->number", "value": \#(number)"# + expecting(one))
        if !nodes[one].isReleased { nodes[one].number = number }
    }

    private mutating func read(_ one: Int) {
        written.append(#"{ "read": "n\#(one)->number""# + expecting(one, #""result": \#(nodes[one].number)"#))
    }

    private mutating func rise(_ one: Int) {
        let raised = nodes[one].number + 1
        written.append(
            #"{ "call": "m.rise", "with": [{ "ref": "n\#(one)" }]"#
                + expecting(one, #""out.it.number": \#(raised)"#))
        if nodes[one].isReleased { return }
        nodes[one].number = raised
        reach(one)
    }

    /// What was known of a node that the library has moved is gone, and it has a new name.
    private mutating func moveByLibrary(_ one: Int) {
        written.append(
            #"{ "call": "m.regrow", "with": [{ "ref": "n\#(one)" }]"#
                + (nodes[one].isReleased ? expecting(one) : #", "save": "n\#(nodes.count)" }"#))
        guard !nodes[one].isReleased else { return }
        nodes.append(nodes[one])
        nodes[nodes.count - 1].isOwn = false
        nodes[nodes.count - 1].isNextKnown = false
        nodes[one].isReleased = true
    }

    private mutating func writeValue(_ one: Int, _ value: Double) {
        let index = Int.random(in: 0..<3, using: &random)
        written.append(#"{ "write": "n\#(one)->values[\#(index)]", "value": \#(value)"# + expecting(one))
        if !nodes[one].isReleased { nodes[one].values[index] = value }
    }

    private mutating func readValue(_ one: Int) {
        let index = Int.random(in: 0..<3, using: &random)
        written.append(
            #"{ "read": "n\#(one)->values[\#(index)]""# + expecting(one, #""result": \#(nodes[one].values[index])"#))
    }

    private mutating func writeText(_ one: Int, _ text: String) {
        written.append(#"{ "write": "n\#(one)->text", "value": "\#(text)""# + expecting(one))
        if !nodes[one].isReleased { nodes[one].text = text }
    }

    private mutating func readText(_ one: Int) {
        let text = nodes[one].text.map { "\"\($0)\"" } ?? "null"
        written.append(#"{ "read": "n\#(one)->text""# + expecting(one, #""result": \#(text)"#))
    }

    private mutating func readWhole(_ one: Int) {
        let values = nodes[one].values.map { "\($0)" }.joined(separator: ", ")
        written.append(
            #"{ "read": "n\#(one)[0]""#
                + expecting(one, #""result.number": \#(nodes[one].number), "result.values": [\#(values)]"#))
    }

    /// The place of a field is a pointer, and ends with the object around it.
    private mutating func passField(_ one: Int) { passNumber(of: one, as: "&n\(one)->number") }

    /// A structure is taken for its first member.
    private mutating func passCast(_ one: Int) { passNumber(of: one, as: "(int *)n\(one)") }

    /// A function that says how many numbers it reads gets none of which nobody knows how many there are.
    private mutating func passNumber(of one: Int, as reference: String) {
        let expected =
            nodes[one].isOwn
            ? #""result": \#(nodes[one].number)"#
            : #""failure.message": { "contains": "an object whose size is known" }"#
        written.append(
            #"{ "call": "m.sum", "with": [{ "ref": "\#(reference)" }, 1]"# + expecting(one, expected))
        if nodes[one].isOwn, !nodes[one].isReleased { reach(one) }
    }

    private mutating func callByPointer() {
        guard let one = arrays.indices.randomElement(using: &random) else { return makeArray() }
        let count = Int.random(in: 0...arrays[one].count + 2, using: &random)
        written.append(
            #"{ "call": { "ref": "m.operations.total" }, "with": [{ "ref": "a\#(one)" }, \#(count)], "expect": { "#
                + (count <= arrays[one].count
                    ? #""result": \#(arrays[one].prefix(count).reduce(0, +)) } }"#
                    : #""failure.code": "argument" } }"#))
    }

    /// The library hands a node to a callback, which computes with what lies in it.
    private mutating func visit(_ one: Int) {
        written.append(
            #"{ "call": "m.visit", "with": [{ "ref": "n\#(one)" }, { "callback": { "compute": "it->number * 2" } }]"#
                + expecting(one, #""result": \#(nodes[one].number * 2)"#))
        if !nodes[one].isReleased { reach(one) }
    }

    private mutating func makeArray() {
        let count = Int.random(in: 1...9, using: &random)
        written.append(#"{ "new": "int[\#(count)]", "save": "a\#(arrays.count)" }"#)
        arrays.append(Array(repeating: 0, count: count))
    }

    /// A count beyond the end of an array is refused, whatever the function would do with it.
    private mutating func fill(_ number: Int) {
        guard let one = arrays.indices.randomElement(using: &random) else { return makeArray() }
        let count = Int.random(in: 0...arrays[one].count + 2, using: &random)
        let fits = count <= arrays[one].count
        written.append(
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
        written.append(
            #"{ "call": "m.sum", "with": [{ "ref": "\#(place)" }, \#(count)], "#
                + #""expect": { "result": \#(all[start..<start + count].reduce(0, +)) } }"#)
    }

    private mutating func link(_ one: Int, to other: Int) {
        written.append(#"{ "call": "m.chain", "with": [{ "ref": "n\#(one)" }, { "ref": "n\#(other)" }] }"#)
        nodes[one].next = other
        nodes[one].isNextKnown = false
        reach(other)
    }

    private mutating func writeNext(_ one: Int, _ other: Int) {
        if nodes[other].isReleased { return }
        written.append(#"{ "write": "n\#(one)->next", "value": { "ref": "n\#(other)" }"# + expecting(one))
        if nodes[one].isReleased { return }
        nodes[one].next = other
        nodes[one].isNextKnown = true
    }

    /// A pointer to what was released leads anywhere: it is refused where a step has put it there, and where a call may
    /// have done that, nothing is known of it.
    private mutating func readNext(_ one: Int) {
        let isKnown = alive(nodes[one].next) || nodes[one].isNextKnown
        guard isKnown || nodes[one].isReleased else { return }
        guard let next = nodes[one].next, alive(next), !nodes[one].isReleased else {
            let message =
                nodes[one].isReleased
                ? "n\(one) was released"
                : nodes[one].next == nil ? "n\(one)->next is null" : "what n\(one)->next leads to was released"
            return written.append(
                #"{ "read": "n\#(one)->next->number", "expect": { "failure.message": { "contains": "\#(message)" } } }"#
            )
        }
        written.append(
            #"{ "read": "n\#(one)->next->number", "expect": { "result": \#(nodes[next].number) } }"#)
    }

    private mutating func release(_ one: Int) {
        written.append(#"{ "call": "m.drop", "with": [{ "ref": "n\#(one)" }]"# + expecting(one))
        nodes[one].isReleased = true
    }
}

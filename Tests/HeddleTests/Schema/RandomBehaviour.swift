// SPDX-License-Identifier: Apache-2.0

import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics
import HeddleJSON
import Workbench

/// Behaviours of the fixture `probe`, which are right, and changes to them, which mostly are not.
struct RandomBehaviour {
    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// A behaviour that is right, of the array form now and then.
    mutating func next() throws -> Value {
        let text = Int.random(in: 0..<8, using: &random) == 0 ? "[\(some(BehaviourParts.sequences))]" : fullForm()
        return try JSONNode.read(SourceText(name: "random", text)).value
    }

    private mutating func fullForm() -> String {
        let cases = BehaviourParts.cases.map { text in
            text.replacing("STEPS", with: some(BehaviourParts.steps))
                .replacing("PLAIN", with: some(BehaviourParts.plainSteps))
                .replacing("HOOKS", with: some(BehaviourParts.hooks.filter { !$0.contains("\"name\"") }))
        }
        return """
            { "behaviour": 1, "x-free": [null], "$schema": "schema.json",
              "modules": { \(BehaviourParts.modules.joined(separator: ", ")) },
              "hooks": [\(some(BehaviourParts.hooks))], "steps": [\(some(BehaviourParts.steps))],
              "always": [\(some(BehaviourParts.plainSteps))], "cases": [\(some(cases))],
              "tracking": { \(BehaviourParts.trackings.randomElement(using: &random) ?? "") },
              "policy": { \(some(BehaviourParts.policies)) } }
            """
    }

    /// A few of some parts, in another order.
    private mutating func some(_ parts: [String]) -> String {
        parts.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)).joined(separator: ", ")
    }

    // MARK: Changes

    /// The value with one change somewhere in it.
    mutating func changed(_ value: Value) -> Value {
        switch value {
        case .object(var members) where !members.isEmpty && Int.random(in: 0..<8, using: &random) > 0:
            let index = Int.random(in: 0..<members.count, using: &random)
            switch Int.random(in: 0..<12, using: &random) {
            case 0: members.remove(at: index)
            case 1: members[index] = .init(members[index].name + "x", members[index].value)
            case 2: members.append(.init(word(), scalar()))
            default: members[index] = .init(members[index].name, changed(members[index].value))
            }
            return .object(members.withoutRepeats)
        case .array(var elements) where !elements.isEmpty && Int.random(in: 0..<8, using: &random) > 0:
            let index = Int.random(in: 0..<elements.count, using: &random)
            elements[index] = changed(elements[index])
            return .array(elements)
        default: return scalar()
        }
    }

    private mutating func word() -> String { BehaviourParts.words.randomElement(using: &random) ?? "" }

    private mutating func scalar() -> Value {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: .null
        case 1: .bool(Bool.random(using: &random))
        case 2: .integer(Int128(Int.random(in: -2...2, using: &random)))
        case 3: .number(.decimal("0.5"))
        case 4: .string("")
        case 5: .array([])
        case 6: .object([])
        case 7: .array([.string(word())])
        case 8: .object([.init(word(), .string(word()))])
        case 9: .object([.init(word(), .integer(1)), .init(word() + "y", .string(word()))])
        default: .string(word())
        }
    }
}

extension [Value.Member] {
    /// No name twice.
    fileprivate var withoutRepeats: [Value.Member] {
        var known: Set<String> = []
        return filter { known.insert($0.name).inserted }
    }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics
import HeddleJSON

/// A step that has held.
struct KeptStep {
    let json: String
    /// The names that it saves.
    let saves: Set<String>
    /// The saved values that it refers to.
    let references: Set<String>
    /// The number of steps that it is, with those in it.
    let count: Int

    init(_ json: String) {
        self.json = json
        let step = (try? JSONNode.parse(SourceText(name: "step", json)).root.value) ?? .null
        saves = Set(step.savedNames)
        references = step.references
        count = step.stepCount
    }
}

extension [KeptStep] {
    /// The steps that one needs before it: those that save what it refers to, and what these need.
    func standing(under step: KeptStep) -> [KeptStep] {
        var needed = step.references
        var found: [KeptStep] = []
        for earlier in reversed() where !earlier.saves.isDisjoint(with: needed) {
            found.append(earlier)
            needed.formUnion(earlier.references)
        }
        return found.reversed()
    }
}

extension Value {
    /// The saved values that a step refers to: whatever is written where a reference may stand.
    fileprivate var references: Set<String> {
        switch self {
        case .array(let elements): return elements.reduce(into: []) { $0.formUnion($1.references) }
        case .object(let members):
            return members.reduce(into: []) { names, member in
                switch (member.name, member.value) {
                case ("ref", .string(let text)), ("read", .string(let text)), ("write", .string(let text)):
                    names.formUnion(Reference(text)?.needed.map(\.name) ?? [])
                case ("expression", .string(let text)):
                    let references = (try? ComputedExpression(text))?.references ?? []
                    names.formUnion(references.flatMap(\.needed).map(\.name))
                default: names.formUnion(member.value.references)
                }
            }
        default: return []
        }
    }

    /// The number of steps that a step is, with those in it.
    fileprivate var stepCount: Int {
        switch self {
        case .array(let steps): steps.reduce(0) { $0 + $1.stepCount }
        case .object(let members):
            members.reduce(members.contains { $0.name == "repeat" } ? 0 : 1) { count, member in
                ["repeat", "then", "else"].contains(member.name) ? count + member.value.stepCount : count
            }
        default: 0
        }
    }

    /// The names that a step saves, with those of the steps in it.
    fileprivate var savedNames: [String] {
        switch self {
        case .array(let steps): return steps.flatMap(\.savedNames)
        case .object(let members):
            return members.flatMap { member -> [String] in
                switch (member.name, member.value) {
                case ("save", .string(let name)): [name]
                case ("save", .object(let saves)): saves.map(\.name)
                case ("repeat", let steps), ("then", let steps), ("else", let steps): steps.savedNames
                default: []
                }
            }
        default: return []
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

extension CType {
    /// The type of a part of a value; `void` where there is none.
    package func part(at path: PartPath) -> CType { path.steps.reduce(self) { $0.part($1) } }

    /// The type of a member or element, as values have it; `void` where there is none.
    package func part(_ step: PartPath.Step) -> CType {
        switch (step, canonical) {
        case (.member(let name), _): part(named: name)
        case (.element, .pointer(let target, _)): target
        case (.element(let index), _): part(at: index)
        }
    }

    /// The type of an element, as values have it: arrays, and structures by position; `void` where there is none.
    package func part(at index: Int) -> CType {
        switch canonical {
        case .array(let element, _): element
        case .record(let record): record.fields.dropFirst(index).first?.type ?? .void
        // The list of what a callback answers with, which stands in an object of its own.
        case .integer, .enumeration, .floating: self
        case .complex(let part): .floating(part)
        default: .void
        }
    }

    /// The type of a member, as values have it; a callback's answers are of the type that the function returns.
    package func part(named name: String) -> CType {
        switch canonical {
        case .record(let record): record.fields.first { $0.name == name }?.type ?? .void
        case .pointer(let target, _): target.part(named: name)
        case .function(let function): name == "callback" ? self : Self.answers.contains(name) ? function.result : .void
        default: .void
        }
    }

    private static let answers = ["returns", "answers"]
}

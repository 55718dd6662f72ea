// SPDX-License-Identifier: Apache-2.0

/// The path from a value to a part of it, such as `.corners[2].x`: members by name, elements by index from 0.
///
/// Behaviours and diagnostics name parts by such paths. The notation is that of C.
///
/// ## Topics
/// - ``init(_:)``
/// - ``split(_:)``
/// - ``Step``
package struct PartPath: Hashable, Sendable, CustomStringConvertible {
    /// One step into a value.
    package enum Step: Hashable, Sendable {
        /// The value of a member of an object.
        case member(String)
        /// An element of an array, counted from 0.
        case element(Int)
    }

    /// The steps, from the outside in; empty for the value itself.
    package let steps: [Step]

    /// Creates a path.
    package init(_ steps: [Step] = []) {
        self.steps = steps
    }

    /// True if it leads to the value itself.
    package var isEmpty: Bool { steps.isEmpty }

    /// The path as text, to follow the name of the value.
    package var description: String { steps.map(\.description).joined() }

    /// Splits a text such as `saved.corners[2].x` into a name and a path; nil if it is not such a text.
    package static func split(_ text: String) -> (name: String, path: PartPath)? {
        let name = text.prefix { !isMark($0) }
        guard !name.isEmpty, let path = PartPath(text[name.endIndex...]) else { return nil }
        return (String(name), path)
    }

    /// Returns whether a character ends a name in a path.
    package static func isMark(_ character: Character) -> Bool {
        character == "." || character == "[" || character == "]"
    }

    /// Parses a path that follows a name; nil if it is invalid.
    package init?(_ text: Substring) {
        var steps: [Step] = []
        var rest = text
        while !rest.isEmpty {
            guard let step = Step(takenFrom: &rest) else { return nil }
            steps.append(step)
        }
        self.steps = steps
    }
}

extension PartPath.Step: CustomStringConvertible {
    /// The step as it is written.
    package var description: String {
        switch self {
        case .member(let name): ".\(name)"
        case .element(let index): "[\(index)]"
        }
    }

    /// Takes `.name` or `[number]` from the front of a text.
    fileprivate init?(takenFrom rest: inout Substring) {
        let mark = rest.removeFirst()
        let text = rest.prefix { !PartPath.isMark($0) }
        rest = rest[text.endIndex...]
        if mark == ".", !text.isEmpty {
            self = .member(String(text))
        } else if mark == "[", rest.popFirst() == "]", let index = text.number {
            self = .element(index)
        } else {
            return nil
        }
    }
}

extension Substring {
    /// The number of plain digits.
    fileprivate var number: Int? { utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(self) : nil }
}

extension Value {
    /// A part of the value; nil if there is none.
    package func part(at path: PartPath) -> Value? {
        path.steps.reduce(Value?.some(self)) { $0?.part($1) }
    }

    /// A member that is named by a number is an element of an array.
    private func part(_ step: PartPath.Step) -> Value? {
        switch (self, step) {
        case (.object(let members), .member(let name)): members.first { $0.name == name }?.value
        case (.array(let elements), .element(let index)): elements.indices.contains(index) ? elements[index] : nil
        case (.array(let elements), .member(let name)):
            Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
        default: nil
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The path from a value to a part of it, such as `.corners[2].x`: members by name, elements and single bytes by index
/// from 0. Behind a pointer it leads on into memory: `->glyph->advance.x`.
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
        /// An element of an array, counted from 0; also one of the values that a pointer points to.
        case element(Int)
        /// The value of a member of the structure that a pointer points to.
        case target(String)
    }

    /// The steps, from the outside in; empty for the value itself.
    package let steps: [Step]

    /// Creates a path.
    package init(_ steps: [Step] = []) {
        self.steps = steps
    }

    /// The path to a part of the part that the first one leads to.
    package static func + (path: PartPath, rest: PartPath) -> PartPath { PartPath(path.steps + rest.steps) }

    /// True if it leads through a pointer for certain.
    package var isFollowing: Bool { steps.contains { if case .target = $0 { true } else { false } } }

    /// True if it leads to the value itself.
    package var isEmpty: Bool { steps.isEmpty }

    /// The path of the structure that the last step leads to a member of.
    package var ofStructure: PartPath {
        if case .target? = steps.last { return PartPath(steps.dropLast() + [.element(0)]) }
        return PartPath(Array(steps.dropLast()))
    }

    /// The path as text, to follow the name of the value.
    package var description: String { steps.map(\.description).joined() }

    /// Splits a text such as `saved.corners[2].x` into a name and a path; nil if it is not such a text.
    package static func split(_ text: some StringProtocol) -> (name: String, path: PartPath)? {
        let text = Substring(text)
        let name = leadingName(of: text)
        guard !name.isEmpty, let path = PartPath(text[name.endIndex...]) else { return nil }
        return (String(name), path)
    }

    /// The name that a text begins with: all before the first mark of a path.
    package static func leadingName(of text: Substring) -> Substring {
        let bytes = text.utf8
        var end = bytes.startIndex
        // The marks are ASCII, and no byte of another character is.
        while end < bytes.endIndex, !isMark(bytes, at: end) { end = bytes.index(after: end) }
        return text[..<end]
    }

    private static func isMark(_ bytes: Substring.UTF8View, at index: Substring.Index) -> Bool {
        switch bytes[index] {
        case UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]"): true
        case UInt8(ascii: "-"): isArrow(bytes[index...])
        default: false
        }
    }

    /// Returns whether bytes begin with the mark that leads through a pointer.
    fileprivate static func isArrow(_ bytes: Substring.UTF8View) -> Bool {
        bytes.first == UInt8(ascii: "-") && bytes.dropFirst().first == UInt8(ascii: ">")
    }

    /// Returns whether a text has none of the marks that lead into a value, so that it can name one.
    package static func canBeName(_ text: String) -> Bool {
        !text.isEmpty && leadingName(of: text[...]).endIndex == text.endIndex
    }

    /// The marks that no name of a path has, in words.
    package static let marks = ". [ ] and ->"

    /// The most steps that a written path has. Each one through a pointer leads to a layout that the one before it keeps,
    /// and layouts are released one inside the other.
    package static let mostSteps = 1_000

    /// Parses a path that follows a name; nil if it is invalid, or has more than ``mostSteps``.
    package init?(_ text: Substring) {
        var steps: [Step] = []
        var rest = text
        while !rest.isEmpty {
            guard steps.count < Self.mostSteps, let step = Step(takenFrom: &rest) else { return nil }
            steps.append(step)
        }
        self.steps = steps
    }

    /// The way to write a path that has too many steps; nil for other texts.
    package static func adviceOnLength(of text: some StringProtocol) -> String? {
        let bytes = Substring(text).utf8
        let marks = bytes.indices.count(where: { isMark(bytes, at: $0) && bytes[$0] != UInt8(ascii: "]") })
        guard marks > mostSteps else { return nil }
        return "a path has at most \(mostSteps) steps: save what its beginning leads to, and follow that"
    }
}

extension PartPath: ExpressibleByArrayLiteral {
    /// Creates a path of some steps.
    package init(arrayLiteral steps: Step...) { self.init(steps) }
}

extension PartPath.Step: CustomStringConvertible {
    /// The step as it is written.
    package var description: String {
        switch self {
        case .member(let name): ".\(name)"
        case .element(let index): "[\(index)]"
        case .target(let name): "->\(name)"
        }
    }

    /// Takes `.name`, `->name` or `[number]` from the front of a text.
    fileprivate init?(takenFrom rest: inout Substring) {
        let isArrow = PartPath.isArrow(rest.utf8)
        if isArrow { rest = Substring(rest.utf8.dropFirst()) }
        let mark = rest.utf8.first
        rest = Substring(rest.utf8.dropFirst())
        let text = PartPath.leadingName(of: rest)
        rest = rest[text.endIndex...]
        if isArrow, !text.isEmpty {
            self = .target(String(text))
        } else if mark == UInt8(ascii: "."), !text.isEmpty {
            self = .member(String(text))
        } else if mark == UInt8(ascii: "["), rest.utf8.first == UInt8(ascii: "]"), let index = text.number {
            rest = Substring(rest.utf8.dropFirst())
            self = .element(index)
        } else {
            return nil
        }
    }
}

extension Substring {
    /// The number of plain digits. One that begins with a 0 would be another number in C, and is none here.
    fileprivate var number: Int? {
        guard utf8.count == 1 || utf8.first != UInt8(ascii: "0") else { return nil }
        return utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(self) : nil
    }
}

extension Value {
    /// A part of the value; nil if there is none.
    package func part(at path: PartPath) -> Value? {
        path.steps.reduce(Value?.some(self)) { $0?.part($1) }
    }

    /// A member that is named by a number is an element of an array.
    package func part(_ step: PartPath.Step) -> Value? {
        switch (self, step) {
        case (.object(let members), .member(let name)): members.first { $0.name == name }?.value
        case (.array(let elements), .element(let index)): elements.indices.contains(index) ? elements[index] : nil
        case (.bytes(let bytes), .element(let index)):
            bytes.indices.contains(index) ? .number(.integer(Int128(bytes[index]))) : nil
        case (.array(let elements), .member(let name)):
            Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
        default: nil
        }
    }
}

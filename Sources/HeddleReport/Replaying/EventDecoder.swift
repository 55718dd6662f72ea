// SPDX-License-Identifier: Apache-2.0

internal import HeddleJSON
internal import HeddleDeclarations
internal import HeddleDiagnostics

/// An object of a kept event, whose members are asked for by name; those that nobody asks for are passed over, since
/// later versions may add some.
struct EventDecoder {
    private let node: JSONNode
    private let members: [String: JSONNode]

    init(_ node: JSONNode) throws(Diagnostic) {
        guard case .object(let object) = node.content else { throw .unexpected("an object", at: node) }
        self.node = node
        members = Dictionary(object.map { ($0.name, $0.value) }) { first, _ in first }
    }

    var range: SourceRange { node.range }

    func has(_ name: String) -> Bool { members[name] != nil }

    func node(_ name: String) throws(Diagnostic) -> JSONNode {
        guard let member = members[name] else {
            throw Diagnostic(code: .report(.missing), "the event has no \"\(name)\"", at: node.range)
        }
        return member
    }

    func text(_ name: String) throws(Diagnostic) -> String {
        let node = try node(name)
        guard case .text(let text) = node.content else { throw .unexpected("a text", at: node) }
        return text
    }

    func bool(_ name: String) throws(Diagnostic) -> Bool {
        let node = try node(name)
        guard case .bool(let isTrue) = node.content else { throw .unexpected("true or false", at: node) }
        return isTrue
    }

    func integer<Integer: FixedWidthInteger>(_ name: String) throws(Diagnostic) -> Integer {
        let node = try node(name)
        guard case .number(let number) = node.content, let integer = number.integer.flatMap(Integer.init(exactly:))
        else {
            throw .unexpected("a whole number from \(Integer.min) to \(Integer.max)", at: node)
        }
        return integer
    }

    /// One of the words that an enumeration has.
    func word<Word: RawRepresentable<String>>(_ name: String, among all: [Word]) throws(Diagnostic) -> Word {
        let text = try text(name)
        if let word = all.first(where: { $0.rawValue == text }) { return word }
        let words = all.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        throw .unexpected("one of \(words)", at: try node(name), didYouMean(text, among: all.map(\.rawValue)))
    }

    func elements(_ name: String) throws(Diagnostic) -> [JSONNode] {
        let node = try node(name)
        guard case .array(let elements) = node.content else { throw .unexpected("an array", at: node) }
        return Array(elements)
    }

    func texts(_ name: String) throws(Diagnostic) -> [String] {
        var texts: [String] = []
        for element in try elements(name) {
            guard case .text(let text) = element.content else { throw .unexpected("a text", at: element) }
            texts.append(text)
        }
        return texts
    }

    func objects(_ name: String) throws(Diagnostic) -> [EventDecoder] {
        var objects: [EventDecoder] = []
        for element in try elements(name) { objects.append(try EventDecoder(element)) }
        return objects
    }

    func object(_ name: String) throws(Diagnostic) -> EventDecoder { try EventDecoder(node(name)) }
}

extension Diagnostic {
    /// That a member is not of the kind that it should be.
    static func unexpected(_ expected: String, at node: JSONNode, _ suggestion: String? = nil) -> Diagnostic {
        let range = node.range
        return Diagnostic(
            code: .report(.form), "found \(node.value.kindDescription), expected \(expected)", at: range,
            suggestion: suggestion)
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

/// Reads the members of an object of a recorded event by name, each with its type. The first mistake ends the reading.
///
/// It passes over members that nobody asks for, since later versions may add some.
struct EventDecoder {
    private let node: JSONNode
    /// They are few, so that to compare a name with all of them takes less time than to make a table.
    private let members: [(name: String, node: JSONNode)]
    private let reader = EventReader()

    // A run has many events, so these are made once.
    private static let any = FieldType<JSONNode, EventReader>.any
    private static let text = FieldType<String, EventReader>.anyText
    private static let flag = FieldType<Bool, EventReader>.flag
    private static let list = FieldType<[JSONNode], EventReader>.list(of: .any)
    private static let texts = FieldType<[String], EventReader>.list(of: .anyText)

    init(_ node: JSONNode) throws(Diagnostic) {
        guard case .object(let object) = node.content else {
            throw Diagnostic(
                code: .report(.form), "an event is \(node.kindWithArticle), expected an object", at: node.range)
        }
        self.node = node
        members = object.map { ($0.name, $0.value) }
    }

    var range: SourceRange { node.range }

    func has(_ name: String) -> Bool { member(name) != nil }

    private func member(_ name: String) -> JSONNode? {
        for member in members where member.name == name { return member.node }
        return nil
    }

    /// Reads a member.
    func read<Read>(_ name: String, _ type: FieldType<Read, EventReader>) throws(Diagnostic) -> Read {
        guard let member = member(name) else {
            throw Diagnostic(code: .report(.missing), "the event has no \"\(name)\"", at: node.range)
        }
        if let value = type.read(Field(key: name, owner: "an event", node: member), reader) { return value }
        throw reader.mistake ?? .unexpected("another value", at: member)
    }

    // A right member is taken as it is. The types know what is wrong with the rest.

    func node(_ name: String) throws(Diagnostic) -> JSONNode { try read(name, Self.any) }
    func bool(_ name: String) throws(Diagnostic) -> Bool { try read(name, Self.flag) }
    func texts(_ name: String) throws(Diagnostic) -> [String] { try read(name, Self.texts) }
    func object(_ name: String) throws(Diagnostic) -> EventDecoder { try EventDecoder(node(name)) }

    func text(_ name: String) throws(Diagnostic) -> String {
        if case .text(let text)? = member(name)?.content { return text }
        return try read(name, Self.text)
    }

    func elements(_ name: String) throws(Diagnostic) -> [JSONNode] {
        if case .array(let elements)? = member(name)?.content { return Array(elements) }
        return try read(name, Self.list)
    }

    func integer<Integer: FixedWidthInteger & Sendable>(_ name: String) throws(Diagnostic) -> Integer {
        if case .number(.integer(let number))? = member(name)?.content, let integer = Integer(exactly: number) {
            return integer
        }
        return try read(name, .integer)
    }

    /// Reads one of the words that an enumeration has.
    func word<Word: RawRepresentable<String> & Sendable>(
        _ name: String, among all: [Word]
    ) throws(Diagnostic) -> Word {
        if case .text(let text)? = member(name)?.content, let word = all.first(where: { $0.rawValue == text }) {
            return word
        }
        return try read(name, .word(among: all))
    }

    func objects(_ name: String) throws(Diagnostic) -> [EventDecoder] {
        var objects: [EventDecoder] = []
        for element in try elements(name) { objects.append(try EventDecoder(element)) }
        return objects
    }
}

/// Keeps the first mistake of an object of an event.
final class EventReader: FieldReader {
    private(set) var mistake: Diagnostic?

    func report(
        _: FieldMistake, _ message: String, severity: Diagnostic.Severity, at range: SourceRange?, label: String?,
        suggestion: String?
    ) {
        guard mistake == nil else { return }
        mistake = Diagnostic(
            severity, code: .report(.form), message, at: range, label: label, suggestion: suggestion)
    }
}

extension FieldType where Read == JSONNode {
    /// Any value.
    fileprivate static var any: Self { Self(.anything) { field, _ in field.node } }
}

extension FieldType where Read: FixedWidthInteger & Sendable {
    /// A whole number that the type holds.
    fileprivate static var integer: Self {
        Self(.kind(.integer)) { field, reader in
            if case .number(let number) = field.node.content, let integer = number.integer.flatMap(Read.init(exactly:))
            {
                return integer
            }
            reader.badValue(field, expected: "a whole number from \(Read.min) to \(Read.max)")
            return nil
        }
    }
}

extension Diagnostic {
    /// The mistake of a member that is not what it should be.
    static func unexpected(_ expected: String, at node: JSONNode) -> Diagnostic {
        Diagnostic(
            code: .report(.form), "found \(node.range.excerpt), expected \(expected)", at: node.range)
    }
}

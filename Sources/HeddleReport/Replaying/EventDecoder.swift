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
    private let members: [String: JSONNode]
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
        members = Dictionary(object.map { ($0.name, $0.value) }) { first, _ in first }
    }

    var range: SourceRange { node.range }

    func has(_ name: String) -> Bool { members[name] != nil }

    /// Reads a member.
    func read<Read>(_ name: String, _ type: FieldType<Read, EventReader>) throws(Diagnostic) -> Read {
        guard let member = members[name] else {
            throw Diagnostic(code: .report(.missing), "the event has no \"\(name)\"", at: node.range)
        }
        if let value = type.read(Field(key: name, owner: "an event", node: member), reader) { return value }
        throw reader.mistake ?? .unexpected("another value", at: member)
    }

    func node(_ name: String) throws(Diagnostic) -> JSONNode { try read(name, Self.any) }
    func text(_ name: String) throws(Diagnostic) -> String { try read(name, Self.text) }
    func bool(_ name: String) throws(Diagnostic) -> Bool { try read(name, Self.flag) }
    func elements(_ name: String) throws(Diagnostic) -> [JSONNode] { try read(name, Self.list) }
    func texts(_ name: String) throws(Diagnostic) -> [String] { try read(name, Self.texts) }
    func object(_ name: String) throws(Diagnostic) -> EventDecoder { try EventDecoder(node(name)) }

    func integer<Integer: FixedWidthInteger & Sendable>(_ name: String) throws(Diagnostic) -> Integer {
        try read(name, .integer)
    }

    /// Reads one of the words that an enumeration has.
    func word<Word: RawRepresentable<String> & Sendable>(
        _ name: String, among all: [Word]
    ) throws(Diagnostic) -> Word {
        try read(name, .word(among: all))
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

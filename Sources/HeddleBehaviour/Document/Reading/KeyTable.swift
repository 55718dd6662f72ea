// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

/// What an object of the file may hold: its keys, each with what reads its value into a draft.
///
/// The table is the one place where a key is known: it reads the object, finds unknown and missing keys, and says for the
/// schema of behaviours what each key is.
struct KeyTable<Draft>: Sendable {
    typealias Read = @Sendable (inout Draft, Field, BehaviourReader) -> Void
    typealias Form = @Sendable () -> JSONSchema

    struct Key: Sendable {
        let name: String
        let isRequired: Bool
        /// What a schema says of the value; it is made only where a schema is.
        let form: Form
        let read: Read

        static func required(
            _ name: String, _ form: @autoclosure @escaping Form = .anything, _ read: @escaping Read
        ) -> Key {
            Key(name: name, isRequired: true, form: form, read: read)
        }

        static func optional(
            _ name: String, _ form: @autoclosure @escaping Form = .anything, _ read: @escaping Read
        ) -> Key {
            Key(name: name, isRequired: false, form: form, read: read)
        }
    }

    /// What the object is, with its article: `a hook`.
    let subject: String
    /// How bad an unknown key is.
    let unknownKeys: Diagnostic.Severity
    let keys: [Key]
    private let required: KeySet

    init(_ subject: String, unknownKeys: Diagnostic.Severity = .error, _ keys: [Key]) {
        self.subject = subject
        self.unknownKeys = unknownKeys
        self.keys = keys
        self.required = KeySet(keys.indices.filter { keys[$0].isRequired })
    }

    /// Reads an object's members in their order.
    ///
    /// - Returns: Whether it is an object at all.
    @discardableResult
    func read(_ field: Field, into draft: inout Draft, _ reading: BehaviourReader) -> Bool {
        guard case .object(let members) = field.node.content else {
            reading.wrongType(field, expected: "an object")
            return false
        }
        var missing = required
        for member in members {
            let name = member.name
            if let index = keys.firstIndex(where: { $0.name == name }) {
                missing.remove(index)
                keys[index].read(&draft, Field(key: name, owner: subject, node: member.value), reading)
            } else if !isFreeKey(name), let meant = noteUnknown(member, reading) {
                missing.remove(meant)
            }
        }
        for index in missing.indices { noteMissing(keys[index], of: field, reading) }
        return true
    }

    /// - Returns: The index of the key that was probably meant, which is then not missing as well.
    private func noteUnknown(_ member: JSONObject.Member, _ reading: BehaviourReader) -> Int? {
        let names = keys.map(\.name) + ["description"]
        let meant = nearest(to: member.name, among: names)
        let known = "\(subject) has the keys \(names.joined(separator: ", "))"
        let consequence = unknownKeys == .warning ? ", it is ignored" : ""
        reading.note(
            .unknownKey, "\(subject) has no key \(member.nameRange.excerpt)\(consequence)", severity: unknownKeys,
            at: member.nameRange, label: "unknown key", suggestion: meant.map { "did you mean \"\($0)\"?" } ?? known)
        return unknownKeys == .error ? keys.firstIndex { $0.name == meant } : nil
    }

    private func noteMissing(_ key: Key, of field: Field, _ reading: BehaviourReader) {
        let brace = SourceRange(field.range.source, field.range.bytes.prefix(1))
        reading.note(
            .missingKey, "\(subject) needs the key \"\(key.name)\", found none", at: brace, label: field.node.label)
    }
}

/// Whether a key of an object is for remarks or for other tools, and says nothing.
func isFreeKey(_ name: String) -> Bool { name == "description" || name.hasPrefix("x-") }

/// A few of a table's first 64 keys, by their indices.
private struct KeySet {
    private var bits: UInt64 = 0

    init(_ indices: [Int]) {
        for index in indices { bits |= 1 << index }
    }

    var indices: some Sequence<Int> { (0..<bits.bitWidth).lazy.filter { [bits] in bits & (1 << $0) != 0 } }
    mutating func remove(_ index: Int) { bits &= ~(1 << index) }
}

// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
package import HeddleDiagnostics
internal import HeddleJSON

/// The keys that an object may have, each with its type, its words and where its value goes.
///
/// The form is the one place that knows a key: it reads objects, finds unknown and missing keys and combinations that
/// do not go together, and makes the JSON Schema of such objects.
package struct ObjectForm<Draft, Reader: FieldReader>: Sendable {
    /// Reads a value into a draft.
    package typealias Read = @Sendable (inout Draft, Field, Reader) -> Void
    /// A property of the draft.
    package typealias Path = any PartialKeyPath<Draft> & Sendable

    /// A key of the object.
    package struct Key: Sendable {
        /// The key.
        package let name: String
        /// True if the object must have it.
        package let isRequired: Bool
        /// The property that the value is read into; nil if several are.
        let path: Path?
        /// The schema of the value; nil if an editor should not offer the key. A draft says what counts without the
        /// key.
        let schema: @Sendable (Draft?) -> JSONSchema?
        let read: Read
    }

    /// The object as a sentence names it: `a hook`.
    package let subject: String
    /// The keys.
    package let keys: [Key]
    private let unknownKeys: Diagnostic.Severity
    /// The dependencies between keys, each with the indices of its keys.
    private let rules: [(rule: KeyRule<Draft>, keys: [Int])]
    private let required: KeySet
    private let initial: @Sendable () -> Draft?
    /// The keys of other forms of the object, each of which one such object has.
    private let others: [String]
    /// The advice on keys that somebody may expect, and that no form has.
    private let advice: [String: String]

    /// Creates a form.
    ///
    /// - Parameters:
    ///   - unknownKeys: how bad an unknown key is.
    ///   - rules: how keys depend on each other.
    ///   - others: keys of which one makes the object one of another form.
    ///   - advice: what to write in the place of keys that no form has.
    ///   - initial: a draft as it is before anything is read, whose values the schema shows as defaults.
    package init(
        _ subject: String, unknownKeys: Diagnostic.Severity = .error, _ keys: [Key], rules: [KeyRule<Draft>] = [],
        others: [String] = [], advice: [String: String] = [:],
        initial: @autoclosure @escaping @Sendable () -> Draft? = nil
    ) {
        self.others = others
        self.advice = advice
        self.subject = subject
        self.unknownKeys = unknownKeys
        self.keys = keys
        self.rules = rules.map { rule in
            (rule, rule.paths.compactMap { path in keys.firstIndex { $0.path as PartialKeyPath<Draft>? == path } })
        }
        self.initial = initial
        self.required = KeySet(keys.indices.filter { keys[$0].isRequired })
    }

    /// Reads an object's members in their order.
    ///
    /// - Returns: False if the value is no object.
    @discardableResult
    package func read(_ field: Field, into draft: inout Draft, _ reader: Reader) -> Bool {
        read(field, into: &draft, reader) { _, _ in }
    }

    /// Reads an object and keeps where its values stand.
    ///
    /// - Parameter otherKeys: keys of the object that another form reads.
    /// - Returns: Nil if the value is no object.
    package func fields(
        _ field: Field, besides otherKeys: Set<String> = [], into draft: inout Draft, _ reader: Reader
    ) -> [PartialKeyPath<Draft>: SourceRange]? {
        var ranges: [PartialKeyPath<Draft>: SourceRange] = [:]
        let isObject = read(field, besides: otherKeys, into: &draft, reader) { key, value in
            if let path = key.path { ranges[path] = value.range }
        }
        return isObject ? ranges : nil
    }

    /// Reports the keys that an object without any key lacks.
    package func readNothing(at range: SourceRange?, _ reader: Reader) {
        finish(found: KeySet([]), isKnown: true, missing: required, at: range, object: nil, reader)
    }

    private func read(
        _ field: Field, besides otherKeys: Set<String> = [], into draft: inout Draft, _ reader: Reader,
        _ note: (Key, JSONNode) -> Void
    ) -> Bool {
        guard case .object(let members) = field.node.content else {
            reader.wrongType(field, expected: "an object")
            return false
        }
        var (missing, found, unknown) = (required, KeySet([]), [JSONObject.Member]())
        for member in members {
            let name = member.name
            if let index = keys.firstIndex(where: { $0.name == name }) {
                missing.remove(index)
                found.insert(index)
                keys[index].read(&draft, Field(key: name, owner: subject, node: member.value), reader)
                note(keys[index], member.value)
            } else if !isFreeKey(name), !otherKeys.contains(name) {
                unknown.append(member)
            }
        }
        if !unknown.isEmpty { reportUnknown(unknown, missing: &missing, found: &found, reader) }
        let isKnown = unknown.isEmpty || unknownKeys != .error
        let brace = SourceRange(field.range.source, field.range.bytes.prefix(1))
        finish(found: found, isKnown: isKnown, missing: missing, at: brace, object: field.node, reader)
        return true
    }

    private func finish(
        found: KeySet, isKnown: Bool, missing: KeySet, at range: SourceRange?, object: JSONNode?, _ reader: Reader
    ) {
        for index in missing.indices {
            reader.report(
                .missingKey, "\(subject) needs the key \"\(keys[index].name)\", found none", at: range,
                label: object?.label)
        }
        for (rule, indices) in rules {
            // An unknown key may stand for one of the keys of which one is needed.
            if case .anyOf = rule, !isKnown { continue }
            let names = { indices.map { keys[$0].name } }
            guard let breach = rule.breach(indices.map(found.contains), subject, names: names) else { continue }
            let value = breach.key.flatMap { object?.member(named: $0) }
            reader.report(
                breach.mistake, breach.message, at: value?.range ?? range, label: value?.label ?? object?.label)
        }
    }

    /// Reports unknown keys. Each is a misspelt one, and the key that it stands for is not missing.
    private func reportUnknown(
        _ members: [JSONObject.Member], missing: inout KeySet, found: inout KeySet, _ reader: Reader
    ) {
        let own = keys.map(\.name) + ["description"]
        let names = own + others
        for member in members {
            let advice = self.advice[member.name]
            // The only unknown key stands for the only missing one, however unlike they are.
            let other = members.count == 1 && unknownKeys == .error ? missing.only.map { keys[$0].name } : nil
            let meant = advice == nil ? nearest(to: member.name, among: names) ?? other : nil
            if unknownKeys == .error, let index = keys.firstIndex(where: { $0.name == meant }) {
                missing.remove(index)
                found.insert(index)
            }
            // An object of another form needs other keys.
            if advice != nil || meant.map(others.contains) == true { missing = KeySet([]) }
            let consequence = unknownKeys == .warning ? ", it is ignored" : ""
            reader.report(
                .unknownKey, "\(subject) has no key \(member.nameRange.excerpt)\(consequence)", severity: unknownKeys,
                at: member.nameRange, label: "unknown key",
                suggestion: advice ?? meant.map { "did you mean \"\($0)\"?" }
                    ?? "\(otherForms)\(subject) has the keys \(own.joined(separator: ", "))")
        }
    }

    /// The words for the keys that make the object one of another form; empty where there are none.
    private var otherForms: String {
        guard let first = required.indices.first, let last = others.last else { return "" }
        return
            "in the place of \(keys[first].name) it may have \(others.dropLast().joined(separator: ", ")) or \(last); "
    }

    /// The key that is read into a property.
    package func name(_ path: PartialKeyPath<Draft>) -> String {
        keys.first { ($0.path as PartialKeyPath<Draft>?) == path }?.name ?? ""
    }

    /// The schema of such objects, which says nothing of other values.
    package var schema: JSONSchema {
        let draft = initial()
        let keys = self.keys.compactMap { key in
            key.schema(draft).map { ObjectKey(key.name, isRequired: key.isRequired, $0) }
        }
        let form = JSONSchema.keys(keys, takesOthers: unknownKeys == .warning)
        return rules.isEmpty ? form : form.and(.all(rules.map { $0.rule.schema(naming: name) }))
    }

    /// The schema of a key.
    package func schema(of key: Key) -> JSONSchema { key.schema(initial()) ?? .anything }

    /// True if an object without any key is right.
    package var canBeEmpty: Bool {
        required.isEmpty
            && rules.allSatisfy { rule, keys in rule.breach(keys.map { _ in false }, subject, names: { [] }) == nil }
    }
}

extension JSONNode {
    fileprivate func member(named name: String) -> JSONNode? {
        guard case .object(let members) = content else { return nil }
        return members.first { $0.name == name }?.value
    }
}

/// Returns whether a key of an object is for remarks or for other tools, and means nothing here.
package func isFreeKey(_ name: String) -> Bool { name == "description" || name.hasPrefix("x-") }

/// A few of a form's first 64 keys, by their indices.
private struct KeySet {
    private var bits: UInt64 = 0

    init(_ indices: [Int]) {
        for index in indices { insert(index) }
    }

    var isEmpty: Bool { bits == 0 }
    /// The only index; nil if there are none or several.
    var only: Int? { bits.nonzeroBitCount == 1 ? bits.trailingZeroBitCount : nil }
    var indices: [Int] {
        var (indices, rest) = ([Int](), bits)
        while rest != 0 {
            indices.append(rest.trailingZeroBitCount)
            rest &= rest - 1
        }
        return indices
    }
    func contains(_ index: Int) -> Bool { bits & (1 << index) != 0 }
    mutating func insert(_ index: Int) { bits |= 1 << index }
    mutating func remove(_ index: Int) { bits &= ~(1 << index) }
}

// MARK: Keys

extension ObjectForm.Key {
    /// A key that the object must have.
    package static func required<Wrapped>(
        _ name: String, _ path: any WritableKeyPath<Draft, Wrapped?> & Sendable, _ type: FieldType<Wrapped, Reader>,
        _ help: String
    ) -> Self {
        unset(name, isRequired: true, path, type, help)
    }

    /// A key that the object must have, for a property that has a value before anything is read.
    package static func required<Value>(
        _ name: String, _ path: any WritableKeyPath<Draft, Value> & Sendable, _ type: FieldType<Value, Reader>,
        _ help: String
    ) -> Self {
        Self(name: name, isRequired: true, path: path, schema: { _ in type.schema().described(help) }) {
            if let value = type.read($1, $2) { $0[keyPath: path] = value }
        }
    }

    /// A key that the object may have; without it the property stays nil.
    package static func optional<Wrapped>(
        _ name: String, _ path: any WritableKeyPath<Draft, Wrapped?> & Sendable, _ type: FieldType<Wrapped, Reader>,
        _ help: String
    ) -> Self {
        unset(name, isRequired: false, path, type, help)
    }

    /// A key that the object may have; without it the property stays as it is in an initial draft.
    package static func optional<Value>(
        _ name: String, _ path: any WritableKeyPath<Draft, Value> & Sendable, _ type: FieldType<Value, Reader>,
        _ help: String
    ) -> Self {
        Self(
            name: name, isRequired: false, path: path,
            schema: { draft in
                let written = draft.flatMap { type.written($0[keyPath: path]) }
                return (written.map { type.schema().defaulting(to: $0) } ?? type.schema()).described(help)
            }
        ) {
            if let value = type.read($1, $2) { $0[keyPath: path] = value }
        }
    }

    /// A key for a property that is nil until it is read.
    private static func unset<Wrapped>(
        _ name: String, isRequired: Bool, _ path: any WritableKeyPath<Draft, Wrapped?> & Sendable,
        _ type: FieldType<Wrapped, Reader>, _ help: String
    ) -> Self {
        Self(name: name, isRequired: isRequired, path: path, schema: { _ in type.schema().described(help) }) {
            $0[keyPath: path] = type.read($1, $2)
        }
    }

    /// A key that makes no sense in such an object, and says why; an editor does not offer it.
    package static func refused(_ name: String, _ path: ObjectForm.Path, because reason: String) -> Self {
        Self(name: name, isRequired: false, path: path, schema: { _ in nil }) { _, field, reader in
            reader.report(.badCombination, "\(field.place): \(reason)", at: field.range)
        }
    }

    /// A key that the object must have, whose value is read in a way of its own.
    package static func required(
        _ name: String, _ schema: @autoclosure @escaping @Sendable () -> JSONSchema = .anything,
        _ read: @escaping ObjectForm.Read
    ) -> Self {
        Self(name: name, isRequired: true, path: nil, schema: { _ in schema() }, read: read)
    }

    /// A key that the object may have, whose value is read in a way of its own.
    package static func optional(
        _ name: String, _ schema: @autoclosure @escaping @Sendable () -> JSONSchema = .anything,
        _ read: @escaping ObjectForm.Read
    ) -> Self {
        Self(name: name, isRequired: false, path: nil, schema: { _ in schema() }, read: read)
    }
}

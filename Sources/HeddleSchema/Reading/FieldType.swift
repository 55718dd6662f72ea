// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics
internal import HeddleJSON

/// The type of the value under a key: its check with the words of its mistakes, and its schema.
package struct FieldType<Read, Reader: FieldReader>: Sendable {
    /// The schema of the value.
    package let schema: @Sendable () -> JSONSchema
    /// Reads a value; nil after a mistake was reported.
    package let read: @Sendable (Field, Reader) -> Read?
    /// The value as JSON has it, for a default; nil if a schema shows none.
    package let written: @Sendable (Read) -> Value?

    /// Creates a type.
    package init(
        _ schema: @autoclosure @escaping @Sendable () -> JSONSchema,
        written: @escaping @Sendable (Read) -> Value? = { _ in nil },
        read: @escaping @Sendable (Field, Reader) -> Read?
    ) {
        self.schema = schema
        self.read = read
        self.written = written
    }

    /// The same type with where the value stands.
    package var located: FieldType<Located<Read>, Reader> {
        FieldType<Located<Read>, Reader>(schema(), written: { written($0.value) }) { field, reader in
            read(field, reader).map { Located($0, at: field.range) }
        }
    }

    /// The same type with another schema.
    package func schema(_ change: @escaping @Sendable (JSONSchema) -> JSONSchema) -> Self {
        Self(change(schema()), written: written, read: read)
    }
}

// MARK: Numbers

extension FieldType where Read == Int {
    /// A whole number of a range, which may be open at its end.
    package static func whole(_ range: ClosedRange<Int>) -> Self {
        Self(.whole(range), written: { .whole($0) }) { field, reader in
            let expected =
                range.upperBound == .max
                ? "a whole number from \(range.lowerBound)"
                : "a whole number from \(range.lowerBound) to \(range.upperBound)"
            return reader.number(field, expected: expected) { number in
                number.integer.flatMap(Int.init(exactly:)).flatMap { range.contains($0) ? $0 : nil }
            }
        }
    }
}

extension FieldType where Read == Double {
    /// A number of a range.
    package static func number(_ range: ClosedRange<Double>) -> Self {
        Self(.number(range), written: { Value($0) }) { field, reader in
            let (least, most) = (Value(range.lowerBound).excerpt(), Value(range.upperBound).excerpt())
            return reader.number(field, expected: "a number from \(least) to \(most)") { number in
                number.double.flatMap { range.contains($0) ? $0 : nil }
            }
        }
    }

    /// Any number that a double can hold.
    package static var number: Self {
        Self(.number, written: { Value($0) }) { field, reader in
            reader.number(field, expected: "a number", orElse: "a number that a double can hold", \.double)
        }
    }
}

extension FieldReader {
    fileprivate func number<Read>(
        _ field: Field, expected: String, orElse rest: String? = nil, _ read: (Number) -> Read?
    ) -> Read? {
        guard case .number(let number) = field.node.content else {
            wrongType(field, expected: expected, suggestion: field.node.mend { DecimalNumber($0) != nil })
            return nil
        }
        if let value = read(number) { return value }
        badValue(field, expected: rest ?? expected)
        return nil
    }
}

// MARK: Flags and texts

extension FieldType where Read == Bool {
    /// `true` or `false`.
    package static var flag: Self {
        Self(.flag, written: { .bool($0) }) { field, reader in
            if case .bool(let flag) = field.node.content { return flag }
            reader.wrongType(
                field, expected: "true or false", suggestion: field.node.mend { ["true", "false"].contains($0) })
            return nil
        }
    }
}

extension FieldType where Read == Located<String> {
    /// A text that is not empty.
    package static var text: Self { Self(.text) { $1.text($0) } }
}

extension FieldType where Read == String {
    /// A text that is not empty.
    package static var text: Self { Self(.text, written: { .string($0) }) { $1.text($0)?.value } }
    /// Any text, which may be empty.
    package static var anyText: Self { Self(.anyText, written: { .string($0) }) { $1.anyText($0)?.value } }
}

extension FieldType where Read: RawRepresentable<String> & Sendable {
    /// One of a few words.
    package static func word(among all: [Read]) -> Self {
        Self(.words(all.map(\.rawValue)), written: { .string($0.rawValue) }) { field, reader in
            if case .text(let text) = field.node.content, let word = all.first(where: { $0.rawValue == text }) {
                return word
            }
            let words = all.map(\.rawValue)
            let expected = words.map { "\"\($0)\"" }.joined(separator: " or ")
            guard let text = reader.anyText(field, expected: expected)?.value else { return nil }
            reader.badValue(field, expected: expected, suggestion: didYouMean(text, among: words))
            return nil
        }
    }
}

extension FieldType where Read: RawRepresentable<String> & CaseIterable & Sendable {
    /// One of all words of a type.
    package static var word: Self { word(among: Array(Read.allCases)) }
}

// MARK: Lists and objects

extension FieldType where Read == [Located<String>] {
    /// A text, or a list of texts.
    ///
    /// - Parameters:
    ///   - element: the schema of the texts, which says nothing of other values.
    ///   - thing: an element of the list, which must have one: an empty list would say nothing.
    package static func texts(
        _ element: @autoclosure @escaping @Sendable () -> JSONSchema = .nonEmpty, atLeastOne thing: String? = nil
    ) -> Self {
        Self(.textOrTexts(element(), atLeast: thing == nil ? 0 : 1)) { field, reader in
            if let thing, case .array(let elements) = field.node.content, elements.isEmpty {
                reader.badValue(field, expected: "at least one \(thing)")
            }
            return reader.texts(field)
        }
    }

    /// A list of at least one text, none of them twice.
    package static var differentTexts: Self {
        Self(.list(of: .anyText, atLeast: 1).with("uniqueItems", .bool(true))) { field, reader in
            guard let texts = FieldType.list(of: .located(.anyText), atLeast: 1).read(field, reader) else { return nil }
            var names: Set<String> = []
            guard let second = texts.first(where: { !names.insert($0.value).inserted }) else { return texts }
            reader.report(
                .badValue, "\(field.place) has \(second.range.excerpt) twice, expected each text once", at: second.range
            )
            return nil
        }
    }
}

extension FieldType {
    /// A type with where the value stands.
    package static func located<Wrapped>(_ type: FieldType<Wrapped, Reader>) -> Self where Read == Located<Wrapped> {
        type.located
    }

    /// A list.
    ///
    /// - Parameter count: the least number of elements, 0 or 1.
    package static func list<Element>(
        of element: FieldType<Element, Reader>, atLeast count: Int = 0
    ) -> Self where Read == [Element] {
        Self(.list(of: element.schema(), atLeast: count)) { field, reader in
            guard let elements = reader.list(field) else { return nil }
            if count > 0, elements.isEmpty {
                reader.badValue(field, expected: "at least one element")
                return nil
            }
            let all = elements.map { element.read(field.element($0), reader) }
            // A key path would be looked up each time, since the type of the elements is not known here.
            let read = all.compactMap { $0 }
            return read.count == all.count ? read : nil
        }
    }

    /// An object with values of one type by names that are free.
    ///
    /// - Parameter make: makes an element of a name and its value; nil leaves it out.
    package static func members<Member, Element>(
        _ expected: String, of type: FieldType<Member, Reader>,
        _ make: @escaping @Sendable (Located<String>, Member) -> Element?
    ) -> Self where Read == [Element] {
        Self(JSONSchema.kind(.object).with("additionalProperties", type.schema())) { field, reader in
            reader.members(field, expected: expected)?.compactMap { member in
                type.read(field.member(member), reader)
                    .flatMap { make(Located(member.name, at: member.nameRange), $0) }
            }
        }
    }

    /// An object with keys of its own.
    package static func object(
        _ form: ObjectForm<Read, Reader>, from initial: @autoclosure @escaping @Sendable () -> Read
    ) -> Self {
        Self(JSONSchema.kind(.object).and(form.schema)) { field, reader in
            var draft = initial()
            return form.read(field, into: &draft, reader) ? draft : nil
        }
    }
}

extension FieldType where Read == Field {
    /// A value that is read later.
    package static func later(_ schema: @autoclosure @escaping @Sendable () -> JSONSchema) -> Self {
        Self(schema()) { field, _ in field }
    }
}

// MARK: Values

extension FieldType where Read == Located<Value> {
    /// A value in which nothing refers to a saved one.
    package static var literal: Self { Self(.defined(.literal)) { $1.literal($0) } }
}

extension FieldType where Read == [LocatedMember] {
    /// An object of at least one literal by its name.
    package static var literals: Self {
        Self(JSONSchema.kind(.object).with("minProperties", .whole(1)).with("additionalProperties", .defined(.literal)))
        {
            field, reader in
            guard let members = reader.literals(field) else { return nil }
            if !members.isEmpty { return members }
            reader.badValue(field, expected: "at least one member")
            return nil
        }
    }
}

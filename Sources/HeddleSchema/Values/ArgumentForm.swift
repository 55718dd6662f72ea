// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// The schema of the arguments that a module's functions take.
///
/// Everywhere in an argument `{"ref": …}` may stand for a saved value.
package struct ArgumentForm {
    /// The names that the module has for numbers; nil where it has none.
    private let constants: SchemaDefinition?

    /// - Parameter constants: the definition of the names that stand for numbers; nil where there are none.
    package init(constants: SchemaDefinition?) {
        self.constants = constants
    }

    /// The definitions that the schemas of all modules refer to.
    package static let definitions: [(SchemaDefinition, JSONSchema)] = [
        (.reference, .referenceObject), (.bytesOrReference, .bytesOrReferenceObject),
    ]

    /// The schema of an argument.
    package func schema(of parameter: Parameter) -> JSONSchema {
        let mayBeNull = parameter.isOptional && parameter.type.isPointer
        switch parameter.crossing {
        case .nothing: return .anything
        case .value(let type), .pointee(let type): return schema(of: type, orNull: mayBeNull)
        case .counted(let content, _), .received(let content, _):
            return schema(of: content, orNull: mayBeNull)
        }
    }

    private func schema(of content: CountedContent, orNull: Bool) -> JSONSchema {
        switch content {
        case .bytes:
            return place([.string, .array], objects: .defined(.bytesOrReference), orNull: orNull)
                .with("items", JSONSchema.kind(.integer).within(WholeRange(.unsignedChar)))
        case .characters: return text(orNull: orNull)
        case .wideCharacters(let text): return wide(text, orNull: orNull)
        case .elements(let element): return array(of: element, atMost: nil, orNull: orNull)
        }
    }

    private func schema(of type: CType, orNull: Bool = false) -> JSONSchema {
        if let text = type.wideTextBehind { return wide(text, orNull: orNull) }
        switch type.canonical {
        case .bool: return place([.boolean], orNull: orNull)
        case .integer(let type): return whole(WholeRange(type), orNull: orNull)
        case .floating: return place([.number], numerals: .words(FloatingType.words), orNull: orNull)
        case .complex(let part): return complex(schema(of: .floating(part)), orNull: orNull)
        case .enumeration(let enumeration):
            let names = enumeration.constants.map(\.name)
            return place([.integer], numerals: .words(names), isNamed: true, orNull: orNull)
                .within(WholeRange(enumeration.underlying)).examples(names)
        case .array(let element, let count):
            return element.isCharacter
                ? text(atMost: count, orNull: orNull) : array(of: element, atMost: count, orNull: orNull)
        case .record(let record): return self.record(record, orNull: orNull)
        case .pointer where type.isText: return text(orNull: orNull)
        case .pointer(let target, _):
            switch target.canonical {
            case .function(let function): return callback(function, orNull: orNull)
            case .record(let record) where record.members == nil || record.isTable: return table(orNull: orNull)
            case .void: return table(orNull: orNull)
            default: return place([], orNull: orNull)
            }
        case .void, .function, .aligned, .named: return .anything
        }
    }

    // MARK: Numbers

    private func whole(_ range: WholeRange, orNull: Bool) -> JSONSchema {
        place([.integer], numerals: range.isWide ? Self.decimal : nil, isNamed: constants != nil, orNull: orNull)
            .within(range)
    }

    /// A whole number as text, which JSON readers elsewhere would round.
    private static let decimal = JSONSchema.matching(
        "^[+-]?[0-9]{16,}$", expected: "a number; as decimal text only beyond 2^53")

    private func complex(_ part: JSONSchema, orNull: Bool) -> JSONSchema {
        place([.array], orNull: orNull).with("items", part).with("minItems", .whole(2)).with("maxItems", .whole(2))
    }

    // MARK: Texts and arrays

    private func text(atMost limit: Int? = nil, orNull: Bool) -> JSONSchema {
        let text = place([.string], objects: .defined(.bytesOrReference), orNull: orNull)
        return limit.map { text.with("maxLength", .whole($0)) } ?? text
    }

    private func wide(_ text: WideText, orNull: Bool) -> JSONSchema {
        let characters = WholeRange(text.character)
        return place([.string, .array], objects: .defined(.reference), orNull: orNull)
            .with("items", JSONSchema.kind(.integer).within(characters))
    }

    /// - Parameter count: the room of an array inside a structure, whose bytes may be given together.
    private func array(of element: CType, atMost count: Int?, orNull: Bool) -> JSONSchema {
        let takesBytes = count != nil && CountedContent(of: element) == .bytes
        let array = place(
            [.array], objects: .defined(takesBytes ? .bytesOrReference : .reference), orNull: orNull
        ).with("items", schema(of: element, orNull: element.isPointer))
        return count.map { array.with("maxItems", .whole($0)) } ?? array
    }

    // MARK: Objects

    private func record(_ record: RecordType, orNull: Bool) -> JSONSchema {
        let fields = record.fields.compactMap { field in field.name.map { ($0, schema(of: field)) } }
        let members = JSONSchema().with("properties", .object(fields.map { Value.Member($0, $1.value) }))
            .with("additionalProperties", .bool(false))
        let isUnion = record.kind == .union
        let object = place(
            isUnion ? [] : [.array],
            objects: .reference(
                or: isUnion
                    ? record.isSelected ? members : members.with("minProperties", .whole(1))
                    : record.isTable ? .table(or: members) : members),
            orNull: orNull)
        if isUnion || fields.isEmpty { return object }
        return object.with("items", .array(fields.map(\.1.value))).with("maxItems", .whole(fields.count))
    }

    /// A pointer that may lead to a table of functions.
    private func table(orNull: Bool) -> JSONSchema {
        place([], objects: .table(or: .defined(.reference)), orNull: orNull)
    }

    private func schema(of field: RecordType.Member) -> JSONSchema {
        let form =
            if let content = field.content {
                schema(of: content, orNull: true)
            } else if case .integer(let type) = field.type.canonical, let bits = field.bits, bits > 0 {
                whole(WholeRange(bits: bits, isSigned: type.isSigned), orNull: false)
            } else {
                schema(of: field.type, orNull: field.type.isPointer)
            }
        return form.described(field.type.declaration(of: field.name ?? ""))
    }

    private func callback(_ function: FunctionType, orNull: Bool) -> JSONSchema {
        let result = schema(of: function.result, orNull: function.result.isPointer)
        let lifetime = JSONSchema.words(of: CallbackLifetime.self)
        let answering = JSONSchema.kind(.object).with("additionalProperties", .bool(false)).with(
            "properties",
            .object([
                .init("returns", result.described("The result of each call, or of those behind the list.").value),
                .init("answers", JSONSchema.list(of: result).described("The results of the first calls.").value),
                .init(
                    "compute",
                    JSONSchema.anyText.described(
                        "The result of each call as an expression of C over its arguments: `a->size * 2`."
                    ).value),
                .init(
                    "compare",
                    JSONSchema.list(of: .anyText).with("minItems", .whole(2)).with("maxItems", .whole(2)).described(
                        "Two such expressions, of numbers or of texts, whose order is the result: -1, 0 or 1."
                    ).value),
                .init(
                    "rules",
                    JSONSchema.list(of: rule(returning: result)).described(
                        "Results for calls whose arguments meet a condition; the first one that is met decides."
                    ).value),
                .init("writes", writes.value),
                .init(
                    "records",
                    JSONSchema.kind(.boolean).described(
                        "Whether its calls come back with those of the call. By default those that are computed do not."
                    ).value),
                .init("afterwards", result.described("The result of calls after the end of the lifetime.").value),
                .init("lifetime", lifetime.value),
            ]))
        let calling = JSONSchema().with("additionalProperties", .bool(false)).with(
            "properties",
            .object([
                .init("action", JSONSchema.anyText.and(.defined(.action)).value), .init("lifetime", lifetime.value),
            ]))
        let recording = JSONSchema().with("additionalProperties", .bool(false)).with(
            "properties", .object([.init("callback", answering.value)]))
        return place(
            [],
            objects: JSONSchema.anything.when(
                .having("action"), calling,
                else: JSONSchema.anything.when(.having("callback"), recording, else: .defined(.reference))),
            orNull: orNull)
    }

    private var writes: JSONSchema {
        let value = JSONSchema.kind([.string, .number, .boolean])
        return JSONSchema.kind(.object).with(
            "additionalProperties",
            JSONSchema.kind([.string, .number, .boolean, .array]).with("items", value.value).value
        )
        .described(
            "Values that each call writes behind its pointers, by places of C: `\"*count\": \"n + 1\"`, `\"sums\": [\"a\", 0]`."
        )
    }

    private func rule(returning result: JSONSchema) -> JSONSchema {
        JSONSchema.kind(.object).with("additionalProperties", .bool(false)).with("required", .array([.string("if")]))
            .with("minProperties", .whole(2)).with("maxProperties", .whole(3)).with(
                "properties",
                .object([
                    .init("if", JSONSchema.anyText.described("The condition: `n > 1`.").value),
                    .init("returns", result.value), .init("compute", JSONSchema.anyText.value),
                    .init(
                        "writes", writes.described("Values that such a call writes, beside those of each call.").value),
                ]))
    }

    // MARK: Places

    /// A place for values of some kinds.
    ///
    /// - Parameters:
    ///   - numerals: the texts that stand for numbers beside names of constants; nil where there are none.
    ///   - isNamed: true if there are names for whole numbers, of which several are combined by `|` or as a list.
    ///   - objects: the objects that may stand there. The schema says nothing of other values.
    private func place(
        _ kinds: [JSONSchema.Kind], numerals: JSONSchema? = nil, isNamed: Bool = false,
        objects: JSONSchema = .defined(.reference), orNull: Bool
    ) -> JSONSchema {
        let texts = kinds == [.integer] || kinds == [.number] ? texts(numerals) : nil
        let forms = (texts == nil ? [] : [JSONSchema.Kind.string]) + (isNamed ? [.array] : [])
        let place = JSONSchema.kind(kinds + forms + [.object] + (orNull ? [.null] : [])).and(objects)
        guard let texts else { return place }
        guard isNamed else { return place.when(.kind(.string), texts) }
        return place.with("items", JSONSchema.anyText).when(
            .kind(.string), JSONSchema.anything.when(Self.combination, .anything, else: texts))
    }

    /// Several names, which are combined.
    private static let combination = JSONSchema.matching("[|]", expected: "names with | between them")

    /// The texts that stand for numbers; nil where there are none.
    private func texts(_ numerals: JSONSchema?) -> JSONSchema? {
        guard let constants else { return numerals }
        guard let numerals else { return .defined(constants) }
        return JSONSchema.anything.when(numerals, .anything, else: .defined(constants))
    }
}

extension JSONSchema {
    /// Objects `{"ref": …}`, or those of another schema.
    fileprivate static func reference(or members: JSONSchema) -> JSONSchema {
        anything.when(
            .having("ref", .anyText).with("maxProperties", .whole(1)), .defined(.reference), else: members)
    }

    /// Objects `{"table": …}`, or those of another schema.
    fileprivate static func table(or others: JSONSchema) -> JSONSchema {
        anything.when(
            .having("table", .anyText).with("maxProperties", .whole(1)),
            anything.described("The table of functions that this module is, with its hooks."), else: others)
    }

    fileprivate func within(_ range: WholeRange) -> JSONSchema {
        let numbers = NumberRange(range)
        return with("minimum", .number(numbers.lowest)).with("maximum", .number(numbers.highest))
    }
}

extension RecordType {
    /// True if members of it point to functions.
    fileprivate var isTable: Bool {
        kind == .structure
            && fields.contains { field in
                if field.name == "table" { return false }
                guard case .pointer(let target, _) = field.type.canonical, case .function = target.canonical else {
                    return false
                }
                return true
            }
    }
}

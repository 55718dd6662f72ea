// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

extension JSONSchema {
    /// An object with one key whose text stands for something else than it says.
    private static let special = kind(.object)
        .with("minProperties", .whole(1)).with("maxProperties", .whole(1))
        .naming(JSONSchema().with("enum", .texts(["ref", "bytes", "hex"])))
        .with("additionalProperties", anyText)

    private static let base64 = matching(
        "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$",
        expected: "base64 in groups of four characters")
    private static let hexadecimal = matching(
        "^(?:[0-9A-Fa-f]{2})*$", expected: "pairs of hexadecimal digits")

    /// A value; in an object of one key `bytes` and `hex` stand for bytes, and `ref` for what was saved. Others are made
    /// of such.
    static func value(mayRefer: Bool) -> JSONSchema {
        let itself = defined(mayRefer ? .value : .literal)
        let meant = special(reference: mayRefer ? reference : nil)
        let members = JSONSchema().with("additionalProperties", itself)
        return JSONSchema().with("items", itself)
            .when(special, meant, else: mayRefer ? computed(or: members) : members)
    }

    /// An object `{"join": […]}`.
    private static let joining = having("join", .kind(.array)).with("maxProperties", .whole(1))
    private static let joined = JSONSchema().with("additionalProperties", .bool(false)).with(
        "properties",
        .object([
            .init(
                "join",
                list(of: .defined(.textPart), atLeast: 1)
                    .described("The parts of a text, which stand one behind the other: texts, numbers and references.")
                    .value)
        ]))

    /// An object `{"expression": "…"}`.
    private static let computing = having("expression", anyText).with("maxProperties", .whole(1))
    private static let expression = JSONSchema().with("additionalProperties", .bool(false)).with(
        "properties",
        .object([
            .init(
                "expression",
                text.described("A number as an expression of C over saved and given values: `length * 2 + 1`.").value)
        ]))

    /// An object `{"ref": "…", "from": 2, "count": 4}`.
    private static let slicing = having("ref", anyText).with("minProperties", .whole(2)).naming(
        JSONSchema().with("enum", .texts(["ref", "from", "count"])))
    private static let slice = JSONSchema().with("additionalProperties", .bool(false)).with(
        "properties",
        .object([
            .init("ref", anyText.and(reference).described(referring).value),
            .init(
                "from",
                defined(.bound).described("Where the part begins: the number of an element, or of a byte, from 0.")
                    .value),
            .init(
                "count", defined(.bound).described("How many elements, or bytes, the part has; by default all.").value),
        ]))

    /// Objects that make a value of others, or those of another schema.
    private static func computed(or others: JSONSchema) -> JSONSchema {
        anything.when(
            joining, joined,
            else: anything.when(computing, expression, else: anything.when(slicing, slice, else: others)))
    }

    /// The beginning or the length of a part.
    static let bound = kind(.integer, .object).with("minimum", .whole(0)).with("maximum", .whole(Int(Int32.max)))
        .when(.kind(.object), numberObject)

    /// An object `{"ref": …}`, or an expression.
    private static let numberObject = anything.when(computing, expression, else: plainReference)

    private static let plainReference = having("ref").with("additionalProperties", .bool(false)).with(
        "properties", .object([.init("ref", anyText.and(reference).described(referring).value)]))

    /// A part of a text.
    static let textPart = kind(.string, .number, .boolean, .object).when(.kind(.object), bytesOrReferenceObject)

    /// The text behind each special key.
    ///
    /// - Parameter reference: the target of `ref`; nil where nothing can refer to anything.
    private static func special(reference: JSONSchema?) -> JSONSchema {
        JSONSchema().with(
            "properties",
            .object([
                .init("ref", reference?.described(referring).value ?? .bool(false)),
                .init("bytes", anyText.and(base64).described("Bytes in base64.").value),
                .init("hex", anyText.and(hexadecimal).described("Bytes as pairs of hexadecimal digits.").value),
            ]))
    }

    private static let referring =
        "A name that an earlier step saved, or the `row` of `each`, with a path into it: `name.field[0]`; or "
        + "`temporary.folder`."

    /// An object `{"ref": …}`, or one that makes a value of others, where something else than an object is wanted.
    static let referenceObject = computed(or: plainReference)

    /// An object `{"bytes": …}`, `{"hex": …}` or `{"ref": …}`, or one that makes a value of others, where a text or bytes
    /// are wanted.
    static let bytesOrReferenceObject = computed(
        or: JSONSchema().with("minProperties", .whole(1)).with("maxProperties", .whole(1))
            .with("additionalProperties", .bool(false)).and(special(reference: anyText.and(reference))))

    /// An object with values by their names, of which one alone may be called `bytes` as well.
    package static func members(_ member: JSONSchema, described text: String) -> JSONSchema {
        kind(.object).with("minProperties", .whole(1)).with("additionalProperties", member).described(text)
    }
}

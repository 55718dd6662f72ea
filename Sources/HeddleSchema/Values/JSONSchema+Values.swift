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

    /// A value; in an object of one key `bytes` and `hex` stand for bytes, `ref` for what was saved, and `join` for a
    /// text of several parts.
    static func value(mayRefer: Bool) -> JSONSchema {
        let itself = defined(mayRefer ? .value : .literal)
        let meant = special(reference: mayRefer ? reference : nil)
        let members = JSONSchema().with("additionalProperties", itself)
        return JSONSchema().with("items", itself)
            .when(special, meant, else: mayRefer ? anything.when(joining, joined, else: members) : members)
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
        "A name that an earlier step saved, or the `row` of `each`, with a path into it: `name.field[0]`."

    /// An object `{"ref": …}`, or one that makes a value of others, where something else than an object is wanted.
    static let referenceObject = anything.when(
        joining, joined,
        else: having("ref").with("additionalProperties", .bool(false)).with(
            "properties", .object([.init("ref", anyText.and(reference).described(referring).value)])))

    /// An object `{"bytes": …}`, `{"hex": …}`, `{"ref": …}` or `{"join": …}` where a text or bytes are wanted.
    static let bytesOrReferenceObject = anything.when(
        joining, joined,
        else: JSONSchema().with("minProperties", .whole(1)).with("maxProperties", .whole(1))
            .with("additionalProperties", .bool(false)).and(special(reference: anyText.and(reference))))

    /// An object with values by their names, of which one alone may be called `bytes` as well.
    package static func members(_ member: JSONSchema, described text: String) -> JSONSchema {
        kind(.object).with("minProperties", .whole(1)).with("additionalProperties", member).described(text)
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleSchema

/// The keys of a step, for people and for the schema.
enum StepSchema {
    static let call = JSONSchema.kind(.string, .object)
        .when(
            .kind(.string), JSONSchema.anything.and(.defined(.action)),
            else: JSONSchema.anything.with("required", .array([.string("ref")]))
                .with("additionalProperties", .bool(false))
                .with("properties", .object([.init("ref", pointer.value)]))
        )
        .described(
            "The action to call: `module.action`; or a saved pointer to a function: {\"ref\": \"table->compare\"}.")

    private static let pointer = JSONSchema.anyText.and(.reference).described(
        "The saved pointer to a function, or the way to one: `table->compare`.")

    static let with = JSONSchema.kind(.array, .object)
        .with("items", .defined(.value)).with("additionalProperties", .defined(.value))
        .described("The arguments: a list by position, or an object by the names of the parameters.")

    static let save = JSONSchema.kind(.string, .object).and(.pathName).naming(.pathName)
        .with("additionalProperties", JSONSchema.anyText.and(.callPath(at: .step)))
        .described(
            "A name for the result, which later steps use as {\"ref\": \"name\"}; or an object of names and parts of "
                + "the call."
        )
        .examples(.string("sum"), .object([.init("size", .string("out.size"))]))

    /// The target of an operation in memory.
    static func target(of operation: MemoryOperation) -> JSONSchema {
        switch operation {
        case .new:
            JSONSchema.anyText.and(.nonEmpty).described(
                "The C type of the object to make, such as `struct point` or `int[8]`; with the name of its module "
                    + "before it where several declare one of the name. It is zeroed, stays at its place, and is "
                    + "released when the steps have ended.")
        case .read: JSONSchema.anyText.and(.reference).described("The place to read: `saved->field`.")
        case .write: JSONSchema.anyText.and(.reference).described("The place to write to: `saved->field`.")
        case .call: call
        }
    }

    static let value = JSONSchema.defined(.value).described("The value to write.")

    /// Steps that are repeated.
    static let `repeat` =
        steps
        .described("The steps to repeat, in order. A step with `until` among them ends the loop once that holds.")

    /// The numbers of rounds that a loop may have.
    static let times = 1...Int(Int32.max)

    static let until = expect.with("minProperties", .whole(1))
        .described(
            "In a loop: the parts of the call that end it, each a value, or an object of operators. Once all of them "
                + "hold, the steps behind the loop are next.")

    static let `if` = expect.with("minProperties", .whole(1))
        .described(
            "The parts of the call that decide which steps are next, each a value, or an object of operators: those of "
                + "`then` if all hold, otherwise those of `else`.")

    static let then = steps.described("The steps that are run if the conditions of `if` hold.")

    static let `else` = steps.described("The steps that are run if they do not, or if the call is left out.")

    static let reason = JSONSchema.text.described(
        "The reason why the steps of `then` are left out if the conditions of `if` do not hold. Reports say it.")

    private static let steps = JSONSchema.list(of: .kind(.object).and(.defined(.step)), atLeast: 1)

    static let expect = JSONSchema.kind(.object).naming(.callPath(at: .step))
        .with("additionalProperties", .defined(.expected))
        .with("properties", .object(parts.map { .init($0.name, $0.schema.value) }))
        .described("The expected parts of the call: each a value, or an object of operators such as {\"gt\": 5}.")

    /// The parts that every call has.
    private static let parts =
        [
            ObjectKey("result", .defined(.expected).described("The result of the action.")),
            ObjectKey(
                "errno", .defined(.expected).described("`errno` as the action left it, or its name such as `ENOENT`.")),
            ObjectKey(
                "failure",
                .defined(.expected).described("The failure, with `code` and `message`; null if the call returned.")
            ),
            ObjectKey("status", .defined(.expected).described("`\"returned\"` or `\"failed\"`.")),
            ObjectKey("failure.code", .defined(.expected).described("The code of the failure.")),
            ObjectKey("failure.message", .defined(.expected).described("The message of the failure.")),
        ] + surroundings

    /// The keys of the output that steps leave.
    private static let surroundings = [
        ObjectKey("stdout", .defined(.expected).described("What native code has printed to standard output.")),
        ObjectKey("stderr", .defined(.expected).described("What native code has printed to standard error.")),
    ]

    /// The expectations of the steps of a case together.
    static let expectOfCase = JSONSchema.kind(.object).naming(.callPath(at: .end))
        .with("additionalProperties", .defined(.expected))
        .with("properties", .object(surroundings.map { .init($0.name, $0.schema.value) }))
}

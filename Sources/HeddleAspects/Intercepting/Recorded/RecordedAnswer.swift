// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleSchema

/// A call that was recorded, with all that it left.
struct RecordedAnswer: Sendable {
    /// What a call must be made with to get the answer.
    enum Arguments: Sendable {
        /// With anything.
        case any
        /// With these, in their order.
        case positional([Value])
        /// With these; the others may be anything.
        case named([Value.Member])
    }

    /// The action, as `module.action`.
    let call: String
    /// What it was called with.
    let arguments: Arguments
    /// What it left.
    let answer: CallAnswer
    /// Its number among the recorded calls, from 0.
    let index: Int
}

extension RecordedAnswer {
    /// What the option `calls` must be.
    static var form: JSONSchema {
        .list(of: .kind(.object).and(.keys(keys)).and(.anything.when(.having("failure"), .lacking(["result"]))))
            .described("Calls that were recorded, each with what it was made with and what it left.")
    }

    private static let keys = [
        ObjectKey("call", isRequired: true, .text.described("The action, as `module.action`.")),
        ObjectKey(
            "with",
            .kind(.array, .object).with("items", .defined(.literal)).with("additionalProperties", .defined(.literal))
                .described("The arguments that a call must have to be this one, by position or by name.")),
        ObjectKey("result", .defined(.literal).described("What it returned.")),
        ObjectKey(
            "out",
            .kind(.object).with("additionalProperties", .defined(.literal))
                .described("What it wrote to its out-parameters.")),
        ObjectKey("errno", .whole(Int(Int32.min)...Int(Int32.max)).described("The `errno` that it left.")),
        ObjectKey("failure", .kind(.object).and(.keys(failureKeys)).described("How it failed.")),
    ]

    private static let failureKeys = [
        ObjectKey("code", isRequired: true, .text.described("The code of the failure.")),
        ObjectKey("message", isRequired: true, .anyText.described("The message of the failure.")),
    ]
}

extension AspectOptions {
    /// The recorded calls of the option `calls`; nil where it is not given.
    func recordedCalls() throws(AspectError) -> [RecordedAnswer]? {
        guard let values = try list("calls", "a list of recorded calls") else {
            if has("ordered") { throw bad("ordered", "it says in which order recorded calls come, and there are none") }
            return nil
        }
        try checkOneOf("calls", "result")
        try checkOneOf("calls", "results")
        try checkOneOf("calls", "then")
        var calls: [RecordedAnswer] = []
        for (index, value) in values.enumerated() {
            calls.append(try CallOptions(value, index, of: aspect).recorded())
        }
        return calls
    }
}

/// One element of `calls`.
private struct CallOptions {
    private let options: AspectOptions
    private let index: Int

    init(_ value: Value, _ index: Int, of aspect: String) throws(AspectError) {
        guard case .object = value else {
            throw .badOption(
                "calls", aspect: aspect,
                message: "call \(index + 1) is \(value.kindDescription), it must be an object", suggestion: nil)
        }
        options = try AspectOptions(
            value, of: aspect, known: ["call", "with", "result", "out", "errno", "failure"])
        self.index = index
    }

    func recorded() throws(AspectError) -> RecordedAnswer {
        RecordedAnswer(call: try call, arguments: try arguments, answer: try answer, index: index)
    }

    private var call: String {
        get throws(AspectError) {
            let call = try string("call", of: options)
            guard call.contains(".") else { throw bad("its \"call\" must be \"module.action\"") }
            return call
        }
    }

    private var arguments: RecordedAnswer.Arguments {
        get throws(AspectError) {
            switch options["with"] {
            case nil: return .any
            case .array(let values): return .positional(values)
            case .object(let members): return .named(members)
            case .some(let other):
                throw bad("its \"with\" is \(other.kindDescription), it must be an array or an object")
            }
        }
    }

    private var answer: CallAnswer {
        get throws(AspectError) {
            if options.has("failure"), options.has("result") { throw bad("it has a \"result\" and a \"failure\"") }
            return CallAnswer(
                result: options["result"], out: try outputs, errno: try errno, failure: try failure)
        }
    }

    private var outputs: [Value.Member] {
        get throws(AspectError) {
            guard let value = options["out"] else { return [] }
            guard case .object(let members) = value else {
                throw bad("its \"out\" is \(value.kindDescription), it must be an object")
            }
            return members
        }
    }

    private var errno: Int32 {
        get throws(AspectError) {
            guard let value = options["errno"] else { return 0 }
            guard case .number(let number) = value, let errno = number.integer.flatMap(Int32.init(exactly:)) else {
                throw bad("its \"errno\" is \(value.kindDescription), it must be a whole number")
            }
            return errno
        }
    }

    private var failure: Failure? {
        get throws(AspectError) {
            guard let value = options["failure"] else { return nil }
            let failure = try AspectOptions(value, of: options.aspect, known: ["code", "message"])
            return Failure(code: try string("code", of: failure), message: try string("message", of: failure))
        }
    }

    private func string(_ name: String, of options: AspectOptions) throws(AspectError) -> String {
        guard case .string(let text)? = options[name], !text.isEmpty || name == "message" else {
            throw bad("it needs a text under \"\(name)\"")
        }
        return text
    }

    private func bad(_ message: String) -> AspectError { options.bad("calls", "of call \(index + 1), \(message)") }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleJSON
import HeddleSchema

/// A recorded call with its results.
struct RecordedAnswer: Sendable {
    /// The arguments that a call must have to match.
    enum Arguments: Sendable {
        /// Any arguments.
        case any
        /// These arguments, by position.
        case positional([Value])
        /// These arguments, by name; the others are arbitrary.
        case named([Value.Member])
    }

    /// The action, as `module.action`.
    let call: String
    /// The arguments.
    let arguments: Arguments
    /// The results of the call.
    let answer: CallAnswer
    /// The place of the recorded call.
    let range: SourceRange
    /// Its number among the recorded calls, from 0.
    var index = 0

    /// The place of the recorded call as the end of a sentence; empty for a text that is not a file.
    var place: String { range.source.name.isEmpty ? "" : " at \(range.location)" }
}

// MARK: In a behaviour

extension FieldType where Read == [RecordedAnswer], Reader == OptionReader {
    /// The recorded calls.
    static var recordedAnswers: Self {
        let calls = FieldType<[RecordedAnswer], Reader>.list(of: .recordedAnswer, atLeast: 1)
        return Self(calls.schema()) { field, reader in
            calls.read(field, reader)?.enumerated().map { index, answer in
                var answer = answer
                answer.index = index
                return answer
            }
        }
    }
}

extension FieldType where Read == RecordedAnswer, Reader == OptionReader {
    fileprivate static var recordedAnswer: Self {
        let call = FieldType<CallDraft, Reader>.object(CallDraft.form, from: CallDraft())
        return Self(call.schema()) { field, reader in
            call.read(field, reader).map { call in
                RecordedAnswer(
                    call: call.call ?? "", arguments: call.arguments,
                    answer: CallAnswer(
                        result: call.result?.value,
                        out: call.out.map { Value.Member($0.name.value, $0.value.value) }, errno: Int32(call.errno),
                        failure: call.failure.map { Failure(code: $0.code, message: $0.message) },
                        kept: call.kept, callbacks: call.callbacks),
                    range: field.range)
            }
        }
    }
}

/// A recorded call while it is read, key by key.
private struct CallDraft: Sendable {
    struct FailureDraft: Sendable {
        var code = ""
        var message = ""
    }

    var call: String?
    var arguments = RecordedAnswer.Arguments.any
    var result: Located<Value>?
    var out: [LocatedMember] = []
    var errno = 0
    var failure: FailureDraft?
    var kept: [CallAnswer.Kept] = []
    var callbacks: [CallAnswer.Callback] = []

    static let form = OptionForm<CallDraft>(
        "a recorded call",
        [
            .required("call", \.call, .actionName, "The action, as `module.action`."),
            .optional(
                "with", \.arguments, .recordedArguments,
                "The arguments of the recorded call, by position or by name; a call must have the same."),
            .optional("result", \.result, .literal, "The result of the call."),
            .optional("out", \.out, .outputs, "The values of its out-parameters."),
            .optional(
                "errno", \.errno, .whole(Int(Int32.min)...Int(Int32.max)), "`errno` after the call."),
            .optional(
                "failure", \.failure, .object(failureForm, from: FailureDraft()),
                "The failure of the call, if it failed."),
            .optional(
                "keeps", \.kept, .keptFunctions,
                "Names for functions that the call was given, by its parameters: `callbacks` call them."),
            .optional(
                "callbacks", \.callbacks, .callbacks,
                "The functions that the call has called, in their order: each was given to it or to an earlier call, "
                    + "which `keeps` it."),
        ], rules: [.onlyOneOf([\.result, \.failure])])

    private static let failureForm = OptionForm<FailureDraft>(
        "a failure",
        [
            .required("code", \.code, .text, "The code of the failure."),
            .required("message", \.message, .anyText, "The message of the failure."),
        ])
}

extension FieldType where Read == String, Reader == OptionReader {
    fileprivate static var actionName: Self {
        Self(.text) { field, reader in
            guard let text = reader.text(field, expected: "\"module.action\"")?.value else { return nil }
            if text.contains(".") { return text }
            reader.badValue(field, expected: "\"module.action\"")
            return nil
        }
    }
}

extension FieldType where Read == RecordedAnswer.Arguments, Reader == OptionReader {
    fileprivate static var recordedArguments: Self {
        let positional = FieldType<[Located<Value>], Reader>.list(of: .literal)
        return Self(
            JSONSchema.kind(.array, .object).with("items", .defined(.literal))
                .with("additionalProperties", .defined(.literal))
        ) { field, reader in
            switch field.node.content {
            case .array: return positional.read(field, reader).map { .positional($0.map(\.value)) }
            case .object:
                return reader.literals(field).map { .named($0.map { Value.Member($0.name.value, $0.value.value) }) }
            default:
                reader.wrongType(field, expected: "an array or an object")
                return nil
            }
        }
    }
}

extension FieldType where Read == [LocatedMember], Reader == OptionReader {
    fileprivate static var outputs: Self {
        Self(JSONSchema.kind(.object).with("additionalProperties", .defined(.literal))) { $1.literals($0) }
    }
}

// MARK: Functions

extension FieldType where Read == [CallAnswer.Kept], Reader == OptionReader {
    fileprivate static var keptFunctions: Self {
        .members("an object with a name for each function", of: FieldType<String, Reader>.text) { parameter, name in
            CallAnswer.Kept(name, parameter: parameter.value)
        }
    }
}

extension FieldType where Read == [CallAnswer.Callback], Reader == OptionReader {
    fileprivate static var callbacks: Self {
        let callback = FieldType<CallbackDraft, Reader>.object(CallbackDraft.form, from: CallbackDraft())
        let all = FieldType<[CallbackDraft], Reader>.list(of: callback)
        return Self(all.schema()) { field, reader in
            all.read(field, reader)?.map { CallAnswer.Callback($0.function, $0.arguments.map(\.value)) }
        }
    }
}

/// A call of a function while it is read, key by key.
private struct CallbackDraft: Sendable {
    var function = ""
    var arguments: [Located<Value>] = []

    static let form = OptionForm<CallbackDraft>(
        "a call of a function",
        [
            .required("function", \.function, .text, "The name under which a call `keeps` the function."),
            .optional("with", \.arguments, .list(of: .literal), "Its arguments, by position."),
        ])
}

// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import Synchronization

/// The forms of a function pointer in a behaviour.
enum CallbackRecipe {
    /// `{"action": "module.name"}`: an action, with its hooks.
    case action(String, CallbackLifetime)
    /// `{"callback": {…}}`: a function that answers from a list and records what it was called with.
    case recorded(RecordedAnswers, CallbackLifetime)

    init(_ value: Value) throws(Misfit) {
        guard case .object(let members) = value, let first = members.first else {
            throw Misfit(expected: Self.expectation)
        }
        switch (first.name, first.value) {
        case ("action", .string(let name)): self = .action(name, try Self.lifetime(of: members))
        case ("callback", .object(let options)) where members.count == 1: self = try Self.recorded(options)
        default: throw Misfit(expected: Self.expectation)
        }
    }

    /// `{"action": "module.name", "lifetime": "once"}`
    private static func lifetime(of members: [Value.Member]) throws(Misfit) -> CallbackLifetime {
        guard let second = members.dropFirst().first else { return .call }
        guard members.count == 2, second.name == "lifetime", case .string(let name) = second.value else {
            throw Misfit(expected: "nothing but a \"lifetime\" beside \"action\"")
        }
        return try lifetime(name)
    }

    private static func recorded(_ options: [Value.Member]) throws(Misfit) -> CallbackRecipe {
        var answers = RecordedAnswers()
        var lifetime = CallbackLifetime.call
        for option in options {
            switch (option.name, option.value) {
            case ("returns", let value): answers.returns = value
            case ("answers", .array(let values)): answers.list = values
            case ("afterwards", let value): answers.afterwards = value
            case ("lifetime", .string(let name)): lifetime = try Self.lifetime(name)
            default: throw Misfit(expected: Self.options, found: "the option \"\(option.name)\" of a callback")
            }
        }
        return .recorded(answers, lifetime)
    }

    private static func lifetime(_ name: String) throws(Misfit) -> CallbackLifetime {
        if let lifetime = CallbackLifetime(rawValue: name) { return lifetime }
        let names = CallbackLifetime.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        throw Misfit(expected: "one of \(names)", found: "the lifetime \"\(name)\"")
    }

    private static let expectation = "{\"action\": \"module.name\"} or {\"callback\": {\"returns\": value}}"
    private static let options = "\"returns\", a list of \"answers\", \"afterwards\" or \"lifetime\""
}

/// The results of a recorded callback.
struct RecordedAnswers {
    /// For every call, or for those behind the list.
    var returns: Value?
    /// For the first calls.
    var list: [Value] = []
    /// For calls that come after the callback was closed; zero where it is nil.
    var afterwards: Value?
}

/// The objects from which callbacks were made, by the addresses of their functions. Neither is ever released.
enum CallbackOrigins {
    private static let values = Mutex<[UInt: Value]>([:])

    /// Notes the value that a callback was made from.
    static func note(_ value: Value, at address: UnsafeMutableRawPointer) {
        let address = UInt(bitPattern: address)
        values.withLock { $0[address] = value }
    }

    /// The value; nil where there is no callback.
    static func value(at address: UInt) -> Value? { values.withLock { $0[address] } }
}

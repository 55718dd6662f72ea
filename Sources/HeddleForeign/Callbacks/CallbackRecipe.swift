// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
internal import Synchronization

/// The forms of a function pointer in a behaviour.
enum CallbackRecipe {
    /// `{"action": "module.name"}`: an action, with its hooks.
    case action(String, CallbackLifetime)
    /// `{"callback": {…}}`: a function that answers from a list and records what it was called with.
    case recorded(CallbackAnswers, CallbackLifetime)

    init(_ value: Value) throws(Misfit) {
        guard case .object(let members) = value, let first = members.first else {
            throw Misfit(expected: Self.expectation)
        }
        switch (first.name, first.value) {
        case ("action", .string(let name)): self = .action(name, try Self.lifetime(of: members))
        case ("callback", .object(let options)) where members.count == 1: self = try Self.recorded(options)
        case ("action", let value) where members.count == 1:
            throw Misfit(expected: "the name of an action", found: value.kindDescription, path: [.member("action")])
        case ("callback", let value) where members.count == 1:
            throw Misfit(
                expected: "options such as {\"returns\": value}", found: value.kindDescription, path: .callback)
        default:
            let names = ["action", "callback"]
            guard let other = members.first(where: { !names.contains($0.name) }) else {
                throw Misfit(expected: Self.expectation)
            }
            throw Misfit(
                expected: Self.expectation, found: "the key \"\(other.name)\"", path: [.member(other.name)],
                names: names)
        }
    }

    /// `{"action": "module.name", "lifetime": "once"}`
    private static func lifetime(of members: [Value.Member]) throws(Misfit) -> CallbackLifetime {
        guard let second = members.dropFirst().first else { return .call }
        guard members.count == 2, second.name == "lifetime", case .string(let name) = second.value else {
            let isOther = second.name != "lifetime"
            throw Misfit(
                expected: "nothing but a \"lifetime\" beside \"action\"",
                found: isOther ? "the key \"\(second.name)\"" : second.value.kindDescription,
                path: [.member(second.name)],
                names: isOther ? ["lifetime"] : nil)
        }
        return try lifetime(name, at: [.option(.lifetime)])
    }

    private static func recorded(_ options: [Value.Member]) throws(Misfit) -> CallbackRecipe {
        var answers = CallbackAnswers()
        var lifetime = CallbackLifetime.call
        for option in options {
            switch (CallbackOption(rawValue: option.name), option.value) {
            case (.returns, let value): answers.returns = value
            case (.answers, .array(let values)): answers.list = values
            case (.afterwards, let value): answers.afterwards = value
            case (.lifetime, .string(let name)):
                lifetime = try Self.lifetime(name, at: .callback + [.option(.lifetime)])
            case (.compute, .string(let text)):
                answers.computation = try CallbackComputation(text, at: [.option(.compute)])
            case (.compare, .array(let texts)): answers.computation = try CallbackComputation(comparing: texts)
            case (.rules, .array(let rules)): answers.rules = try Self.rules(rules)
            case (.writes, .object(let members)):
                answers.writes = try CallbackWrite.all(members, at: [.option(.writes)])
            case (.records, .bool(let records)): answers.records = records
            case (_, let value): throw Self.misfit(option.name, value)
            }
        }
        guard answers.returns == nil || answers.computation == nil,
            options.filter({ [.compute, .compare].contains(CallbackOption(rawValue: $0.name)) }).count < 2
        else {
            throw Misfit(
                expected: "one of \"returns\", \"compute\" and \"compare\"", found: "a callback with two of them")
        }
        return .recorded(answers, lifetime)
    }

    /// The mistake of an option that does not exist, or that takes other values.
    private static func misfit(_ name: String, _ value: Value) -> Misfit {
        let expected: String
        switch CallbackOption(rawValue: name) {
        case .compute: expected = "an expression such as \"a->size * 2\""
        case .compare: expected = CallbackComputation.twoExpressions
        case .rules: expected = rule
        case .writes: expected = CallbackWrite.expectation
        case .answers: expected = "a list of results"
        case .records: expected = "true or false"
        case .lifetime: expected = lifetimes
        case .returns, .afterwards, nil:
            return Misfit(
                expected: options, found: "the option \"\(name)\"", path: .callback + [.member(name)],
                names: CallbackOption.names)
        }
        return Misfit(expected: expected, found: value.kindDescription, path: .callback + [.member(name)])
    }

    /// `[{"if": "n > 1", "returns": 5}]`
    private static func rules(_ values: [Value]) throws(Misfit) -> [CallbackRule] {
        var rules: [CallbackRule] = []
        for (index, value) in values.enumerated() {
            rules.append(try rule(value, at: [.option(.rules), .element(index)]))
        }
        return rules
    }

    private static func rule(_ value: Value, at place: PartPath) throws(Misfit) -> CallbackRule {
        guard case .object(let members) = value,
            case .string(let condition)? = members.first(where: { $0.name == CallbackOption.condition })?.value
        else { throw Misfit(expected: rule, found: value.kindDescription, path: .callback + place) }
        var read = CallbackRule(
            condition: try CallbackComputation(condition, at: place + [.member(CallbackOption.condition)]))
        for member in members where member.name != CallbackOption.condition {
            switch (CallbackOption(rawValue: member.name), member.value) {
            case (.returns, let value): read.returns = value
            case (.compute, .string(let text)):
                read.computation = try CallbackComputation(text, at: place + [.option(.compute)])
            case (.writes, .object(let members)):
                read.writes = try CallbackWrite.all(members, at: place + [.option(.writes)])
            case (.compute, let value), (.writes, let value):
                throw Misfit(
                    expected: rule, found: value.kindDescription, path: .callback + place + [.member(member.name)])
            default:
                throw Misfit(
                    expected: rule, found: "the key \"\(member.name)\"",
                    path: .callback + place + [.member(member.name)], names: CallbackOption.ruleNames)
            }
        }
        if read.returns != nil, read.computation != nil {
            throw Misfit(
                expected: "one of \"returns\" and \"compute\"", found: "a rule with both", path: .callback + place)
        }
        if read.returns == nil, read.computation == nil, read.writes.isEmpty {
            throw Misfit(expected: rule, found: "a rule that says nothing", path: .callback + place)
        }
        return read
    }

    private static let rule =
        "rules such as {\"if\": \"n > 1\", \"returns\": 5} or {\"if\": \"n > 1\", \"compute\": \"n * 2\"}"

    private static func lifetime(_ name: String, at place: PartPath) throws(Misfit) -> CallbackLifetime {
        if let lifetime = CallbackLifetime(rawValue: name) { return lifetime }
        throw Misfit(expected: lifetimes, found: Value.string(name).kindDescription, path: place)
    }

    private static let lifetimes =
        "one of " + CallbackLifetime.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")

    private static let expectation = "{\"action\": \"module.name\"} or {\"callback\": {\"returns\": value}}"
    private static let options =
        "\"returns\", \"compute\", \"compare\", lists of \"answers\" or \"rules\", \"writes\", \"records\", "
        + "\"afterwards\" or \"lifetime\""
}

/// The results of a recorded callback.
struct CallbackAnswers {
    /// For every call, or for those behind the list and beside the rules.
    var returns: Value?
    /// The same, computed.
    var computation: CallbackComputation?
    /// For the first calls.
    var list: [Value] = []
    /// For calls behind the list whose arguments meet a condition; the first such rule decides.
    var rules: [CallbackRule] = []
    /// The values that each call writes, whatever it returns.
    var writes: [CallbackWrite] = []
    /// True if its calls are noted; nil where it is not said.
    var records: Bool?
    /// True if its calls are noted. By default they are unless it computes, writes or has rules: functions such as `qsort`
    /// call such a one many times.
    var isRecorded: Bool { records ?? (computation == nil && rules.isEmpty && writes.isEmpty) }
    /// For calls that come after the callback was closed; zero where it is nil.
    var afterwards: Value?
}

extension Value {
    /// True if the calls of a callback that is made from the value are among the outputs of the call that gets it; nil
    /// where the value has not the form of a callback.
    package var recordsCalls: Bool? {
        switch try? CallbackRecipe(self) {
        case .recorded(let answers, _): answers.isRecorded
        case .action: false
        case nil: nil
        }
    }
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

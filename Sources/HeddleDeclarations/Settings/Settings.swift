// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

/// The settings that a module declares, and the check of a configuration against them.
///
/// ## Topics
/// - ``mistakes(in:of:)``
/// - ``completed(_:)``
package struct Settings: Sendable {
    /// The settings in the order of the description, with unique names.
    package let all: [Setting]
    private let places: [String: Int]

    /// Creates settings.
    package init(_ all: [Setting]) {
        self.all = all
        places = Dictionary(all.enumerated().map { ($1.name, $0) }) { first, _ in first }
    }

    /// The setting of a name.
    package subscript(name: String) -> Setting? { places[name].map { all[$0] } }

    /// The configuration with the default of each setting, and of each member of a nested object, that it leaves out.
    /// Integers that were written as text become numbers.
    ///
    /// - Parameter config: a configuration without mistakes, or nil for none.
    package func completed(_ config: Value?) -> Value {
        let written = config?.members ?? []
        let given = written.map { member in
            let setting = self[member.name]
            return Value.Member(
                member.name, setting?.domain.completed(member.value, by: setting?.initial) ?? member.value)
        }
        let names = written.names
        let left = all.compactMap { setting in
            names.contains(setting.name) ? nil : setting.initial.map { Value.Member(setting.name, $0) }
        }
        return .object(given + left.filter { $0.value != .null })
    }

    /// The same with each value in the form that its type gives it: a number rounded once to a `float`, 5.0 as a whole
    /// number, an enumerator as its number.
    package func typed(_ config: Value?) -> Value {
        .object(
            completed(config).members.map { member in
                Value.Member(member.name, self[member.name]?.domain.typed(member.value) ?? member.value)
            })
    }

    /// The number of an enumerator at a path; nil for anything else.
    ///
    /// - Parameters:
    ///   - name: the setting.
    ///   - path: the path into its value.
    ///   - constant: the constant's name.
    package func number(of constant: String, at path: PartPath, in name: String) -> Int128? {
        let domain = self[name].flatMap { path.steps.reduce(ValueDomain?.some($0.domain)) { $0?.part($1) } }
        guard case .enumeration(let type)? = domain?.content else { return nil }
        return type.number(named: constant)
    }
}

extension ValueDomain {
    /// A value with decimal texts as numbers at any depth, and with missing members from the default.
    fileprivate func completed(_ value: Value, by initial: Value?) -> Value {
        switch (content, value) {
        case (.whole(let range), .string(let text)): return range.number(in: text).map { .number($0) } ?? value
        case (.array(let element?, _), .array(let values)):
            return .array(values.map { ValueDomain(of: element).completed($0, by: nil) })
        case (.record, .object(let members)):
            let defaults = initial?.members ?? []
            let initials = Dictionary(defaults.map { ($0.name, $0.value) }) { first, _ in first }
            let given = members.map { member in
                let initial = initials[member.name]
                return Value.Member(
                    member.name, part(.member(member.name))?.completed(member.value, by: initial) ?? member.value)
            }
            let names = members.names
            return .object(given + defaults.filter { !names.contains($0.name) })
        default: return value
        }
    }

    /// A value in the form that its type gives it.
    fileprivate func typed(_ value: Value) -> Value {
        switch (content, value) {
        case (.whole, .number(let number)): return number.wholeValue.map { .number(.integer($0)) } ?? value
        case (.floating(.float), .number(let number)):
            return FloatingType.float.nearest(to: number).map(Value.number) ?? value
        case (.enumeration(let type), .string(let name)):
            return type.number(named: name).map { .number(.integer($0)) } ?? value
        case (.array(let element?, _), .array(let values)):
            return .array(values.map(ValueDomain(of: element).typed))
        case (.record, .object(let members)):
            return .object(members.map { Value.Member($0.name, part(.member($0.name))?.typed($0.value) ?? $0.value) })
        default: return value
        }
    }
}

// MARK: - Mistakes

/// A mistake in a configuration, with the path to its place.
package struct ConfigurationMistake: Error, Sendable {
    /// The path from the configuration to the value; empty for the whole configuration.
    package let path: PartPath
    /// True if the mistake is the name of the path's last member, not its value.
    package let isAboutName: Bool
    /// The facts, without a place in a file.
    package let diagnostic: Diagnostic

    /// Creates a mistake.
    package init(path: PartPath, isAboutName: Bool, diagnostic: Diagnostic) {
        self.path = path
        self.isAboutName = isAboutName
        self.diagnostic = diagnostic
    }
}

extension Settings {
    /// All mistakes of a configuration, in its order, followed by the missing settings.
    ///
    /// - Parameters:
    ///   - config: the configuration.
    ///   - owner: what is configured, for the messages.
    /// - Complexity: O(size of the configuration + settings).
    package func mistakes(in config: Value, of owner: ConfigurationOwner) -> [ConfigurationMistake] {
        guard case .object(let members) = config else {
            let message = "the configuration of \(owner.shortName) is \(config.kindDescription), expected an object"
            return [
                .init(
                    path: PartPath(), isAboutName: false,
                    diagnostic: Diagnostic(
                        code: .config(.value), message, label: config.kindDescription,
                        suggestion: "write \(example) with the settings inside"))
            ]
        }
        var check = ConfigurationCheck(owner: owner)
        for member in members {
            if let setting = self[member.name] {
                check.check(member.value, of: setting)
            } else {
                check.refuse(member.name, beside: all.map(\.name))
            }
        }
        let names = members.names
        for setting in all where setting.isRequired && !names.contains(setting.name) { check.miss(setting) }
        return check.mistakes
    }

    /// An object with the first setting in it, for a message.
    private var example: String { all.first.map { "{\"\($0.name)\": …}" } ?? "{}" }
}

/// The owner of settings, in the words of messages.
package struct ConfigurationOwner: Sendable {
    /// `the module calculator`
    let name: String
    /// `calculator`
    let shortName: String
    /// The way to give a value to a setting of a name.
    let wayToSet: @Sendable (String) -> String
    /// True if a value may be one that JSON has no number for, NaN or an infinity.
    var takesSpecialNumbers = false
    /// True if values come from a text in which they may be corrected.
    var isWritten = true

    /// A module, which is configured by JSON.
    package static func module(_ name: String) -> ConfigurationOwner {
        ConfigurationOwner(name: "the module \(name)", shortName: name) { "add \"\($0)\"" }
    }

    /// The owner of a default that stands in a declaration.
    static let declaration = ConfigurationOwner(name: "the declaration", shortName: "the declaration") {
        "add \"\($0)\""
    }

    /// A behaviour, which is configured by the command line.
    package static let behaviour = ConfigurationOwner(
        name: "the behaviour", shortName: "the behaviour", wayToSet: { "give --set \($0)=VALUE" },
        takesSpecialNumbers: true, isWritten: false)
}

/// Walks through a configuration.
private struct ConfigurationCheck {
    let owner: ConfigurationOwner
    var mistakes: [ConfigurationMistake] = []

    mutating func check(_ value: Value, of setting: Setting) {
        check(value, setting.domain, setting, [.member(setting.name)])
    }

    mutating func refuse(_ name: String, beside known: [String], in path: [PartPath.Step] = []) {
        let place = path.isEmpty ? owner.name : "the setting \(text(path)) of \(owner.shortName)"
        let what = path.isEmpty ? "setting" : "member"
        let listed = known.isEmpty ? "it has none" : "it has \(known.prefix(8).joined(separator: ", "))"
        add(
            Diagnostic(
                code: .config(.unknown), "\(place) has no \(what) \(Value.string(name).excerpt(limit: 40))",
                suggestion: didYouMean(name, among: known) ?? listed),
            path + [.member(name)], isAboutName: true)
    }

    mutating func miss(_ setting: Setting) {
        add(
            Diagnostic(
                code: .config(.missing), "\(owner.name) needs the setting \"\(setting.name)\"",
                suggestion: "\(owner.wayToSet(setting.name)), \(setting.domain.expected(setting.range))",
                notes: [setting.note]),
            [])
    }

    private mutating func check(
        _ value: Value, _ domain: ValueDomain, _ setting: Setting, _ path: [PartPath.Step]
    ) {
        switch (domain.content, value) {
        case (.array(let element?, let count), .array(let values)):
            if let count, values.count != count { refuse(value, domain, setting, path) }
            let inner = ValueDomain(of: element).neverNull
            for (index, value) in values.enumerated() { check(value, inner, setting, path + [.element(index)]) }
        case (.record(let record), .object(let members)):
            let known = record.fields.compactMap(\.name)
            for member in members {
                if let part = domain.part(.member(member.name)) {
                    check(member.value, part.neverNull, setting, path + [.member(member.name)])
                } else {
                    refuse(member.name, beside: known, in: path)
                }
            }
        default:
            let isSpecial = owner.takesSpecialNumbers && setting.range == nil && domain.isSpecial(value)
            if !isSpecial, !domain.takes(value, in: setting.range) { refuse(value, domain, setting, path) }
        }
    }

    private mutating func refuse(
        _ value: Value, _ domain: ValueDomain, _ setting: Setting, _ path: [PartPath.Step]
    ) {
        let found = setting.isSecret ? Value.secretWord : value.kindDescription
        add(
            Diagnostic(
                code: .config(.value),
                "the setting \(text(path)) of \(owner.shortName) is \(found), expected \(domain.expected(setting.range))",
                label: found,
                suggestion: setting.isSecret || !owner.isWritten ? nil : domain.mendConfiguring(value),
                notes: [setting.note]),
            path)
    }

    private mutating func add(_ diagnostic: Diagnostic, _ path: [PartPath.Step], isAboutName: Bool = false) {
        mistakes.append(.init(path: PartPath(path), isAboutName: isAboutName, diagnostic: diagnostic))
    }

    /// The path for a message, such as `limits.low[2]`.
    private func text(_ path: [PartPath.Step]) -> String { String(PartPath(path).description.dropFirst()) }
}

extension Setting {
    /// The declaration with the explanation, as a note.
    fileprivate var note: Diagnostic.Note {
        Diagnostic.Note("declared: \(self)" + (help.isEmpty ? "" : ": \(help.excerpt())"))
    }
}

extension ValueDomain {
    /// Checks a value without parts against its type and range.
    func takes(_ value: Value, in range: NumberRange?) -> Bool {
        switch (content, value) {
        case (.floating(let type), .number(let number)):
            type.nearest(to: number) != nil && range?.contains(number) ?? true
        case (.floating, _): false
        case (.whole(let whole), .string(let text)):
            whole.number(in: text).map { range?.contains($0) ?? true } ?? false
        case (_, .number(let number)): canBe(value) && range?.contains(number) ?? true
        case (_, .bytes): false
        default: canBe(value)
        }
    }

    /// Returns whether a value is a number that JSON does not have.
    fileprivate func isSpecial(_ value: Value) -> Bool {
        if case (.floating, .string(let word)) = (content, value) { FloatingType.words.contains(word) } else { false }
    }

    /// The values in words, for "expected …".
    fileprivate func expected(_ range: NumberRange?) -> String {
        switch (content, range) {
        case (.whole, let range?): "a whole number \(range)"
        case (.floating, let range?): "a number \(range)"
        case (.floating(let type), nil): "a number that a \(type) can be"
        case (.bool, _): "true or false"
        case (.text(nil), _): "a text without NUL"
        case (.array(_, let count?), _): "an array of \(count)"
        case (.array, _): "an array"
        case (.record, _): "an object"
        default: words ?? "another value"
        }
    }

    private func mendText(_ text: String) -> String? {
        switch content {
        case .whole, .floating: QuotedNumber(text)?.mend
        case .bool: ["true", "false"].contains(text) ? "write it without the quotes" : nil
        default: mend(.string(text))
        }
    }

    /// A correction of a value that the setting does not accept.
    fileprivate func mendConfiguring(_ value: Value) -> String? {
        switch (content, value) {
        case (.array, .number), (.array, .string), (.array, .bool):
            "write it in brackets: [\(value.excerpt(limit: 20))]"
        case (_, .string(let text)): mendText(text)
        case (.text, .number), (.text, .bool): "write it in quotes"
        default: nil
        }
    }
}

extension [Value.Member] {
    fileprivate var names: Set<String> { Set(map(\.name)) }
}

extension Value {
    fileprivate var members: [Member] { if case .object(let members) = self { members } else { [] } }
}

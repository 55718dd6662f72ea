// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport

/// Finds in what a run told the failures that are by form: those that could have been known before anything was called.
///
/// By form fails
/// - what is said with the code of a mistake in a behaviour, such as `call.misfit` or `hook.shape`;
/// - a call whose arguments are all literals, and do not fit; or that gets a saved value of a type of which no value
///   fits; or one that no step could have saved;
/// - a call of an action that cannot be found, or that a hook does not fit (`action`, `misfit`, `noResult`);
/// - an expectation that no value of the declared type meets.
///
/// All else is by what the code did: a value out of another type's range, null where the action returned it, a hook
/// that refuses a call.
struct FormFailures {
    /// The saved values by name: the action and the path. A name may be saved in several scopes.
    private let saves: [String: [(action: String, path: String)]]
    private let hasRows: Bool
    private var failedCalls = 0
    private var call: CallEvent?
    private(set) var found: [String] = []

    init(_ behaviour: Value) {
        var saves: [String: [(action: String, path: String)]] = [:]
        for (name, action, path) in behaviour.savedNames { saves[name, default: []].append((action, path)) }
        self.saves = saves
        hasRows = behaviour.json.contains("\"row")
    }

    mutating func receive(_ event: Event, arguments: (Int) -> [Value?]) {
        switch event {
        case .call(let call):
            self.call = call
            guard case .failed(let failure) = call.status else { return }
            if let reason = reason(for: failure, call, arguments(call.index)) { note("\(call.call): \(reason)") }
            failedCalls += 1
        case .expectation(let expectation) where !expectation.isHeld: judge(expectation)
        case .diagnostic(let diagnostic, _) where diagnostic.severity == .error: judge(diagnostic)
        case .caseStarted: failedCalls = 0
        default: return
        }
    }

    private mutating func note(_ text: String) { found.append(text) }

    // MARK: Calls

    private func reason(for failure: Failure, _ call: CallEvent, _ arguments: [Value?]) -> String? {
        switch failure.code {
        case "action", "misfit", "noResult": return "\(failure.code): \(failure.message)"
        case "argument": break
        default: return nil
        }
        guard let action = GeneratedAction.named(call.call.action) else { return failure.message }
        let types = action.parameters.map(\.type) + [GeneratedType](repeating: .double, count: 9)
        let uses = zip(types, arguments).flatMap { $1.map($0.uses) ?? [] }
        let isByValue = uses.contains { name, wanted in
            let given = self.types(of: name)
            return given.isEmpty
                || given.contains { type, mayLack in mayLack || failedCalls > 0 || wanted.map(type.mayFit) ?? true }
        }
        return isByValue ? nil : "\(failure.message), from \(arguments.map { $0?.json ?? "_" })"
    }

    /// The possible targets of a reference, in each scope that has the name.
    private func types(of reference: String) -> [(type: GeneratedType, mayLack: Bool)] {
        guard let (name, rest) = PartPath.split(reference) else { return [] }
        return (saves[name] ?? []).compactMap { action, path in
            guard let (root, part) = PartPath.split(path), let action = GeneratedAction.named(action) else {
                return nil
            }
            return action.type(at: PartPath(part.steps + rest.steps), from: root)
        }
    }

    // MARK: Expectations

    private mutating func judge(_ event: ExpectationEvent) {
        guard let call, case .returned = call.status, !event.range.text.contains("\"ref\"") || hasRows,
            let (root, part) = PartPath.split(event.path), let action = GeneratedAction.named(call.call.action)
        else { return }
        if event.range.text.contains(#/"ref" ?: ?"s|"join"|"expression"/#) { return }
        guard let (type, mayLack) = action.type(at: part, from: root) else {
            return note("\(call.call): \(event.path) leads nowhere")
        }
        if mayLack { return }
        guard event.condition != nil, case .object(let operators) = event.expected else {
            if !type.mayMeet(nil, event.expected) { note("\(event.path) is never \(event.expected.json)") }
            return
        }
        for member in operators where !type.mayMeet(ConditionOperator(rawValue: member.name), member.value) {
            note("\(event.path) of \(call.call) never meets \(member.name) \(member.value.json)")
        }
    }

    // MARK: Diagnostics

    private mutating func judge(_ diagnostic: Diagnostic) {
        let areas: Set<DiagnosticCode.Area> = [.behaviour, .json, .call, .action, .hook, .bindings, .aspect]
        let ofCalls: Set<DiagnosticCode> = [.run(.callFailed), .run(.callLeft), .recording(.unansweredCall)]
        if areas.contains(diagnostic.code.area) || ofCalls.contains(diagnostic.code) {
            note("\(diagnostic.code): \(diagnostic.message)")
        }
    }
}

extension GeneratedType {
    /// The references in a value, each with the type that is wanted in its place; nil where the test does not know it.
    fileprivate func uses(in value: Value) -> [(name: String, wanted: GeneratedType?)] {
        if case .object(let members) = value, members.count == 1, members[0].name == "ref",
            case .string(let name) = members[0].value
        {
            return [(name, self)]
        }
        // What is made of others is known in the run alone.
        let keys = ["join", "expression", "ref"]
        if case .object(let members) = value, members.contains(where: { keys.contains($0.name) }) {
            return [("", nil)]
        }
        switch (self, value) {
        case (.record(let fields), .object(let members)), (.union(let fields), .object(let members)):
            return members.flatMap { member in
                fields.first { $0.name == member.name }?.type.uses(in: member.value) ?? []
            }
        case (.record(let fields), .array(let elements)):
            return zip(fields, elements).flatMap { $0.type.uses(in: $1) }
        case (.array(let element, _), .array(let elements)): return elements.flatMap(element.uses)
        case (.function, .object(let members)):
            return members.flatMap { uses(in: $0.value) }.map { ($0.name, nil) }
        case (.function, .array(let elements)): return elements.flatMap { uses(in: $0) }.map { ($0.name, nil) }
        default: return []
        }
    }
}

extension Value {
    /// The saved values of all steps of a behaviour: name, action and path.
    fileprivate var savedNames: [(String, String, String)] {
        switch self {
        case .array(let elements): return elements.flatMap(\.savedNames)
        case .object(let members):
            let inner = members.flatMap(\.value.savedNames)
            guard case .string(let call)? = members.first(where: { $0.name == "call" })?.value,
                let save = members.first(where: { $0.name == "save" })?.value
            else { return inner }
            let action = String(call.drop { $0 != "." }.dropFirst())
            switch save {
            case .string(let name): return inner + [(name, action, "result")]
            case .object(let saves):
                return inner
                    + saves.compactMap { if case .string(let path) = $0.value { ($0.name, action, path) } else { nil } }
            default: return inner
            }
        default: return []
        }
    }
}

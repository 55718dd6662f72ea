// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
package import HeddleDiagnostics
internal import HeddleJSON

extension Plan {
    /// Finds what keeps the behaviour from being recorded; nothing is called.
    ///
    /// - Throws: every secret in the behaviour, because a recording would copy it; every step that works in memory, which
    ///   no answer can stand for; and every loop and branch, as a recording expects one outcome of each step.
    package func checkRecordable(on host: ModuleHost) throws(Diagnostics) {
        var secrets = SecretSearch(host: host)
        var inMemory: [Diagnostic] = []
        func look(at step: Step) {
            secrets.look(at: step)
            if let place = step.placeInMemory { inMemory.append(.inMemory(step, at: place)) }
        }
        // To take a whole step apart costs more than to plan it, and few can have what is looked for.
        for steps in [behaviour.steps, behaviour.always] {
            for index in steps.indices {
                let step = steps.written(index)
                let form = step.form
                let isWorthALook = form.isAboutMemory || form.hasReferences || secrets.areTaken(by: step.call.value)
                if isWorthALook { look(at: step.step.filled(given)) }
            }
        }
        for run in runs { for step in run.steps + run.always { look(at: step) } }
        let scopes = [behaviour.steps, behaviour.always] + behaviour.cases.flatMap { [$0.steps, $0.always] }
        // Those of a setup are in each case.
        var known: Set<SourceRange> = []
        let blocks = scopes.flatMap(\.blocks).filter { known.insert($0.range).inserted }.map(Diagnostic.inBlock)
        let all = secrets.found + allHooks.flatMap(\.secrets) + inMemory + blocks
        if !all.isEmpty { throw Diagnostics(all) }
    }

    private var allHooks: [HookEntry] { behaviour.hooks + behaviour.cases.flatMap(\.hooks) }
}

extension Plan {
    /// The values that are known before the run, without those of rows.
    private var given: GivenValues { body.steps.given }

    /// The steps with given values filled in.
    var writtenSteps: some RandomAccessCollection<Step> { behaviour.steps.lazy.map { [given] in $0.filled(given) } }
    /// The same of those that run in any case.
    var writtenAlways: some RandomAccessCollection<Step> { behaviour.always.lazy.map { [given] in $0.filled(given) } }

    /// The cases as they are run: one for each row of a table.
    var runs: [CaseSteps] {
        behaviour.cases.flatMap { plain in
            zip(plain.names, plain.rows.map { $0.map(Optional.some) } ?? [nil]).map {
                CaseSteps(of: plain, name: $0, given: given.with(row: $1))
            }
        }
    }
}

/// A case as it is run, given values filled in.
struct CaseSteps {
    let written: Case
    let name: String
    let steps: [Step]
    let always: [Step]
    /// The expectations of what the steps leave around them.
    let expectations: [Step.Expectation]

    /// A row that lacks something was found when the plan was made.
    init(of written: Case, name: String, given: GivenValues) {
        self.written = written
        self.name = name
        steps = written.steps.map { $0.filled(given) }
        always = written.always.map { $0.filled(given) }
        expectations = written.expectations.map { expectation in
            (try? expectation.filled(from: given)) ?? expectation
        }
    }
}

extension Step {
    /// The place at which the step works in memory; nil if it only calls.
    fileprivate var placeInMemory: SourceRange? {
        if operation != nil { return call.range }
        let reference = locatedReferences.first { reference in
            let reference = reference.value
            return reference.isPlace || reference.type != nil || reference.part.isFollowing
        }
        let path = (saves.map(\.path) + expectations.map(\.path)).first { $0.value.part.isFollowing }
        return reference?.range ?? path?.range
    }

    fileprivate func filled(_ given: GivenValues) -> Step {
        given.isEmpty ? self : (try? filled(from: given)) ?? self
    }
}

/// Looks for secrets that stand in the arguments of steps.
private struct SecretSearch {
    let host: ModuleHost
    var found: [Diagnostic] = []
    /// The signature of the action that the latest step has called, where that takes secrets.
    private var last: (name: ActionName, signature: Signature?)?

    init(host: ModuleHost) { self.host = host }

    /// True if an action takes secrets.
    mutating func areTaken(by action: ActionName) -> Bool { signature(of: action) != nil }

    mutating func look(at step: Step) {
        guard let signature = signature(of: step.call.value) else { return }
        for (index, value) in step.given(by: signature)
        where signature.parameters[index].isSecret && value.value.isWritten {
            found.append(
                .secret("\(signature.name(of: index)) of \(step.call.value) is secret", at: value.range))
        }
    }

    private mutating func signature(of name: ActionName) -> Signature? {
        if let last, last.name == name { return last.signature }
        let signature = host.registry.module(named: name.module)?.signature(of: name.action)
        last = (name, signature?.parameters.contains { $0.isSecret } == true ? signature : nil)
        return last?.signature
    }
}

extension Template {
    /// True if it is more than a reference or null.
    fileprivate var isWritten: Bool {
        switch self {
        case .reference, .literal(.null): false
        case .computed(let computation): computation.operands.contains(where: \.value.isWritten)
        case .literal, .array, .object: true
        }
    }
}

extension HookEntry {
    fileprivate var secrets: [Diagnostic] {
        (before + instead + after).compactMap(\.options).filter(\.range.isConcealed).map {
            .secret("the options of this hook have a secret in them", at: $0.range)
        }
            + [condition].compactMap(\.self).filter(\.range.isConcealed).map {
                .secret("the condition of this hook has a secret in it", at: $0.range)
            }
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
package import HeddleDiagnostics
internal import HeddleJSON

extension Plan {
    /// Finds what keeps the behaviour from being recorded; nothing is called.
    ///
    /// - Throws: every secret in the behaviour, because a recording would copy it.
    package func checkRecordable(on host: ModuleHost) throws(Diagnostics) {
        let all = allSteps.flatMap { $0.secrets(on: host) } + allHooks.flatMap(\.secrets)
        if !all.isEmpty { throw Diagnostics(all) }
    }

    private var allSteps: [Step] {
        Array(behaviour.steps) + Array(behaviour.always) + behaviour.runs.flatMap { $0.steps + $0.always }
    }

    private var allHooks: [HookEntry] { behaviour.hooks + behaviour.cases.flatMap(\.hooks) }
}

extension Behaviour {
    /// The cases as they are run: one for each row of a table.
    var runs: [CaseSteps] {
        cases.flatMap { plain in
            zip(plain.names, plain.rows.map { $0.map(Optional.some) } ?? [nil]).map {
                CaseSteps(of: plain, name: $0, row: $1)
            }
        }
    }
}

/// A case as it is run, the values of its row filled in.
struct CaseSteps {
    let written: Case
    let name: String
    let steps: [Step]
    let always: [Step]
    /// The expectations of what the steps leave around them.
    let expectations: [Step.Expectation]

    /// A row that lacks something was found when the plan was made.
    init(of written: Case, name: String, row: Case.Row?) {
        self.written = written
        self.name = name
        steps = written.steps.map { $0.filled(row) }
        always = written.always.map { $0.filled(row) }
        expectations = written.expectations.map { expectation in
            row.flatMap { try? expectation.filled(from: $0) } ?? expectation
        }
    }
}

extension Step {
    fileprivate func filled(_ row: Case.Row?) -> Step {
        guard let row, let filled = try? filled(from: row) else { return self }
        return filled
    }

    fileprivate func secrets(on host: ModuleHost) -> [Diagnostic] {
        let signature = host.registry.module(named: call.value.module)?.signature(of: call.value.action)
        return (signature.map(given) ?? []).filter { $0.isSecret && $1.value.isWritten }.map { parameter, value in
            .secret("\(parameter.name ?? "an argument") of \(call.value) is secret", at: value.range)
        }
    }
}

extension Template {
    /// True if it is more than a reference or null.
    fileprivate var isWritten: Bool {
        switch self {
        case .reference, .literal(.null): false
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

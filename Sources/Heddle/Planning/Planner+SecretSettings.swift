// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics

extension Planner {
    /// The reason why a step may not use a setting: reports show one that is secret unless it goes to a secret
    /// parameter, and the command that runs a case again shows one that is not; nil if nothing is wrong.
    func refusalOfSettings(in step: Step, given: GivenValues) -> Diagnostic? {
        let used = step.locatedReferences.filter { given.isSecret($0.value) || given.isOpen($0.value) }
        if used.isEmpty { return nil }
        let called = step.operation == nil ? step.call.value : nil
        let signature = called.flatMap { host.registry.module(named: $0.module)?.signature(of: $0.action) }
        let arguments = signature.map { step.given(by: $0) } ?? []
        for argument in arguments {
            let (index, value) = (argument.index, argument.value)
            let parameter = signature.map { (name: $0.name(of: index), isSecret: $0.parameters[index].isSecret) }
            guard let parameter, let called else { continue }
            for reference in value.references {
                if given.isOpen(reference.value), parameter.isSecret {
                    return Diagnostic(
                        code: .call(.secretSetting),
                        "the parameter \(parameter.name) of \(called) is secret, and the setting is not",
                        at: reference.range, suggestion: "declare the setting with _Secret_, so that nothing shows it")
                }
                if given.isSecret(reference.value), !parameter.isSecret {
                    return .shown("the parameter \(parameter.name) of \(called) is not", at: reference.range)
                }
            }
        }
        let inArguments = Set(arguments.flatMap { $0.value.references.map(\.range) })
        let other = used.first { given.isSecret($0.value) && !inArguments.contains($0.range) }
        return other.map { .shown("reports show what is expected, made and written", at: $0.range) }
    }
}

extension Step.Expectation {
    /// The reason why it may not use a setting; nil if nothing is wrong.
    func refusalOfSettings(given: GivenValues) -> Diagnostic? {
        condition.operands.flatMap(\.references).first { given.isSecret($0.value) }
            .map { .shown("reports show what is expected", at: $0.range) }
    }
}

extension Diagnostic {
    fileprivate static func shown(_ reason: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            code: .call(.secretSetting), "the setting is secret, and \(reason)", at: range,
            suggestion: "annotate a parameter that takes it with _Secret_, and use it nowhere else")
    }
}

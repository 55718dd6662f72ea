// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign
internal import HeddleJSON

extension Signature {
    /// Returns whether a part of the outcome is what the declaration says is secret.
    func isSecret(_ path: CallPath) -> Bool {
        let name: String
        switch path.root {
        case .out(let output): name = output
        case .argument(let argument): name = argument
        case .result, .failure, .errno, .status, .stdout, .stderr, .file: return false
        }
        // The recorded calls of a callback come back under the parameter's name.
        let parameter = name.prefix { $0 != "." && $0 != "[" }
        return self.parameter(named: String(parameter))?.isSecret == true
    }

    fileprivate var secrets: [String] { given.filter { parameters[$0].isSecret }.map(name) }
}

extension CallPlanner {
    func isSecret(_ path: CallPath) -> Bool { action.signature.isSecret(path) }
}

extension Step {
    /// Keeps secret arguments, and what is expected of secret parts, from being quoted.
    func concealSecrets(of signature: Signature) {
        guard signature.parameters.contains(where: \.isSecret) else { return }
        for (index, value) in given(by: signature) where signature.parameters[index].isSecret { value.range.conceal() }
        for expectation in expectations where signature.isSecret(expectation.path.value) {
            for operand in expectation.condition.operands { operand.range.conceal() }
        }
    }

    /// The values that it gives, with the indices of their parameters.
    func given(by signature: Signature) -> [(index: Int, value: Located<Template>)] {
        let given = signature.given
        switch arguments {
        case .none: return []
        case .positional(let values): return Array(zip(signature.given(byPosition: values.count) ?? given, values))
        case .named(let members):
            return members.compactMap { member in
                signature.position(ofArgument: member.name.value).map { (given[$0], member.value) }
            }
        }
    }
}

extension HookEntry {
    /// Keeps what options say of secret arguments from being quoted: conditions of `argument.NAME`, constants of
    /// `NAME`.
    func concealSecrets(around actions: [Signature]) {
        let names = Set(actions.flatMap(\.secrets))
        guard !names.isEmpty else { return }
        for options in (before + instead + after).compactMap(\.options) { conceal(names, in: options) }
        if let condition, let node = JSONNode.reread(condition.range.source, at: condition.range.bytes.lowerBound) {
            conceal(names, in: node)
        }
    }

    private func conceal(_ names: Set<String>, in node: JSONNode) {
        switch node.content {
        case .array(let elements):
            for element in elements { conceal(names, in: element) }
        case .object(let members):
            for member in members {
                if names.contains(member.name.argumentName) {
                    member.value.range.conceal()
                } else {
                    conceal(names, in: member.value)
                }
            }
        case .null, .bool, .number, .text: break
        }
    }
}

extension String {
    /// `pin` of `argument.pin` and of `argument.pin.0`; the whole of any other text.
    fileprivate var argumentName: String {
        let parts = split(separator: ".", omittingEmptySubsequences: false)
        return parts.count > 1 && parts[0] == "argument" ? String(parts[1]) : self
    }
}

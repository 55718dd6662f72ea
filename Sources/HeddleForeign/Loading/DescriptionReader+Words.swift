// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics

/// Reads what a description says to people, and the services that the module offers.
extension DescriptionReader {
    /// Reads `what is said LF text`.
    mutating func readAbout(_ record: DescriptionRecord) {
        guard case (let key?, let text?) = split(record.text) else {
            return noteBroken("\"\(range(record.text).text)\" says nothing about the module: write HEDDLE_SUMMARY")
        }
        if let other = description.about[key], other != text {
            return noteRepeated("two records say the \(key) of the module: \"\(other)\" and \"\(text)\"")
        }
        description.about[key] = text
    }

    /// Reads `function LF parameter, or nothing LF text`.
    mutating func readHelp(_ record: DescriptionRecord) {
        let parts = range(record.text).text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
            .map(String.init)
        guard parts.count == 3, !parts[0].isEmpty, !parts[2].isEmpty else {
            return noteBroken("\"\(range(record.text).text)\" says nothing about a function: write HEDDLE_HELP")
        }
        var help = self.help[parts[0]] ?? FunctionHelp()
        let earlier = parts[1].isEmpty ? help.text : help.parameters[parts[1]] ?? ""
        if !earlier.isEmpty, earlier != parts[2] {
            let subject = parts[1].isEmpty ? parts[0] : "\(parts[1]) of \(parts[0])"
            return noteRepeated("two records have words about \(subject): \"\(earlier)\" and \"\(parts[2])\"")
        }
        if parts[1].isEmpty { help.text = parts[2] } else { help.parameters[parts[1]] = parts[2] }
        self.help[parts[0]] = help
    }

    /// Reads `service LF symbol`.
    mutating func readOffer(_ record: DescriptionRecord) {
        guard case (let service?, let symbol?) = split(record.text) else {
            return noteBroken("\"\(range(record.text).text)\" is no service that a module offers: write HEDDLE_OFFERS")
        }
        if let other = description.offers[service], other != symbol {
            return noteRepeated("the service \"\(service)\" is offered twice, by \(other) and by \(symbol)")
        }
        description.offers[service] = symbol
    }

    /// Gives the functions their words, which are about functions and parameters that there are.
    mutating func assignHelp() {
        for index in description.actions.indices {
            description.actions[index].signature.help = takeHelp(of: description.actions[index].signature)
        }
        for index in description.hooks.indices {
            description.hooks[index].help = takeHelp(of: description.hooks[index])
        }
        let known = description.actions.map(\.signature.symbol) + description.hooks.map(\.symbol)
        for symbol in help.keys.sorted() {
            noteLost("there are words about the function \(symbol), which is no action and no hook", symbol, known)
        }
    }

    private mutating func takeHelp(of signature: Signature) -> FunctionHelp {
        guard let help = help.removeValue(forKey: signature.symbol) else { return FunctionHelp() }
        let names = signature.parameters.compactMap(\.name) + ["return"]
        for name in help.parameters.keys.sorted() where !names.contains(name) {
            noteLost("there are words about \"\(name)\", which is no parameter of \(signature.symbol)", name, names)
        }
        return help
    }

    private mutating func noteLost(_ message: String, _ name: String, _ known: some Sequence<String>) {
        mistakes.append(
            Diagnostic(
                .error, .module, code: .module(.description), message, suggestion: didYouMean(name, among: known)))
    }

    private mutating func noteRepeated(_ message: String) {
        mistakes.append(
            Diagnostic(
                .error, .module, code: .module(.repeated), message,
                suggestion: "keep one of them in the sources that are linked to the module"))
    }
}

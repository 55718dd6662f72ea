// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import HeddleSystem

/// `heddle explain`: what the code of a diagnostic means.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Explain the code of a diagnostic or of a failure.",
        discussion: """
            heddle explain hook.shape     its meaning, its reason, an example and its correction
            heddle explain                all codes

            Events of --json have the code. On a terminal the last line after errors names the first one.
            """)

    @ArgumentParser.Argument(
        help: "The code. Without it all codes are listed.",
        completion: .custom { _, _, _ in ExplanationGroup.all.flatMap(\.explanations).map(\.code) })
    var code: String?

    @OptionGroup var output: OutputOptions

    func run() throws {
        let output = output.open()
        let page = ExplanationPage(isStyled: self.output.isStyled(output.data))
        do {
            let asked = try code.map { code throws(Diagnostic) in [try Explanation.of(code)] }
            if output.isJSON {
                let all = ExplanationGroup.all.flatMap(\.explanations)
                for explanation in asked ?? all { output.data.write(explanation.json + "\n") }
            } else {
                output.data.write(asked?.first.map(page.text) ?? page.list(of: ExplanationGroup.all))
            }
        } catch {
            throw output.fail(Diagnostics([error]))
        }
    }
}

extension Explanation {
    /// The explanation of a code.
    fileprivate static func of(_ code: String) throws(Diagnostic) -> Explanation {
        let all = ExplanationGroup.all.flatMap(\.explanations)
        if let explanation = all.first(where: { $0.code == code }) { return explanation }
        throw Diagnostic(
            .error, .usage, code: .usage(.code), "there is no code \(Value.string(code).excerpt(limit: 60))",
            suggestion: didYouMean(code, among: all.map(\.code)) ?? "heddle explain lists all codes")
    }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Heddle
import HeddleSystem

/// The cases of behaviours, as their files have them.
struct CaseList {
    let files: [String]

    /// Tells all cases, or all mistakes of form.
    ///
    /// - Throws: the status of mistakes, or of there being no case.
    func tell(_ output: CommandOutput) throws {
        do {
            let cases = try outlines().flatMap { file, outline in outline.cases.map { (file, $0) } }
            for (file, listed) in cases {
                output.data.write((output.isJSON ? listed.value(in: file).json : listed.line) + "\n")
            }
            if cases.isEmpty { throw Diagnostics([.noCases]) }
        } catch let mistakes as Diagnostics {
            let status = output.fail(mistakes)
            throw mistakes.all.contains { $0.code == .cases(.noCases) } ? ExitStatus.nothingMatched.code : status
        }
    }

    /// - Throws: the mistakes of all files.
    private func outlines() throws(Diagnostics) -> [(file: String, outline: BehaviourOutline)] {
        var outlines: [(String, BehaviourOutline)] = []
        var mistakes: [Diagnostic] = []
        for file in try BehaviourSearch().files(of: files) {
            let text = try BehaviourPlace(file).read()
            let (outline, issues) = BehaviourOutline.read(text.source, origin: text.origin)
            mistakes += issues
            if let outline { outlines.append((file, outline)) }
        }
        guard Diagnostics(mistakes).errors.isEmpty else { throw Diagnostics(mistakes) }
        return outlines
    }
}

extension CaseOutline {
    /// `adds [2]   numbers, slow`
    fileprivate var line: String {
        let words = tags.map { $0.excerpt() }.joined(separator: ", ")
        return words.isEmpty ? name.excerpt() : "\(name.excerpt())   \(words)"
    }

    fileprivate func value(in file: String) -> Value {
        .object([
            .init("event", .string("case")), .init("file", .string(file)), .init("name", .string(name)),
            .init("tags", .array(tags.map { .string($0) })), .init("needs", .array(needs.map { .string($0) })),
            .init("at", .string("\(range.location)")),
        ])
    }
}

extension Diagnostic {
    /// The diagnostic of files without cases.
    static var noCases: Diagnostic {
        Diagnostic(
            .error, .usage, code: .cases(.noCases), "there are no cases to run",
            suggestion: "heddle run runs the steps of a behaviour")
    }
}

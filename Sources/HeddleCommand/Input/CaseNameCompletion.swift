// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Heddle
import HeddleDeclarations
import HeddleDiagnostics
import HeddleSystem

/// The names and tags of the cases in the files of an unfinished command line, for completion in a shell.
///
/// A file with mistakes offers what can be read of it. No module is loaded.
struct CaseNameCompletion {
    private let cases: [CaseOutline]

    /// - Parameter words: the words of the command line, options among them.
    init(_ words: [String]) {
        let named = words.filter { Folder($0) != nil || $0.hasSuffix(".json") && FileIdentity($0) != nil }
        let files = (try? BehaviourSearch().files(of: named)) ?? []
        cases = files.flatMap { file in
            guard let text = try? BehaviourPlace(file).read() else { return [CaseOutline]() }
            return BehaviourOutline.read(text.source, origin: text.origin).outline?.cases ?? []
        }
    }

    /// The names, as `--name` takes them.
    var names: [String] { offered(cases.map { WildcardPattern.escaping($0.name) }) }

    /// The tags.
    var tags: [String] { offered(cases.flatMap(\.tags)) }

    private func offered(_ words: [String]) -> [String] {
        let shown = Set(words).filter { $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } }
        return shown.sorted().map(quoted)
    }

    private func quoted(_ word: String) -> String {
        switch CompletionShell.requesting {
        // Bash expands what it is offered, so that a name could run a command if it were not quoted.
        case .bash: "'\(word.replacing("'", with: #"'\''"#))'"
        // A description follows behind a colon.
        case .zsh: word.replacing("\\", with: #"\\"#).replacing(":", with: #"\:"#)
        default: word
        }
    }
}

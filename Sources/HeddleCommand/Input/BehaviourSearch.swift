// SPDX-License-Identifier: Apache-2.0

import HeddleBehaviour
import HeddleDiagnostics
import HeddleJSON
import HeddleSystem

/// Finds the behaviours that somebody has named: a folder stands for all in it that have cases.
struct BehaviourSearch {
    /// The behaviours of some words in order, each once: by the first of the paths that lead to it.
    ///
    /// - Throws: what cannot be read.
    func files(of words: [String]) throws(Diagnostics) -> [String] {
        var found: [String] = []
        for word in words {
            do throws(Diagnostic) { found += try files(of: word) } catch { throw Diagnostics([error]) }
        }
        var known: (words: Set<String>, files: Set<FileIdentity>) = ([], [])
        return found.filter { word in
            guard !word.contains("://"), let file = FileIdentity(word) else { return known.words.insert(word).inserted }
            return known.files.insert(file).inserted
        }
    }

    private func files(of word: String) throws(Diagnostic) -> [String] {
        guard word != "-", !word.contains("://"), let folder = Folder(word) else { return [word] }
        var files: [String] = []
        for file in try folder.files(endingIn: ".json", limit: SourceText.largestSize) where try mayHaveCases(file) {
            files.append(file)
        }
        return files
    }

    /// Returns whether a file is a behaviour with cases, or with included files that may have some. A file that is not
    /// valid JSON counts if it mentions a behaviour, so that its mistakes are reported.
    private func mayHaveCases(_ file: String) throws(Diagnostic) -> Bool {
        let source = try readText(at: file, kind: .behaviour)
        guard let root = try? JSONNode.read(source) else {
            return String(decoding: source.bytes, as: UTF8.self).contains("\"behaviour\"")
        }
        guard case .object(let members) = root.content else { return false }
        let names = Set(members.map(\.name))
        return names.contains("behaviour") && !names.isDisjoint(with: ["cases", "include"])
    }
}

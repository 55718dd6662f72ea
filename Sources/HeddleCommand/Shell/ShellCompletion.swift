// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleSystem

/// The words that Tab makes of one that was begun.
enum ShellCompletion {
    /// Returns them in alphabetical order.
    ///
    /// - Parameters:
    ///   - word: the word that was begun.
    ///   - line: the line up to the cursor, which the word ends.
    static func words(for word: String, _ line: String, _ names: ShellNames) -> [String] {
        let before = line.dropLast(word.count)
        let isFirst = before.allSatisfy(\.isWhitespace)
        if isFirst, word.hasPrefix(".") {
            return ShellOrder.allCases.map { ".\($0.rawValue)\($0.operand.isEmpty ? "" : " ")" }.filter {
                $0.hasPrefix(word)
            }
        }
        if isFirst || !before.drop(while: \.isWhitespace).hasPrefix(".") { return names.completions(of: word) }
        switch before.split(separator: " ").first {
        case ".show": return names.completions(of: word).map { $0.hasSuffix("(") ? String($0.dropLast()) : $0 }
        case ".load", ".bindings", ".save": return files(word)
        default: return []
        }
    }

    /// The files that a path may become; folders end with a slash.
    private static func files(_ path: String) -> [String] {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[...$0]) } ?? ""
        let begun = slash.map { path[path.index(after: $0)...] } ?? path[...]
        let all = (try? System.entries(ofFolder: folder.isEmpty ? "." : folder)) ?? []
        return all.filter { $0.hasPrefix(begun) && $0 != "." && $0 != ".." && ($0.first != "." || begun.first == ".") }
            .sorted().map { name in
                let isFolder = (try? System.status(at: folder + name))?.kind == .folder
                return folder + name + (isFolder ? "/" : "")
            }
    }
}

extension ShellNames {
    /// The functions, constants, saved values and modules that a word may become.
    fileprivate func completions(of word: String) -> [String] {
        if let dot = word.firstIndex(of: "."), let module = module(String(word[..<dot])) {
            let (prefix, begun) = (word[...dot], word[word.index(after: dot)...])
            return module.callableNames.filter { $0.hasPrefix(begun) }.sorted().map { "\(prefix)\($0)(" }
        }
        var found = Set(saved.keys.filter { $0.hasPrefix(word) }).union(defined.keys.filter { $0.hasPrefix(word) })
        for module in modules {
            if module.name.hasPrefix(word) { found.insert("\(module.name).") }
            found.formUnion(module.callableNames.filter { $0.hasPrefix(word) }.map { "\($0)(" })
            found.formUnion(module.variableNames.filter { $0.hasPrefix(word) })
            if !word.isEmpty { found.formUnion(module.constantNames.filter { $0.hasPrefix(word) }) }
        }
        return found.sorted()
    }
}

// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations

/// The command that runs just one case again, as a shell takes it.
struct RerunCommand {
    /// The folders that the run looked for modules in.
    let modulePath: [String]
    /// The other options that the run was given.
    let options: [String]
    /// The seed of a random order.
    let seed: UInt64?

    /// - Parameters:
    ///   - file: the behaviour, as the run was given it.
    ///   - name: the name of the case, with that of its row.
    ///   - settings: the options for the settings of the behaviour.
    func text(file: String, name: String, settings: [String] = []) -> String {
        // A word that begins with a dash would be read as an option.
        let place = file.hasPrefix("-") && file != "-" ? "./\(file)" : file
        let folders = modulePath.flatMap { option("-m", long: "--module-path", $0) }
        let order = seed.map { ["--seed", "\($0)"] } ?? []
        let words = ["heddle", "test"] + folders + (options + settings).map(\.shellQuoted) + [place.shellQuoted]
        return (words + option("--name", long: "--name", WildcardPattern.escaping(name)) + order)
            .joined(separator: " ")
    }

    private func option(_ short: String, long: String, _ value: String) -> [String] {
        value.hasPrefix("-") ? ["\(long)=\(value.shellQuoted)"] : [short, value.shellQuoted]
    }
}

extension String {
    /// The text as one word of a POSIX shell, on one line. Characters that cannot be shown are printed by the shell, which
    /// loses newlines at the end.
    var shellQuoted: String {
        if !isEmpty, unicodeScalars.allSatisfy(\.isPlainInShell) { return self }
        if unicodeScalars.allSatisfy(\.isShown) { return inQuotes }
        let options = hasPrefix("-") ? "-- " : ""
        return "\"$(printf \(options)\(unicodeScalars.map(\.inFormat).joined().inQuotes))\""
    }

    private var inQuotes: String { "'\(replacing("'", with: #"'\''"#))'" }
}

extension Unicode.Scalar {
    fileprivate var isPlainInShell: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "_", ".", "/", ":", "@", "%", "+", ",", "-": true
        default: false
        }
    }

    fileprivate var isShown: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }

    /// The scalar in a format of `printf`.
    fileprivate var inFormat: String {
        if self == "%" || self == "\\" { return "\(self)\(self)" }
        if isShown { return String(self) }
        return String(self).utf8.map { byte in
            let digits = String(byte, radix: 8)
            return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }.joined()
    }
}

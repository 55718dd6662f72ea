// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

/// A format of text that people take for JSON.
enum OtherFormat: String {
    case yaml = "YAML"
    case toml = "TOML"

    /// Recognizes the format by the first line that has more than a remark.
    ///
    /// - Parameters:
    ///   - offset: where the text ceases to be JSON; nil is returned if that is behind the line.
    init?(_ source: SourceText, before offset: Int) {
        var start = 0
        for line in source.bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 20, omittingEmptySubsequences: false) {
            defer { start += line.count + 1 }
            let text = String(decoding: line.prefix(200), as: UTF8.self).trimmed
            if text.isEmpty || text.hasPrefix("#") { continue }
            guard offset <= start + line.count, let format = Self(line: text) else { return nil }
            self = format
            return
        }
        return nil
    }

    private init?(line: Substring) {
        let name = line.prefix { $0.isLetter || $0.isNumber || "_-.".contains($0) }
        let rest = line[name.endIndex...].drop { $0 == " " }
        if line == "---" || line.hasPrefix("- ") || !name.isEmpty && (rest == ":" || rest.hasPrefix(": ")) {
            self = .yaml
        } else if !name.isEmpty && rest.hasPrefix("=") || line.isTableHeader {
            self = .toml
        } else {
            return nil
        }
    }
}

extension Substring {
    /// `[modules.m]` or `[[steps]]`, which no array of JSON looks like.
    fileprivate var isTableHeader: Bool {
        guard hasPrefix("["), hasSuffix("]") else { return false }
        let name = drop { $0 == "[" }.prefix { $0 != "]" }
        let isBare = name.allSatisfy { $0.isLetter || $0 == "_" || $0 == "-" || $0 == "." }
        return isBare && (name.contains(".") || hasPrefix("[[") && hasSuffix("]]"))
    }
}

extension String {
    fileprivate var trimmed: Substring {
        var text = self[...].drop { $0.isWhitespace }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}

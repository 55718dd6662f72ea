// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleSystem

/// The checks that are not made, each for a reason.
struct Exclusions {
    /// The reasons by the names of checks.
    let reasons: [String: String]

    /// Reads `NAME=REASON` of options, and lines of a file.
    ///
    /// - Throws: all that name no check or give no reason.
    init(_ options: [String], file: String?) throws(Diagnostics) {
        var entries = options.map { (text: $0, place: "--exclude") }
        if let file { entries += try Self.lines(of: file).map { ($0, file) } }
        var (reasons, mistakes) = ([String: String](), [Diagnostic]())
        for (text, place) in entries {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let (name, reason) = (Self.trimmed(parts[0]), parts.count > 1 ? Self.trimmed(parts[1]) : "")
            if Check.named(name) == nil {
                mistakes.append(.noCheck(name, in: place))
            } else if reason.isEmpty {
                mistakes.append(
                    Diagnostic(
                        .error, .usage, code: .usage(.exclusion), "\(place) gives no reason to exclude \(name)",
                        suggestion: "write \(name)=REASON"))
            } else {
                reasons[name] = reason
            }
        }
        if !mistakes.isEmpty { throw Diagnostics(mistakes) }
        self.reasons = reasons
    }

    /// The lines that are neither empty nor begin with `#`.
    private static func lines(of path: String) throws(Diagnostics) -> [String] {
        do throws(FileContents.Refusal) {
            return String(decoding: try FileContents.bytes(at: path), as: UTF8.self).split(separator: "\n")
                .map { trimmed($0) }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
        } catch {
            throw Diagnostics([
                Diagnostic(
                    .error, .usage, code: .usage(.exclusion), "the exclusions cannot be read: \(path): \(error.reason)")
            ])
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}

extension Diagnostic {
    /// The diagnostic of a name that no check has.
    static func noCheck(_ name: String, in place: String) -> Diagnostic {
        Diagnostic(
            .error, .usage, code: .usage(.check),
            "\(place) names no check: \(Value.string(name).excerpt(limit: 60))",
            suggestion: didYouMean(name, among: Check.all.map(\.name)) ?? "heddle validate --list lists the checks")
    }
}

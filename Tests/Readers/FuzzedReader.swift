// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

/// A reader of foreign text, and its promises for every input.
///
/// ## Topics
/// - ``brokenPromises(reading:)``
/// - ``seeds``
/// - ``tokens``
package enum FuzzedReader: String, CaseIterable, Sendable {
    /// JSON by itself.
    case json
    /// A value, as the command line takes it.
    case value
    /// A behaviour file of either form.
    case behaviour
    /// A file of bindings.
    case bindings
    /// Declarations, as behaviours and modules have them.
    case declarations
    /// The output of a preprocessor for C headers.
    case header
    /// The settings of a module's configuration.
    case settings
    /// Paths into values and calls, and patterns of names.
    case paths
    /// Conditions of hooks and aspects.
    case conditions
    /// Regular expressions of `matches`.
    case expressions
    /// Expressions that callbacks compute.
    case computations
    /// Formats as of `printf`.
    case formats

    /// The promises that it broke with a text, in words. It also promises to end, and soon.
    package func brokenPromises(reading bytes: [UInt8]) -> [String] {
        let source = SourceText(name: "input", bytes: bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        switch self {
        case .json: return Promises.ofJSON(source)
        case .value: return Promises.ofValues(source)
        case .behaviour: return Promises.ofBehaviours(source)
        case .bindings: return Promises.ofBindings(source)
        case .declarations: return Promises.ofDeclarations(source)
        case .header: return Promises.ofHeaders(source)
        case .settings: return Promises.ofSettings(source)
        case .paths: return Promises.ofPaths(text)
        case .conditions: return Promises.ofConditions(source)
        case .expressions: return Promises.ofExpressions(text)
        case .computations: return Promises.ofComputations(text)
        case .formats: return Promises.ofFormats(text)
        }
    }
}

/// The promises of readers. Each function returns those that did not hold for a text.
enum Promises {
    /// Each of them says something, about a place inside of the text.
    static func ofDiagnostics(_ issues: [Diagnostic], in source: SourceText) -> [String] {
        issues.flatMap { issue in
            let ranges = [issue.range].compactMap(\.self) + issue.notes.compactMap(\.range)
            let outside = ranges.filter { $0.source !== source || $0.bytes.upperBound > source.bytes.count }
            let silent = issue.message.isEmpty || issue.render().isEmpty ? ["\(issue.code) says nothing"] : []
            return outside.map { "\(issue.code) points at \($0.bytes) of \(source.bytes.count) bytes" } + silent
        }
    }

    /// A refusal has a place.
    static func ofRefusal(_ refusal: Diagnostics, of source: SourceText) -> [String] {
        let placeless = refusal.all.filter { $0.range == nil }.map { "\($0.code) has no place: \($0.message)" }
        return (refusal.all.isEmpty ? ["refused without a reason"] : placeless) + ofDiagnostics(refusal.all, in: source)
    }
}

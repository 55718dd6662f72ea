// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics
import HeddleSchema
package import Logging

/// `log`: a line for each side of a call that it looks at, the arguments before and the outcome after.
///
///     z.crc32(0, "hello", 5)
///     z.crc32 returned 907060870
///
/// Arguments that the declaration marks as `_Secret_` are never shown.
package struct LogAspect: Observer {
    private let logger: Logger
    private let level: Logger.Level
    private let prefix: String
    private let shown: [String]?
    private let hidden: Set<String>
    private let places: [String: SourceRange]

    /// Creates the aspect.
    ///
    /// - Parameters:
    ///   - label: a prefix of each line.
    ///   - shown: the names of the arguments that are shown; nil for all.
    ///   - hidden: the names of those in whose place `<secret>` is shown.
    ///   - places: the places of the names.
    package init(
        logger: Logger, level: Logger.Level = .info, label: String? = nil, shown: [String]? = nil,
        hidden: Set<String> = [], places: [String: SourceRange] = [:]
    ) {
        self.logger = logger
        self.level = level
        self.prefix = label.map { "\($0.excerpt()) " } ?? ""
        self.shown = shown
        self.hidden = hidden
        self.places = places
    }

    /// Logs the call with its arguments, which are decoded only if the level is logged.
    package func entered(_ call: some ObservedCall) -> UInt64 {
        logger.log(level: level, "\(prefix)\(call.action.excerpt)(\(arguments(of: call)))")
        return 0
    }

    /// Logs the outcome.
    package func left(_ call: some ObservedCall, since entered: UInt64) {
        logger.log(level: level, "\(prefix)\(call.action.excerpt) \(Self.words(for: call.outcome))")
    }

    /// Nothing; the log has everything.
    package func findings() -> [Finding] { [] }

    /// Each name in the options must be an argument of one of the actions. Otherwise a secret with a misspelt name
    /// would be shown.
    package func check(_ actions: [WovenAction]) throws(AspectError) {
        let known = actions.flatMap(\.signature.argumentNames)
        for (option, names) in [("arguments", shown ?? []), ("redact", hidden.sorted())] {
            for name in names where !known.contains(name) {
                throw .badOption(
                    OptionPlace(option, at: places[name]), aspect: "log",
                    message: "none of its actions takes an argument \(Value.string(name).excerpt())",
                    suggestion: didYouMean(name, among: known))
            }
        }
    }

    private func arguments(of call: some ObservedCall) -> String {
        let names = call.signature.argumentNames
        var words: [String] = []
        for (position, value) in call.signature.excerpts(of: call.arguments, limit: 40).enumerated() {
            // Variadic arguments have no declaration.
            let name = position < names.count ? names[position] : nil
            if let shown, !shown.contains(name ?? "") { continue }
            let word = name.map(hidden.contains) == true ? Value.secretWord : value
            words.append(shown == nil ? word : "\((name ?? "").excerpt()): \(word)")
        }
        return words.joined(separator: ", ")
    }

    private static func words(for outcome: Outcome?) -> String {
        switch outcome {
        case .returned(let result?): "returned \(result.excerpt(limit: 80))"
        case .returned(nil): "returned"
        case .failed(let failure): "failed: \(failure.excerpt)"
        case nil: "has no outcome"
        }
    }
}

// MARK: In a behaviour

extension LogAspect {
    static let recipe = AspectRecipe.observing(
        "log", "Logs the arguments before the call and the outcome after it.", LogOptions.self
    ) { options, context throws(AspectError) in
        let (shown, hidden) = (options.shown, options.hidden)
        return LogAspect(
            logger: context.logger, level: options.level, label: options.label, shown: shown?.map(\.value),
            hidden: Set(hidden.map(\.value)),
            places: Dictionary((hidden + (shown ?? [])).map { ($0.value, $0.range) }) { first, _ in first })
    }
}

private struct LogOptions: OptionDraft {
    var level = Logger.Level.info
    var label: String?
    var shown: [Located<String>]?
    var hidden: [Located<String>] = []

    static func keys(at _: HookPosition) -> [OptionForm<Self>.Key] {
        [
            .optional("level", \.level, .word, "The log level of the lines."),
            .optional("label", \.label, .anyText, "A prefix of each line."),
            .optional(
                "arguments", \.shown, .differentTexts,
                "The names of the arguments to show; all by default."),
            .optional("redact", \.hidden, .differentTexts, "The names of further secret arguments."),
        ]
    }
}

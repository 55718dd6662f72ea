// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// A path to a part of a call, the same in all keys: `argument.amount`, `result.corners[2].x`, `out.count`,
/// `failure.code`, `errno`, `status`. Steps also know what is left around the call: `stdout`, `stderr`, `file:PATH`.
///
/// ## Topics
/// - ``init(_:)``
/// - ``bound(to:)``
/// - ``CallMoment``
/// - ``CallCondition``
package struct CallPath: Hashable, Sendable, CustomStringConvertible {
    /// The parts of a call.
    package enum Root: Hashable, Sendable {
        /// An argument, by the name of its parameter.
        case argument(String)
        /// The result of the action.
        case result
        /// An out-parameter, by its name.
        case out(String)
        /// The failure; null if the call returned.
        case failure
        /// `errno` as the action left it.
        case errno
        /// `"returned"` or `"failed"`.
        case status
        /// The text that native code has printed to standard output.
        case stdout
        /// The text that native code has printed to standard error.
        case stderr
        /// The content of a file, by its path; null if there is none.
        case file(String)
    }

    /// The part of the call at the start of the path.
    package let root: Root
    /// The path into the part; empty for the whole part.
    package let part: PartPath

    /// Creates a path.
    package init(_ root: Root, _ part: PartPath = PartPath()) {
        self.root = root
        self.part = part
    }

    /// The path of a text; nil if it is not a path.
    package init?(_ text: String) {
        if text.hasPrefix(Self.filePrefix) {
            let path = text.dropFirst(Self.filePrefix.count)
            if path.isEmpty || path.utf8.contains(0) { return nil }
            self.init(.file(String(path)))
            return
        }
        guard let (name, path) = PartPath.split(text) else { return nil }
        switch (name, path.steps.first) {
        case ("argument", .member(let parameter)): self.init(.argument(parameter), path.inner)
        case ("result", _): self.init(.result, path)
        case ("out", .member(let parameter)): self.init(.out(parameter), path.inner)
        case ("failure", nil): self.init(.failure)
        case ("failure", .member("code")) where path.steps.count == 1: self.init(.failure, path)
        case ("failure", .member("message")) where path.steps.count == 1: self.init(.failure, path)
        case ("errno", nil): self.init(.errno)
        case ("status", nil): self.init(.status)
        case ("stdout", nil): self.init(.stdout)
        case ("stderr", nil): self.init(.stderr)
        default: return nil
        }
    }

    /// The start of a path to a file.
    package static let filePrefix = "file:"

    /// The path of a text, if its part is known at a moment.
    ///
    /// - Throws: ``ConditionMistake`` if the text is not a path, or if its part is not known yet.
    package init(_ text: String, at moment: CallMoment) throws(ConditionMistake) {
        guard let path = CallPath(text) else { throw .notAPath(text, at: moment) }
        guard moment.knows(path.root) else { throw moment.refusal(of: text) }
        self = path
    }

    /// The path as text.
    package var description: String { root.description + part.description }

    /// The path to a part of what this one leads to.
    package func leading(on path: PartPath) -> CallPath { CallPath(root, part + path) }

    /// The whole result.
    package static let result = CallPath(.result)
    /// `errno` as the action left it.
    package static let errno = CallPath(.errno)
    /// The failure.
    package static let failure = CallPath(.failure)
    /// A whole out-parameter.
    package static func out(_ name: String) -> CallPath { CallPath(.out(name)) }
}

extension CallPath.Root: CustomStringConvertible {
    /// The path as text.
    package var description: String {
        switch self {
        case .argument(let name): "argument.\(name)"
        case .result: "result"
        case .out(let name): "out.\(name)"
        case .failure: "failure"
        case .errno: "errno"
        case .status: "status"
        case .stdout: "stdout"
        case .stderr: "stderr"
        case .file(let path): CallPath.filePrefix + path
        }
    }

    /// True for what a call leaves around it, and not in its outcome.
    package var isSurrounding: Bool {
        switch self {
        case .stdout, .stderr, .file: true
        case .argument, .result, .out, .failure, .errno, .status: false
        }
    }

    /// True for what native code prints.
    package var isPrinted: Bool { self == .stdout || self == .stderr }
}

/// The moment at which a part of a call is read.
package enum CallMoment: Hashable, Sendable {
    /// Before the body has run, when there are only arguments.
    case before
    /// After the call has ended.
    case after
    /// After the step that made the call, which also knows what is left around it.
    case step
    /// After the steps of a case: what is left around all of them.
    case end

    fileprivate func knows(_ root: CallPath.Root) -> Bool {
        switch self {
        case .before: if case .argument = root { true } else { false }
        case .after: !root.isSurrounding
        case .step: true
        case .end: root.isSurrounding
        }
    }

    fileprivate func refusal(of text: String) -> ConditionMistake {
        let found = Value.string(text).excerpt()
        let (message, suggestion): (String, String?) =
            switch self {
            case .before: ("\(found) is not known before the call has run", "ask for argument.NAME")
            case .after, .step: ("\(found) is known to steps and cases only, not to hooks", nil)
            case .end: ("\(found) is a part of a call, expected \(paths)", "expect it of the step")
            }
        return ConditionMistake(.unknownPath, message, suggestion: suggestion, atName: true)
    }

    /// The paths that are known at the moment, in words.
    package var paths: String {
        switch self {
        case .before: "argument.NAME"
        case .after: "result, out.NAME, errno, failure, status or argument.NAME"
        case .step: "result, out.NAME, errno, failure, status, argument.NAME, stdout, stderr or file:PATH"
        case .end: "stdout, stderr or file:PATH"
        }
    }
}

extension PartPath {
    /// The path without its first step.
    fileprivate var inner: PartPath { PartPath(Array(steps.dropFirst())) }
}

extension ConditionMistake {
    fileprivate static func notAPath(_ text: String, at moment: CallMoment) -> ConditionMistake {
        ConditionMistake(
            .unknownPath, "\(Value.string(text).excerpt()) is not a part of a call, expected \(moment.paths)",
            suggestion: CallPath.suggestion(for: text, at: moment), atName: true)
    }

    /// The mistake of an unknown argument.
    package static func unknownArgument(_ name: String, _ signature: Signature) -> ConditionMistake {
        unknownName(
            name, among: signature.argumentNames,
            "\(signature.symbol) takes no argument \(Value.string(name).excerpt())", "it takes")
    }

    /// The mistake of an unknown out-parameter.
    static func unknownOutput(_ name: String, of action: String, among known: [String]) -> ConditionMistake {
        unknownName(
            name, among: known, "\(action) has no out-parameter \(Value.string(name).excerpt())", "it has")
    }

    private static func unknownName(
        _ name: String, among known: [String], _ message: String, _ offer: String
    ) -> ConditionMistake {
        ConditionMistake(
            .unknownPath, message,
            suggestion: didYouMean(name, among: known)
                ?? (known.isEmpty ? nil : "\(offer) \(known.joined(separator: ", "))"), atName: true)
    }
}

extension CallPath {
    /// The suggestion for a text that is not a path: the same text with the nearest known root.
    private static func meant(by text: String, at moment: CallMoment) -> String? {
        let root = PartPath.leadingName(of: text[...])
        let rest = text[root.endIndex...]
        let roots = ["argument", "result", "out", "failure", "errno", "status", "stdout", "stderr"]
        guard let known = nearest(to: String(root), among: roots) else { return nil }
        return [known + rest, known].first { CallPath($0).map { moment.knows($0.root) } ?? false }
    }

    fileprivate static func suggestion(for text: String, at moment: CallMoment) -> String? {
        if let advice = PartPath.adviceOnLength(of: text) { return advice }
        if let path = StarredPath(text), path.type == nil, CallPath(path.plain).map({ moment.knows($0.root) }) == true {
            return "write \(path.plain)"
        }
        if let meant = meant(by: text, at: moment) { return "did you mean \"\(meant)\"?" }
        switch PartPath.leadingName(of: text[...]) {
        case "argument", "arguments", "args", "arg": return "write argument.NAME"
        default: return nil
        }
    }
}

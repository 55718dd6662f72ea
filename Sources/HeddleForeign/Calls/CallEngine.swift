// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics
internal import HeddleSystem

/// The engine that makes the calls of native functions: it puts the arguments where the machine's calling convention wants them.
///
/// Both engines give the same results; what one of them cannot pass rightly, it refuses when an action is bound.
public enum CallEngine: String, Sendable, CaseIterable {
    /// Heddle's own transfer, for x86-64 and AArch64.
    case own
    /// libffi, for every machine that it has been ported to.
    case libffi

    /// Returns whether the engine exists on this machine.
    package var isAvailable: Bool { self == .libffi || Machine.host.convention != nil }

    /// The engine that is used where nobody chooses one: the own one where it exists.
    package static let standard = CallEngine.own.isAvailable ? CallEngine.own : .libffi

    /// The engine that `HEDDLE_CALLS` names; ``standard`` where it names none that exists here.
    package static let preferred = named.flatMap { $0.isAvailable ? $0 : nil } ?? standard

    private static let variable = "HEDDLE_CALLS"
    private static let named = Environment.value(of: variable).flatMap(CallEngine.init(rawValue:))

    /// The diagnostic of an engine that does not exist, or not on this machine.
    package static func refusal(of word: String, by place: String) -> Diagnostic? {
        guard let engine = CallEngine(rawValue: word) else {
            let known = allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " and ")
            return Diagnostic(
                .error, .usage, code: .program(.callEngine),
                "\(place): there is no engine \"\(word)\" for calls; there are \(known)",
                suggestion: didYouMean(word.lowercased(), among: allCases.map(\.rawValue))
                    ?? "leave it out for \"\(standard.rawValue)\", which is the default here")
        }
        guard !engine.isAvailable else { return nil }
        return Diagnostic(
            .error, .usage, code: .program(.callEngine), "\(place): \(noOwnTransfer)",
            suggestion: "leave it out, or name \"libffi\", which makes the calls here")
    }

    static let noOwnTransfer = "Heddle has no transfer of its own for \(Machine.host.name)"

    /// The diagnostic of a wrong `HEDDLE_CALLS`.
    package static var environmentRefusal: Diagnostic? {
        guard let word = Environment.value(of: variable), !word.isEmpty else { return nil }
        return refusal(of: word, by: variable)
    }
}

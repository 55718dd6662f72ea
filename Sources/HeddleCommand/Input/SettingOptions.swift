// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Heddle
import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics

/// The values that the command line gives to settings of behaviours.
struct SettingOptions: ParsableArguments {
    /// `n=5`
    struct Assignment: Sendable {
        let name: String
        let value: String

        init(argument: String) throws {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw ValidationError("\(argument) gives no value to a setting; write --set NAME=VALUE")
            }
            // The character stands for bytes that are no text, which would be changed.
            if parts[1].contains("\u{FFFD}") {
                throw ValidationError("the value that --set gives to \(parts[0]) is not UTF-8")
            }
            (name, value) = (parts[0], parts[1])
        }

        var arguments: [String] { ["--set", "\(name)=\(value)"] }

        func shown(isSecret: Bool) -> [String] { isSecret ? ["--set", "\(name)=\(Value.secretWord)"] : arguments }
    }

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "Give a value to a setting that the behaviour declares; may be repeated.",
            discussion: "A value for a text is taken literally; every other one is JSON.", valueName: "name=value"),
        transform: Assignment.init(argument:))
    var assignments: [Assignment] = []

    func validate() throws {
        for (index, assignment) in assignments.enumerated()
        where assignments[..<index].contains(where: { $0.name == assignment.name }) {
            throw ValidationError("--set gives two values to \(assignment.name)")
        }
    }

    /// The values by the names of the settings.
    var values: [String: String] {
        Dictionary(assignments.map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// The options as they are given to a further process.
    var arguments: [String] { assignments.flatMap(\.arguments) }

    /// Checks that one of some behaviours has each setting.
    ///
    /// - Returns: for each behaviour the options for those that it has, as they may be shown.
    @discardableResult
    func check(declaredIn behaviours: [BehaviourText]) throws(Diagnostics) -> [[String]] {
        if assignments.isEmpty { return behaviours.map { _ in [] } }
        let read = behaviours.map { BehaviourOutline.read($0.source, origin: $0.origin) }
        let (outlines, isSound) = (read.map(\.outline), read.allSatisfy { Diagnostics($0.issues).errors.isEmpty })
        let given = outlines.map { outline in
            assignments.compactMap { assignment in
                outline?.settings.first { $0.name == assignment.name }.map { assignment.shown(isSecret: $0.isSecret) }
            }.flatMap(\.self)
        }
        let known = Set(outlines.compactMap(\.self).flatMap(\.settings).map(\.name))
        let unknown = assignments.filter { !known.contains($0.name) }
        // A behaviour that cannot be read is told with its own mistakes.
        if unknown.isEmpty || !isSound { return given }
        let place = behaviours.count == 1 ? behaviours[0].source.name : "the \(behaviours.count) behaviours"
        throw Diagnostics(
            unknown.map { assignment in
                Diagnostic(
                    .error, .usage, code: .usage(.setting),
                    "--set names no setting of \(place): \(Value.string(assignment.name).excerpt(limit: 60))",
                    suggestion: didYouMean(assignment.name, among: known)
                        ?? (known.isEmpty
                            ? "declare it in the behaviour: \"settings\": [\"int32_t \(assignment.name) = 0\"]"
                            : "the settings are \(known.sorted().joined(separator: ", "))"))
            })
    }
}

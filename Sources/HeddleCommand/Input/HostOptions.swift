// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Heddle
import HeddleDiagnostics
import HeddleReport

/// The options for the module path and for messages.
struct HostOptions: ParsableArguments {
    @OptionGroup var path: ModulePathOptions

    @Option(
        help: ArgumentHelp(
            "The lowest level of messages to show: debug, info, warning or error.",
            valueName: "level"), transform: level)
    var logLevel = MessageLevel.info

    /// The folders of the command line.
    var modulePath: [String] { path.modulePath }

    /// The options as they are given to a further process.
    var arguments: [String] { path.arguments + ["--log-level", logLevel.rawValue] }

    private static func level(_ word: String) throws -> MessageLevel {
        if let level = MessageLevel(rawValue: word) { return level }
        let levels = MessageLevel.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("\(word) is not a level of messages; the levels are \(levels)")
    }

    /// A host with this path, whose modules write to the command's log.
    func makeHost() -> Host { Host(modulePath: path.folders, logger: MessageLog.shared.logger(from: logLevel)) }
}

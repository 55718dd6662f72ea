// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleSystem

/// The options for the module path.
struct ModulePathOptions: ParsableArguments {
    @Option(
        name: [.customShort("m"), .long],
        help: ArgumentHelp(
            "A folder to search for modules by name; may be given several times.",
            discussion:
                "Then: HEDDLE_MODULE_PATH (colon-separated), then ../modules and ../lib/heddle/modules relative to the executable.",
            valueName: "folder"))
    var modulePath: [String] = []

    /// All folders, those of the command line first.
    var folders: [String] {
        let environment = Environment.value(of: "HEDDLE_MODULE_PATH") ?? ""
        let beside = Environment.executableFolder.map { ["\($0)/../modules", "\($0)/../lib/heddle/modules"] } ?? []
        return modulePath + environment.split(separator: ":").map(String.init) + beside
    }

    /// The options as they are given to a further process.
    var arguments: [String] { modulePath.flatMap { ["--module-path", $0] } }
}

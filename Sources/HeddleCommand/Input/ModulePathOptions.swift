// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDeclarations
import HeddleSystem

/// The options for the module path.
struct ModulePathOptions: ParsableArguments {
    @Option(
        name: [.customShort("m"), .long],
        help: ArgumentHelp(
            "A folder to search for modules by name; may be given several times.",
            discussion: """
                Then: HEDDLE_MODULE_PATH (absolute, colon-separated), heddle/modules in XDG_DATA_HOME or in \
                ~/.local/share, ../modules and ../lib/heddle/modules relative to the executable, and \
                /usr/local/lib/heddle/modules and /usr/lib/heddle/modules.
                """,
            valueName: "folder"))
    var modulePath: [String] = []

    /// All folders, those of the command line first.
    var folders: [String] {
        let beside = Environment.executableFolder.map { ["\($0)/../modules", "\($0)/../lib/heddle/modules"] } ?? []
        let user = Environment.dataFolder.map { ["\($0)/modules"] } ?? []
        let all = modulePath + Self.named + user + beside + Self.system
        var known: Set<LexicalPath> = []
        return all.filter { known.insert(LexicalPath($0)).inserted }
    }

    /// The folders of the environment.
    private static var named: [String] {
        (Environment.value(of: "HEDDLE_MODULE_PATH") ?? "").split(separator: ":").map(String.init)
    }

    /// The folders of the modules of the whole machine.
    private static let system = ["/usr/local/lib/heddle/modules", "/usr/lib/heddle/modules"]

    /// Refuses folders that would be others wherever the command is run, without anybody having said so.
    func validate() throws {
        if modulePath.contains("") { throw ValidationError("--module-path is empty; . is the current folder") }
        if let relative = Self.named.first(where: { !$0.hasPrefix("/") }) {
            throw ValidationError(
                "HEDDLE_MODULE_PATH has the relative folder \(Value.string(relative).excerpt()), which is another one "
                    + "wherever heddle is run: write its absolute path, or give it by -m")
        }
    }

    /// The options as they are given to a further process.
    var arguments: [String] { modulePath.flatMap { ["--module-path", $0] } }
}

// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleReport
import HeddleSystem

/// The operands and options of a shell.
struct ShellOptions: ParsableArguments {
    @ArgumentParser.Argument(
        help: "Libraries: paths, system sonames such as libz.so.1, or names of modules on the module path.")
    var libraries: [String] = []

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "The bindings of the first library, a file from heddle bind; may be given several times.",
            valueName: "file"))
    var bindings: [String] = []

    @OptionGroup var host: HostOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if libraries.isEmpty, !bindings.isEmpty { throw ValidationError("--bindings are those of a library: name it") }
    }

    /// The modules that they name.
    var modules: [ShellModule] {
        let folder = canonicalPath(of: ".")
        return libraries.enumerated().map { ShellModule(library: $1, bindings: $0 == 0 ? bindings : [], in: folder) }
    }

    /// The options as they are given to a further process.
    var arguments: [String] {
        let colour = ["--color", output.noColor ? "never" : output.color.rawValue]
        let form = colour + (output.json ? ["--json"] : [])
        return host.arguments + form + bindings.flatMap { ["--bindings", $0] } + libraries
    }

    /// Opens the output of a shell.
    func open() -> CommandOutput {
        if output.json { return output.open() }
        let report = ShellReport(output: output.people(.output), messages: output.people(.error))
        let events = EventStream(to: [report])
        MessageLog.shared.tell(events)
        return CommandOutput(isJSON: false, data: .output, events: events)
    }
}

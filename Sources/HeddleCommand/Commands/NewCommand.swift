// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDeclarations
import HeddleDiagnostics
import HeddleSystem

/// `heddle new`: makes the folder of a module that builds and passes its tests.
struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Make the folder of a new module, with its build and its tests.",
        discussion: """
            heddle new calculator --language c
            heddle new calculator --language rust

            The folder has the name of the module, an identifier of C. It may exist if it is empty. README.md in it \
            has the commands that build the module, test it and show its description.
            """)

    @ArgumentParser.Argument(help: "The name of the module and of its folder.")
    var name: String

    @Option(
        help: "The language of the module: c, cpp, swift or rust.",
        completion: .list(ModuleLanguage.allCases.map(\.rawValue)))
    var language: String

    @OptionGroup var output: OutputOptions

    func run() throws {
        let output = output.open()
        do {
            let made = try NewModule(name: name, language: .named(language)).make()
            for path in made { output.data.write(output.isJSON ? line(about: path) : path + "\n") }
            if !output.isJSON {
                StandardStream.error.write("\(name)/README.md has the commands to build and test it\n")
            }
        } catch {
            throw output.fail(Diagnostics([error]))
        }
    }

    /// The event of a written file.
    private func line(about path: String) -> String {
        Value.object([.init("event", .string("file")), .init("path", .string(path))]).json + "\n"
    }
}

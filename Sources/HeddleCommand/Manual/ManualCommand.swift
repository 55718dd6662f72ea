// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics
import HeddleSystem

/// `heddle manual`: writes a page of the manual, made of what `--help` says. Installing calls it.
struct ManualCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual", abstract: "Write a page of the manual, for man.",
        discussion: "Without a page it lists the names of all pages. cmake --install writes them.", shouldDisplay: false
    )

    @ArgumentParser.Argument(help: "The name of the page, such as heddle-run.")
    var page: String?

    func run() throws {
        let dump = SourceText(name: "help", HeddleCommand._dumpHelp())
        guard let root = (try? Value.read(dump))?["command"] else { throw ExitStatus.failed.code }
        let pages = ManualPage.all(of: root)
        guard let page else {
            for page in pages { StandardStream.output.write("\(page.name)\n") }
            return
        }
        guard let found = pages.first(where: { $0.name == page }) else {
            throw ValidationError("there is no page \(page): heddle manual lists all")
        }
        StandardStream.output.write(found.text)
    }
}

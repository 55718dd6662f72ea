// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDiagnostics
import HeddleForeign
import Heddle
import HeddleReport
import HeddleSystem

/// `heddle schema`: the JSON Schema by which editors complete, explain and check behaviours.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Write the JSON Schema of behaviours, for editors.",
        discussion: """
            heddle schema                     the form of every behaviour
            heddle schema behaviour.json      also the names of its actions, parameters and hooks

            The second form loads the modules of the behaviour and calls nothing. Mistakes in hooks, steps and cases \
            do not matter. With --json the schema is one line.
            """)

    @ArgumentParser.Argument(
        help:
            "A behaviour file, - for standard input, or an http or https URL. Without it the schema fits all behaviours."
    )
    var file: String?

    @OptionGroup var path: HostOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let output = output.open()
        do {
            let (schema, warnings) =
                try file.map { file throws(Diagnostics) in
                    try BehaviourPlace(file).schema(on: path)
                } ?? (.general, [])
            for warning in warnings { output.events.receive(.diagnostic(warning)) }
            output.data.write(output.isJSON ? schema.json + "\n" : schema.text)
        } catch {
            throw output.fail(error)
        }
    }
}

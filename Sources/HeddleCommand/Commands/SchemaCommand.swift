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
            heddle schema                     what every behaviour may be
            heddle schema behaviour.json      also the names of its actions, parameters and hooks

            For the second the modules of the behaviour are loaded and nothing is called. Mistakes in its hooks, steps \
            and cases make no difference. With --json the schema is written on one line.
            """)

    @ArgumentParser.Argument(
        help:
            "A behaviour file, - for standard input, or an http or https URL; without it the schema of all behaviours."
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

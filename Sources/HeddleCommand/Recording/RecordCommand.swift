// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDiagnostics
import Heddle
import HeddleReport
import HeddleSystem

/// `heddle record`: runs a behaviour and writes it down with what it came to.
struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Run a behaviour, and write it down with what it came to.",
        discussion: """
            heddle record stack.json -o stack.recorded.json
            heddle record stack.json --stubs -o stack.stubbed.json

            The recording is a behaviour like any: its steps are those that were run, and what they came to is \
            expected of them. It is run several times, each time in a process of its own and in another second; what \
            differed is not expected exactly, and is told of. A call that failed is expected to fail. Recording the \
            recording gives the same text. It is checked, and run once, before the command ends. With --stubs the \
            modules are no longer needed: hooks answer in their place as they did. Ctrl-C stops after the current call, \
            and what came until then is recorded. The exit status is that of the runs, or that of the recording where \
            it does not hold.
            """)

    @OptionGroup var input: BehaviourInput

    @Option(
        name: .customShort("o"),
        help: ArgumentHelp(
            "The file to write; standard output unless given, which counts as a file of this folder.",
            valueName: "file"))
    var file: String?

    @Option(help: ArgumentHelp("How many times the behaviour is run.", valueName: "count"))
    var runs = 2

    @Flag(help: "Write answers in the place of all modules, so that these are no longer needed.")
    var stubs = false

    @Option(
        help: ArgumentHelp(
            "Write answers in the place of this module; may be given several times.", valueName: "module"))
    var stub: [String] = []

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if runs < 1 { throw ValidationError("A behaviour is recorded in one run or more.") }
        if output.json, file == nil { throw ValidationError("With --json the recording needs a file: -o FILE.") }
        if input.file == "-" || input.file.contains("://") {
            throw ValidationError("A behaviour is recorded from a file.")
        }
    }

    func run() throws {
        let output = output.open()
        do {
            let recorder = try Recorder(
                input.file, on: input.path, runs: runs, stubbing: stubs ? nil : stub,
                to: file, events: output.events)
            try recorder.inputs.check([file].compactMap(\.self))
            // Before anything runs, so that it is known by then that it can be written.
            let whole = try file.map { path throws(Diagnostic) in try WholeFile(path: path) }
            let recorded = try recorder.record()
            try write(recorded.recording, to: whole, output)
            throw recorded.status.code
        } catch let mistakes as Diagnostics {
            throw output.fail(mistakes)
        } catch let mistake as Diagnostic {
            throw output.fail(Diagnostics([mistake]))
        }
    }

    private func write(_ recording: Recording, to whole: WholeFile?, _ output: CommandOutput) throws(Diagnostic) {
        guard let whole, let file else { return output.data.write(recording.text) }
        whole.write(recording.text)
        try whole.commit()
        if !output.isJSON {
            StandardStream.error.write("\(file.printable): \(counted(recording.calls, "call")) recorded\n")
        }
    }
}

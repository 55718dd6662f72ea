// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDiagnostics
import Heddle
import HeddleReport
import HeddleSystem

/// `heddle record`: runs a behaviour and writes it down with what it came to.
struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Run a behaviour, and write a copy that expects its results.",
        discussion: """
            heddle record stack.json -o stack.recorded.json
            heddle record stack.json --stubs -o stack.stubbed.json

            The recording is an ordinary behaviour: the steps that ran, with their results as expectations. The behaviour \
            runs several times, each time in its own process and in a different second. Values that differ between \
            runs are not pinned, and are reported. A call that failed is expected to fail. Recording a recording gives \
            the same text. The recording is checked and run once before the command ends. With --stubs it does not \
            need the modules: hooks give their recorded answers. Ctrl-C stops after the current call and records the \
            results so far. The exit status is that of the runs, or that of the recording if it does not hold.
            """)

    @ArgumentParser.Argument(help: "A behaviour file.")
    var behaviour: String
    @OptionGroup var path: BehaviourOptions

    @Option(
        name: .customShort("o"),
        help: ArgumentHelp(
            "The file to write. Without it the recording goes to standard output, with paths relative to this folder.",
            valueName: "file"))
    var file: String?

    @Option(help: ArgumentHelp("The number of runs.", valueName: "count"))
    var runs = 2

    @Flag(help: "Replace all modules by recorded answers.")
    var stubs = false

    @Option(
        help: ArgumentHelp(
            "Replace this module by recorded answers; may be given several times.", valueName: "module"))
    var stub: [String] = []

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if runs < 1 { throw ValidationError("--runs takes a number from 1.") }
        if output.json, file == nil { throw ValidationError("With --json the recording needs a file: -o FILE.") }
        if behaviour == "-" || behaviour.contains("://") {
            throw ValidationError("record takes a file, not standard input or a URL.")
        }
    }

    func run() throws {
        let output = output.open()
        do {
            var recorder = try Recorder(
                behaviour, on: path, runs: runs, stubbing: stubs ? nil : stub,
                to: file, events: output.events)
            try recorder.inputs.check([file].compactMap(\.self))
            // Before anything runs, so that it is known by then that it can be written.
            let whole = try file.map { path throws(Diagnostic) in try WholeFile(path: path, code: .report(.unwritable))
            }
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

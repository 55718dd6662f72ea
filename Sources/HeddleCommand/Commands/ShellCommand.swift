// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDiagnostics
import HeddleLineEditor
import HeddleSystem

/// `heddle shell`: calls the functions of libraries as they are typed.
struct ShellCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shell", abstract: "Call functions as you type them, and save what you typed as a behaviour.",
        discussion: """
            heddle shell libm.so.6
            heddle shell libz.so.1 --bindings zlib.json

            heddle> x = sqrt(2)
            1.4142135623730951
            heddle> pow(x, 2) >= 2
            2.0000000000000004
            heddle> .save squares.json

            A line is a call as C writes it, a C declaration, or a step of a behaviour in JSON. Each is checked before \
            anything is called. .help shows more, Tab completes names, and the history is kept. Native code that ends \
            its process does not end the shell: .again runs the lines before.
            """)

    @OptionGroup var options: ShellOptions

    func run() throws {
        Interrupts.passOver()
        LineEditor.noteTerminal()
        do {
            let folder = try temporaryFolder()
            let journal = "\(folder.path)/lines"
            let watch = try FileWatch()
            var known = 0
            while true {
                let child = ChildRun(["shell-worker"] + options.arguments + ["--journal", journal], waker: watch.waker)
                while child.ending == nil { _ = watch.wait() }
                LineEditor.restoreTerminal()
                if case .notStarted(let reason)? = child.ending { throw notStarted(reason) }
                guard let ending = child.ending, let death = ending.death else { throw child.status.code }
                let (kept, last, number) = ShellJournal(at: journal).read()
                // A process that dies before it has taken a line would do so for ever.
                guard StandardStream.isInputTerminal, last != nil || kept.count != known else {
                    if let last, let number {
                        StandardStream.error.write("in line \(number): \(last)".printable + "\n")
                    }
                    throw ExitStatus.crashed.code
                }
                known = kept.count
                tell(death, last, kept.count)
                ShellJournal(at: journal).drop()
            }
        } catch let mistake as Diagnostic {
            throw options.output.open().fail(Diagnostics([mistake]))
        }
    }

    private func temporaryFolder() throws(Diagnostic) -> TemporaryFolder {
        do { return try TemporaryFolder(named: "heddle-shell") } catch {
            throw Diagnostic(
                .error, error.subject(or: .usage), code: .usage(.shellLine),
                "no temporary folder can be made for the lines of the shell: \(error.message)")
        }
    }

    private func notStarted(_ reason: String) -> Diagnostic {
        Diagnostic(
            .error, .usage, code: .usage(.programMissing), "the process for the lines cannot be started: \(reason)")
    }

    private func tell(_ death: String, _ line: String?, _ kept: Int) {
        let lines = kept == 0 ? "" : "; .again runs the \(counted(kept, "line")) that had held before"
        StandardStream.error.write(
            "\(death)\(line.map { " in this line: \($0)" } ?? " between two lines")\(lines)".printable + "\n")
    }
}

extension ChildRun {
    /// The status of a process that has ended in order.
    fileprivate var status: ExitStatus {
        if case .status(let number)? = ending { ExitStatus(rawValue: number) ?? .failed } else { .failed }
    }
}

extension ChildRun.Ending {
    /// The way in which native code has ended the process; nil if it has ended in order.
    fileprivate var death: String? {
        switch self {
        case .signal(let number): "the process was ended by signal \(number)"
        case .endedItself(let status): "native code ended the process with status \(status)"
        case .status(ExitStatus.crashed.rawValue): "native code ended the process"
        case .status, .notStarted: nil
        }
    }
}

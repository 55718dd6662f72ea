// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Heddle
import HeddleDiagnostics
import HeddleSystem
import Synchronization

/// `heddle shell-worker`: the process that runs the lines of a shell. Native code may end it.
struct ShellWorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shell-worker", abstract: "Run the lines of heddle shell.", shouldDisplay: false)

    @OptionGroup var options: ShellOptions

    @Option var journal: String

    func run() throws {
        let journal = ShellJournal(at: journal)
        let (earlier, last, _) = journal.read()
        let isFirst = earlier.isEmpty && last == nil
        let isTerminal = StandardStream.isInputTerminal
        if isTerminal { Interrupts.passOver() }
        let output = options.open()
        let shell: Shell
        do throws(Diagnostics) {
            shell = Shell(
                on: try options.host.makeHost(), output, journal: journal, earlier: earlier, isInteractive: isTerminal)
            for module in options.modules { try shell.load(module) }
        } catch {
            throw output.fail(error)
        }
        let names = Mutex(shell.names)
        var input = ShellInput(isTerminal: isTerminal) { word, line in
            ShellCompletion.words(for: word, line, names.withLock { $0 })
        }
        if isTerminal, isFirst { greet(shell) }
        loop: while !shell.isOver {
            StandardStream.flush()
            switch input.next() {
            case .line(let line, let number):
                shell.take(line, number: isTerminal ? nil : number)
                names.withLock { $0 = shell.names }
            case .interrupt where isTerminal: StandardStream.output.write("\n")
            case .interrupt: break loop
            case .end:
                if isTerminal { StandardStream.output.write("\n") }
                break loop
            }
        }
        shell.end()
        // A person has seen what failed.
        throw (isTerminal ? .held : shell.status).code
    }

    private func greet(_ shell: Shell) {
        let names = shell.names
        let count = names.modules.reduce(0) { $0 + $1.callableNames.count }
        let loaded = names.modules.map(\.name).joined(separator: ", ")
        let known = names.modules.isEmpty ? "" : "\(loaded): \(counted(count, "function")). "
        StandardStream.output.write("\(known).help shows what a line can be, .quit or Ctrl-D leaves".printable + "\n")
    }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleSystem

/// Runs behaviours again and again: at first, and whenever something has changed that they depend on.
struct Watching {
    /// The ending of one run of all files.
    private enum RunEnd {
        case ended(ChildRun.Ending)
        case changed([String])
        case interrupted
    }

    private let watch: FileWatch
    private var behaviours: WatchedBehaviours
    /// Makes the command lines of some behaviours.
    private let commands: (WatchedBehaviours) -> [[String]]

    init(_ behaviours: WatchedBehaviours, on watch: FileWatch, commands: @escaping (WatchedBehaviours) -> [[String]]) {
        self.watch = watch
        self.behaviours = behaviours
        self.commands = commands
    }

    /// Goes on until there is an interrupt.
    ///
    /// - Returns: the status that the command ends with.
    mutating func callAsFunction() -> ExitStatus {
        watch.watchInterrupts()
        var isFirst = true
        while true {
            behaviours.read()
            watch.watch(behaviours.paths)
            var changes: [String]
            switch runAll() {
            case .interrupted: return .interrupted
            // No change of a file mends the command line.
            case .ended(.status(ExitStatus.usage.rawValue)) where isFirst: return .usage
            case .ended(let ending):
                say("\(ending.words); waiting for a change")
                guard let next = nextChange() else { return .interrupted }
                changes = next
            case .changed(let files): changes = files
            }
            isFirst = false
            say("\(changes.map { $0.excerpt() }.joined(separator: ", ")) changed")
        }
    }

    private func say(_ words: String) { StandardStream.error.write("--- \(WallClock.timeOfDay) \(words.printable)\n") }

    /// Waits; nil for an interrupt.
    private func nextChange() -> [String]? {
        while !Interrupts.isPending {
            switch watch.wait() {
            case .changed(let files): return files
            case .refused(let diagnostic): say("\(diagnostic)")
            case .woken: continue
            }
        }
        return nil
    }

    // MARK: Running

    /// Runs all commands, up to the first change.
    private func runAll() -> RunEnd {
        var worst = ChildRun.Ending.status(0)
        for arguments in commands(behaviours) {
            let end = run(arguments)
            guard case .ended(let ending) = end else { return end }
            if case .status(0) = worst { worst = ending }
        }
        return .ended(worst)
    }

    private func run(_ arguments: [String]) -> RunEnd {
        let child = ChildRun(arguments, waker: watch.waker)
        var changed: [String] = []
        while true {
            let event = watch.wait()
            if let ending = child.ending {
                if Interrupts.isPending { return .interrupted }
                return changed.isEmpty ? .ended(ending) : .changed(changed)
            }
            switch event {
            case .changed(let files):
                // Its findings are about files that no longer exist.
                changed += files.filter { !changed.contains($0) }
                child.end()
            case .refused(let diagnostic): say("\(diagnostic)")
            // The terminal tells all that belong to it.
            case .woken: if Interrupts.isPending, !Interrupts.isFromTerminal { child.end() }
            }
        }
    }
}

extension ChildRun.Ending {
    /// The result for people.
    fileprivate var words: String {
        switch self {
        case .notStarted(let reason): "it could not be run: \(reason.excerpt())"
        case .signal(let number): "it was ended by signal \(number)"
        case .endedItself(let status): "native code ended it early, with status \(status)"
        case .status(let number): ExitStatus(rawValue: number)?.words ?? "it ended with status \(number)"
        }
    }
}

extension ExitStatus {
    fileprivate var words: String {
        switch self {
        case .held: "all held"
        case .failed: "something failed"
        case .usage: "the command line or a report is wrong"
        case .wrongFile: "a file is wrong"
        case .missing: "a module or symbol is missing or was refused"
        case .crashed: "native code crashed"
        case .sourceUnavailable: "a source was unavailable"
        case .nothingMatched: "no case matched"
        case .exhausted: "the machine ran out of a resource"
        case .interrupted: "it was interrupted"
        }
    }
}

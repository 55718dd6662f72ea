// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import Foundation
internal import Synchronization

/// Tries generated behaviours, and tells on standard error how far it is.
struct BehaviourTrials {
    /// The seed of the first two, and how many behaviours there are: where there are no others, these two are shown.
    let first: UInt64, count: UInt64

    private static let present = Atomic<UInt64>(0)

    /// Returns whether none of them failed by form.
    func callAsFunction() throws -> Bool {
        var trial = try CompletenessTrial()
        Thread.detachNewThread(Self.watch)
        for number in 0..<(count / 2) {
            Self.present.store(first + number, ordering: .relaxed)
            // The last entry names the input that ended the process.
            write("\rseed \(first + number) ")
            if count == 2 { for behaviour in trial.behaviours(seed: first) { say(behaviour.json) } }
            let known = trial.found.count
            trial.tryNext(seed: first + number)
            for found in trial.found[known...] { say(found) }
        }
        say(
            "\(trial.refused) behaviours refused, \(trial.runs) run with \(trial.calls) calls; "
                + "\(trial.unmet) expectations did not hold, \(trial.found.count) things failed by form")
        return trial.found.isEmpty
    }

    /// Ends the process where one takes half a minute.
    private static func watch() {
        var last: UInt64?
        while true {
            Thread.sleep(forTimeInterval: 30)
            let present = present.load(ordering: .relaxed)
            if present == last { fatalError("seed \(present) does not end") }
            last = present
        }
    }
}

private func say(_ line: String) { write("\r\(line)\n") }

private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }

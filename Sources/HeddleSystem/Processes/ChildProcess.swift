// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
package import HeddleDiagnostics

/// A further process of this very program: a channel to it, and what it prints.
///
/// It is killed when the thread that started it ends. Nothing here is for more than one thread.
///
/// ## Topics
/// - ``HostChannel``
/// - ``ProcessEnding``
package final class ChildProcess {
    /// The streams from the process.
    package enum Stream: Int, CaseIterable, Sendable {
        case output, error, channel
    }

    /// Can be read once a child was stopped. Without it that is found out within the time of a wait.
    private static let changes = System.watchChildren()

    private let number: Int32
    /// Can be read once the process has ended.
    private let end: Int32
    /// The descriptors of the streams; -1 for one that has ended.
    private var files: [Int32]
    /// True for each stream that may have input, by the last wait; others are not read.
    private var isFilled = Stream.allCases.map { _ in false }
    /// The buffer for received bytes, reused because it is needed several times for each case.
    private var chunk = [UInt8](repeating: 0, count: 1 << 16)
    private let page: SharedPage
    /// The ending of the process; nil while it runs, as of the last query.
    package private(set) var ending: ProcessEnding?

    /// Starts the program with some arguments, behind its name.
    ///
    /// - Throws: why the system does not let it.
    package init(arguments: [String]) throws(Diagnostic) {
        // Before there is a child.
        _ = Self.changes
        do throws(SystemFailure) {
            page = try SharedPage()
            let ends = try StreamEnds()
            defer { ends.closeTheirs() }
            do throws(SystemFailure) {
                number = try System.startSelf(arguments, ends.theirs + [page.file])
            } catch {
                ends.closeOurs()
                throw error
            }
            files = ends.ours
            do throws(SystemFailure) {
                end = try System.endDescriptor(of: number)
            } catch {
                ends.closeOurs()
                System.send(.kill, toProcess: number)
                _ = System.takeEnding(of: number, waiting: true)
                throw error
            }
        } catch {
            throw .unstartable(error)
        }
    }

    deinit {
        for file in files + [end] where file >= 0 { System.close(file) }
        if ending == nil {
            send(.kill)
            _ = System.takeEnding(of: number, waiting: true)
        }
    }

    /// Sends it a message of at most 4 GiB. A process that has ended takes nothing, which is no failure.
    package func send(_ message: [UInt8]) {
        let count = UInt32(message.count)
        let head = (0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
        try? System.send(head + message, to: files[Stream.channel.rawValue])
    }

    /// The call in progress, or the last one when the process ended, such as `probe.add`; nil outside of calls.
    package var call: String? { page.call }

    /// The number of cases that it has begun, each in a process of its own.
    package var cases: Int { page.cases }

    /// Its death, as far as it could say it; nil while it runs.
    package var death: ProcessDeath? { ending.map { page.death($0, of: number) } }

    /// Reads the input since the last wait, and perhaps later input, up to a number of bytes.
    package func take(_ stream: Stream, limit: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < limit, isFilled[stream.rawValue], files[stream.rawValue] >= 0 {
            let wanted = min(chunk.count, limit - bytes.count)
            do throws(SystemFailure) {
                let count = try receive(from: stream, wanted)
                bytes += chunk[..<count]
                if count < wanted { isFilled[stream.rawValue] = false }
                if count == 0 { shut(stream) }
            } catch {
                isFilled[stream.rawValue] = false
                if error != .wouldBlock { shut(stream) }
            }
        }
        return bytes
    }

    /// Sending waits, receiving never does; so the channel's descriptor is one that waits.
    private func receive(from stream: Stream, _ count: Int) throws(SystemFailure) -> Int {
        let file = files[stream.rawValue]
        if stream == .channel { return try System.receive(file, into: &chunk, count: count) }
        return try System.read(file, into: &chunk, count: count)
    }

    /// Says that it gets no further message.
    package func hangUp() { System.endSending(files[Stream.channel.rawValue]) }

    /// Asks it to stop in order, which it does behind the call that it makes.
    package func askToStop() { send(.terminate) }

    /// Asks it to end with its last words, even inside of a call.
    package func askForLastWords() { send(.timeUp) }

    /// Ends it at once.
    package func kill() { send(.kill) }

    /// Waits until something comes from one of some processes, one of them ends or is stopped, a signal comes, or time is up.
    ///
    /// One that is stopped goes on at once: otherwise it would stand still until something else happens, within the time
    /// limit of its case or not.
    package static func wait(for processes: [ChildProcess], nanoseconds: UInt64) {
        let watched = processes.flatMap { $0.files + [$0.ending == nil ? $0.end : -1] }
        let milliseconds = Int32(clamping: (nanoseconds + 999_999) / 1_000_000)
        let ready = System.ready(watched + [changes], within: milliseconds)
        if ready.last == true {
            var count = [UInt8](repeating: 0, count: 8)
            _ = try? System.read(changes, into: &count, count: count.count)
        }
        let count = Stream.allCases.count + 1
        for (index, process) in processes.enumerated() {
            let own = ready[(index * count)..<((index + 1) * count)]
            // Output printed before a message may arrive while the message is taken.
            if own.contains(true) { process.isFilled = Stream.allCases.map { _ in true } }
            if own.last == true {
                process.ending = System.takeEnding(of: process.number, waiting: false)
            } else if process.ending == nil {
                // A case may have stopped it, and nobody else would let it go on.
                System.letGoOn(process.number)
            }
        }
    }

    /// From here on processes that end their parents behind a case come to this one, which ends them.
    package static func adoptOrphans() { heddle_adopt_orphans() }

    /// Ends all processes that came to this one.
    ///
    /// - Parameter known: those that it has started itself and that still run.
    package static func endOrphans(besides known: [ChildProcess]) {
        let numbers = known.filter { $0.ending == nil }.map(\.number)
        unsafe heddle_end_orphans(numbers, numbers.count)
    }

    private func send(_ signal: System.Signal) {
        if ending == nil { System.send(signal, toProcess: number) }
    }

    /// Closes a stream that the process has closed, so that no wait expects more.
    private func shut(_ stream: Stream) {
        System.close(files[stream.rawValue])
        files[stream.rawValue] = -1
    }
}

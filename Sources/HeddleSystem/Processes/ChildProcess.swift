// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
package import HeddleDiagnostics
internal import Glibc

/// A further process of this very program: a channel to it, and what it prints.
///
/// It is killed when the thread that started it ends. Nothing here is for more than one thread.
///
/// ## Topics
/// - ``HostChannel``
/// - ``ProcessEnding``
package final class ChildProcess {
    /// What comes from the process.
    package enum Stream: Int, CaseIterable, Sendable {
        case output, error, channel
    }

    private let number: pid_t
    /// Can be read once the process has ended.
    private let end: Int32
    /// The descriptors of the streams; -1 for one that has ended.
    private var files: [Int32]
    /// Whether there may be something in each stream, as far as waiting has told: others are not asked.
    private var isFilled = Stream.allCases.map { _ in false }
    /// Where bytes are received; kept, as that happens several times a case.
    private var chunk = [UInt8](repeating: 0, count: 1 << 16)
    private let page: SharedPage
    /// How the process ended; nil as long as it runs, as far as was asked.
    package private(set) var ending: ProcessEnding?

    /// Starts the program with some arguments, behind its name.
    ///
    /// - Throws: why the system does not let it.
    package init(arguments: [String]) throws(Diagnostic) {
        guard let page = SharedPage() else { throw .unstartable(errno) }
        let ends = try StreamEnds()
        defer { ends.closeTheirs() }
        self.page = page
        number = start(arguments, ends.theirs + [page.file])
        guard number > 0 else {
            ends.closeOurs()
            throw .unstartable(-number)
        }
        end = heddle_process_descriptor(number)
        files = ends.ours
        guard end >= 0 else {
            kill(number, SIGKILL)
            throw .unstartable(-end)
        }
    }

    deinit {
        for file in files + [end] where file >= 0 { close(file) }
        if ending == nil {
            kill(number, SIGKILL)
            reap()
        }
    }

    /// Sends it a message of at most 4 GiB. A process that has ended takes nothing, which is no failure.
    package func send(_ message: [UInt8]) {
        let count = UInt32(message.count)
        let head = (0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
        sendWhole(head + message, to: files[Stream.channel.rawValue])
    }

    /// What its thread runs that makes the calls, or ran when it ended, such as `probe.add`; nil outside of calls.
    package var call: String? { page.text }

    /// What had come from it when it was waited for last, and perhaps what has come since; at most so many bytes.
    package func take(_ stream: Stream, limit: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < limit, isFilled[stream.rawValue], files[stream.rawValue] >= 0 {
            let wanted = min(chunk.count, limit - bytes.count)
            let count = receive(from: stream, wanted)
            if count < 0, errno == EINTR { continue }
            if count < wanted { isFilled[stream.rawValue] = false }
            if count < 0, errno == EAGAIN { break }
            if count <= 0 { shut(stream) } else { bytes += chunk[..<count] }
        }
        return bytes
    }

    /// Sending waits, receiving never does; so the channel's descriptor is one that waits.
    private func receive(from stream: Stream, _ count: Int) -> Int {
        let file = files[stream.rawValue]
        if stream == .channel { return unsafe recv(file, &chunk, count, Int32(MSG_DONTWAIT)) }
        return unsafe read(file, &chunk, count)
    }

    /// Says that it gets no further message.
    package func hangUp() { _ = shutdown(files[Stream.channel.rawValue], Int32(SHUT_WR)) }

    /// Asks it to stop in order, which it does behind the call that it makes.
    package func askToStop() { kill(number, SIGTERM) }

    /// Asks it to end with its last words, even inside of a call.
    package func askForLastWords() { kill(number, SIGXCPU) }

    /// Ends it at once.
    package func kill() { kill(number, SIGKILL) }

    /// Waits until something comes from one of some processes, one of them ends, a signal comes, or time is up.
    package static func wait(for processes: [ChildProcess], nanoseconds: UInt64) {
        var watched: [pollfd] = []
        for process in processes {
            for file in process.files + [process.ending == nil ? process.end : -1] {
                // The system passes over those that are negative.
                watched.append(pollfd(fd: file, events: Int16(POLLIN), revents: 0))
            }
        }
        let milliseconds = Int32(clamping: (nanoseconds + 999_999) / 1_000_000)
        guard unsafe poll(&watched, nfds_t(watched.count), milliseconds) > 0 else { return }
        let count = Stream.allCases.count + 1
        for (index, process) in processes.enumerated() {
            let own = watched[(index * count)..<((index + 1) * count)]
            // What was printed before a message may come while that is taken.
            if own.contains(where: { $0.revents != 0 }) { process.isFilled = Stream.allCases.map { _ in true } }
            if own.last?.revents != 0 { process.noteEnding() }
        }
    }

    private func noteEnding() {
        var status: Int32 = 0
        guard unsafe waitpid(number, &status, WNOHANG) == number else { return }
        ending = ProcessEnding(status)
    }

    private func reap() {
        var status: Int32 = 0
        while unsafe waitpid(number, &status, 0) < 0, errno == EINTR {}
    }

    private func kill(_ number: pid_t, _ signal: Int32) {
        if ending == nil { _ = Glibc.kill(number, signal) }
    }

    /// Closes a stream that the process has closed, so that nobody waits for more.
    private func shut(_ stream: Stream) {
        close(files[stream.rawValue])
        files[stream.rawValue] = -1
    }
}

private func start(_ arguments: [String], _ files: [Int32]) -> pid_t {
    var words: [UnsafeMutablePointer<CChar>?] = unsafe ([CommandLine.arguments.first ?? "heddle"] + arguments)
        .map { unsafe strdup($0) }
    defer { unsafe words.forEach { unsafe free($0) } }
    unsafe words.append(nil)
    return unsafe heddle_start_self(words, files)
}

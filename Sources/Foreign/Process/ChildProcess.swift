// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
public import Diagnostics
internal import Glibc

/// A further process of this very program: a channel to it, and what it prints.
///
/// It is killed when the thread that started it ends. Nothing here is for more than one thread.
///
/// ## Topics
/// - ``HostChannel``
/// - ``ProcessEnding``
public final class ChildProcess {
    /// What comes from the process.
    public enum Stream: Int, CaseIterable, Sendable {
        case output, error, channel
    }

    private let number: pid_t
    /// Can be read once the process has ended.
    private let end: Int32
    /// The descriptors of the streams; -1 for one that has ended.
    private var files: [Int32]
    /// How the process ended; nil as long as it runs, as far as was asked.
    public private(set) var ending: ProcessEnding?

    /// Starts the program with some arguments, behind its name.
    ///
    /// - Throws: why the system does not let it.
    public init(arguments: [String]) throws(Diagnostic) {
        let ends = try Ends()
        defer { ends.closeTheirs() }
        number = start(arguments, ends.theirs)
        guard number > 0 else {
            ends.closeOurs()
            throw unstartable(-number)
        }
        end = heddle_process_descriptor(number)
        files = ends.ours
        guard end >= 0 else {
            kill(number, SIGKILL)
            throw unstartable(-end)
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
    public func send(_ message: [UInt8]) {
        let count = UInt32(message.count)
        var rest = ((0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) } + message)[...]
        while !rest.isEmpty {
            let file = files[Stream.channel.rawValue]
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            if count < 0 { return }
            rest = rest.dropFirst(count)
        }
    }

    /// What has come from it since, without waiting; at most so many bytes.
    public func take(_ stream: Stream, limit: Int) -> [UInt8] {
        var (bytes, chunk): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 1 << 16))
        while bytes.count < limit, files[stream.rawValue] >= 0 {
            let count = receive(from: stream, &chunk, min(chunk.count, limit - bytes.count))
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { break }
            if count <= 0 { shut(stream) } else { bytes += chunk[..<count] }
        }
        return bytes
    }

    /// Sending waits, receiving never does; so the channel's descriptor is one that waits.
    private func receive(from stream: Stream, _ chunk: inout [UInt8], _ count: Int) -> Int {
        let file = files[stream.rawValue]
        if stream == .channel { return unsafe recv(file, &chunk, count, Int32(MSG_DONTWAIT)) }
        return unsafe read(file, &chunk, count)
    }

    /// Says that it gets no further message.
    public func hangUp() { _ = shutdown(files[Stream.channel.rawValue], Int32(SHUT_WR)) }

    /// Asks it to stop in order, which it does behind the call that it makes.
    public func askToStop() { kill(number, SIGTERM) }

    /// Asks it to end with its last words, even inside of a call.
    public func askForLastWords() { kill(number, SIGXCPU) }

    /// Ends it at once.
    public func kill() { kill(number, SIGKILL) }

    /// Waits until something comes from one of some processes, one of them ends, a signal comes, or time is up.
    public static func wait(for processes: [ChildProcess], nanoseconds: UInt64) {
        var watched = processes.flatMap { process in
            (process.files + [process.ending == nil ? process.end : -1]).filter { $0 >= 0 }
                .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        }
        let milliseconds = Int32(clamping: (nanoseconds + 999_999) / 1_000_000)
        _ = unsafe poll(&watched, nfds_t(watched.count), milliseconds)
        for process in processes { process.noteEnding() }
    }

    private func noteEnding() {
        guard ending == nil else { return }
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

    /// Shuts what the process writes to this one no longer, so that nobody waits for it.
    private func shut(_ stream: Stream) {
        close(files[stream.rawValue])
        files[stream.rawValue] = -1
    }
}

/// How a process ended.
public enum ProcessEnding: Hashable, Sendable {
    /// By itself, with a status.
    case exited(Int32)
    /// By a signal, in the words of the system, such as `Killed`.
    case killed(String)

    fileprivate init(_ status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(unsafe String(cString: strsignal(signal)))
    }
}

/// The two ends of each stream.
private struct Ends {
    private(set) var ours: [Int32] = []
    private(set) var theirs: [Int32] = []

    init() throws(Diagnostic) {
        for stream in ChildProcess.Stream.allCases {
            var pair: [Int32] = [-1, -1]
            let isChannel = stream == .channel
            let result =
                isChannel
                ? unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) : unsafe pipe(&pair)
            guard result == 0 else { throw failed() }
            ours.append(moved(pair[0]))
            theirs.append(moved(pair[1]))
            guard ours.last != -1, theirs.last != -1 else { throw failed() }
            if !isChannel { _ = fcntl(ours[ours.count - 1], F_SETFL, O_NONBLOCK) }
        }
    }

    /// The descriptor, kept from other processes, at a number beyond those that this one gets: none is overwritten
    /// before it is passed on.
    private func moved(_ file: Int32) -> Int32 {
        defer { close(file) }
        return fcntl(file, F_DUPFD_CLOEXEC, 10)
    }

    func closeOurs() { for file in ours where file >= 0 { close(file) } }
    func closeTheirs() { for file in theirs where file >= 0 { close(file) } }

    private func failed() -> Diagnostic {
        let number = errno
        closeOurs()
        closeTheirs()
        return unstartable(number)
    }
}

private func start(_ arguments: [String], _ files: [Int32]) -> pid_t {
    var words: [UnsafeMutablePointer<CChar>?] = unsafe ([CommandLine.arguments.first ?? "heddle"] + arguments)
        .map { unsafe strdup($0) }
    defer { unsafe words.forEach { unsafe free($0) } }
    unsafe words.append(nil)
    return unsafe heddle_start_self(words, files)
}

private func unstartable(_ number: Int32) -> Diagnostic {
    Diagnostic(
        .error, .usage, code: "test.no-worker", "no process can be started: \(systemMessage(number))",
        suggestion: "--in-process needs none")
}

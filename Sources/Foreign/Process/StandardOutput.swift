// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Glibc
internal import Synchronization

/// The process's standard output and error, shared with modules that print.
///
/// Writing goes through C's own streams, so that what modules print and what Heddle prints stay in order.
@safe public struct StandardStream: @unchecked Sendable {
    private let stream: UnsafeMutablePointer<FILE>?

    /// Standard output.
    public static var output: StandardStream { unsafe StandardStream(stream: heddle_standard_output()) }
    /// Standard error.
    public static var error: StandardStream { unsafe StandardStream(stream: heddle_standard_error()) }

    /// Standard output for data alone: from here on what modules print goes to standard error.
    ///
    /// - Returns: nil where the system refuses a further descriptor.
    public static func reserveOutput() -> StandardStream? {
        let copy = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0, let stream = unsafe fdopen(copy, "w") else { return nil }
        unsafe fflush(heddle_standard_output())
        guard dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { return nil }
        return unsafe StandardStream(stream: stream)
    }

    /// Hands each line to the system once it is whole, also where output is no terminal: what a module prints stays in
    /// order with what others print, and is not lost in a crash.
    public func flushLines() { _ = unsafe setvbuf(stream, nil, _IOLBF, 0) }

    /// Writes a text and hands it to the system at once: nothing that was said is lost in a crash.
    public func write(_ text: String) {
        StatusLine.makingRoom(on: descriptor) { put(text) }
    }

    private var descriptor: Int32 { unsafe fileno(stream) }

    private func put(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            WrittenBytes.count(bytes.count)
            let written = unsafe fwrite(bytes.baseAddress, 1, bytes.count, stream)
            if written < bytes.count { Self.lastFailure.store(errno, ordering: .relaxed) }
        }
        if unsafe fflush(stream) != 0 { Self.lastFailure.store(errno, ordering: .relaxed) }
    }

    /// Hands to the system what all of C's streams still hold.
    public static func flushAll() { _ = fflush(nil) }

    /// Does something of which nothing is seen that native code prints.
    public static func silently<Result, Mistake: Error>(_ body: () throws(Mistake) -> Result) throws(Mistake) -> Result {
        let files = [STDOUT_FILENO, STDERR_FILENO]
        let copies = files.map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
        let nothing = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        flushAll()
        for file in files { dup2(nothing, file) }
        defer {
            flushAll()
            for (file, copy) in zip(files, copies) { dup2(copy, file) }
            for file in copies + [nothing] { close(file) }
        }
        return try body()
    }

    private static let lastFailure = Atomic<Int32>(0)

    /// Why something could not be written, such as `no space left on device`; nil when all was.
    public static var failure: String? {
        let number = lastFailure.load(ordering: .relaxed)
        return number == 0 ? nil : systemMessage(number)
    }

    /// Whether it is a terminal.
    public var isTerminal: Bool { isatty(descriptor) == 1 }
}

// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Glibc
internal import Synchronization

/// The process's standard output and error, shared with modules that print.
///
/// Writing goes through C's own streams, so that what modules print and what Heddle prints stay in order; but for
/// standard output that is reserved for data, where nobody else prints.
@safe public struct StandardStream: @unchecked Sendable {
    @safe private enum Target {
        case shared(UnsafeMutablePointer<FILE>?)
        case reserved(ReservedOutput)
    }

    private let target: Target

    /// Standard output.
    public static var output: StandardStream { unsafe StandardStream(target: .shared(heddle_standard_output())) }
    /// Standard error.
    public static var error: StandardStream { unsafe StandardStream(target: .shared(heddle_standard_error())) }

    /// Standard output for data alone: from here on what modules print goes to standard error.
    ///
    /// What is written may wait for some milliseconds, so that many lines are handed to the system at once; when the
    /// process ends or crashes, nothing waits any more. See ``flush()``.
    ///
    /// - Returns: nil where the system refuses a further descriptor.
    public static func reserveOutput() -> StandardStream? {
        let copy = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { return nil }
        unsafe fflush(heddle_standard_output())
        guard dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { return nil }
        return StandardStream(target: .reserved(ReservedOutput.begin(copy)))
    }

    /// Hands each line to the system once it is whole, also where output is no terminal: what a module prints stays in
    /// order with what others print, and is not lost in a crash.
    public func flushLines() {
        if case .shared(let stream) = target { _ = unsafe setvbuf(stream, nil, _IOLBF, 0) }
    }

    /// Writes a text: nothing that was said is lost in a crash.
    public func write(_ text: String) { write(Array(text.utf8)) }

    /// Writes a text in UTF-8.
    public func write(_ text: [UInt8]) {
        StatusLine.makingRoom(on: descriptor) { put(text) }
    }

    private var descriptor: Int32 {
        switch target {
        case .shared(let stream): unsafe fileno(stream)
        case .reserved(let output): output.file
        }
    }

    private func put(_ text: [UInt8]) {
        WrittenBytes.count(text.count)
        switch target {
        case .shared(let stream):
            let written = unsafe text.withUnsafeBytes { unsafe fwrite($0.baseAddress, 1, $0.count, stream) }
            if written < text.count { Self.note(errno) }
            if unsafe fflush(stream) != 0 { Self.note(errno) }
        case .reserved(let output): output.write(text)
        }
    }

    /// Hands over what still waits to be written, so that ``failure`` tells of it, too.
    public static func flush() { ReservedOutput.flush() }

    /// Hands to the system what all of C's streams still hold.
    public static func flushAll() { _ = fflush(nil) }

    /// Does something of which nothing is seen that native code prints.
    public static func silently<Result, Mistake: Error>(_ body: () throws(Mistake) -> Result) throws(Mistake) -> Result
    {
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

    /// Keeps why something could not be written; 0 for nothing.
    static func note(_ failure: Int32) {
        if failure != 0 { lastFailure.store(failure, ordering: .relaxed) }
    }

    /// Why something could not be written, such as `no space left on device`; nil when all was.
    public static var failure: String? {
        let number = lastFailure.load(ordering: .relaxed)
        return number == 0 ? nil : systemMessage(number)
    }

    /// Whether it is a terminal.
    public var isTerminal: Bool { isatty(descriptor) == 1 }
}

// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Glibc
package import HeddleDiagnostics
internal import Synchronization

/// The process's standard output and error, shared with modules that print.
///
/// Output that modules printed to C's streams is flushed before Heddle writes, so that both stay in order. Standard
/// output that is reserved for data is the exception, because nothing else is printed there.
@safe package struct StandardStream: @unchecked Sendable {
    @safe private enum Target {
        case shared(UnsafeMutablePointer<FILE>?)
        case reserved(ReservedOutput)
    }

    private let target: Target

    /// Standard output.
    package static var output: StandardStream { unsafe StandardStream(target: .shared(heddle_standard_output())) }
    /// Standard error.
    package static var error: StandardStream { unsafe StandardStream(target: .shared(heddle_standard_error())) }

    /// To be called before anything is opened or written: standard input, output and error that were closed are opened,
    /// so that no other file takes their place, and a write that the system refuses is a failure and no deadly signal.
    package static func prepare() {
        heddle_open_standard_files()
        heddle_outlive_refused_writes()
    }

    /// Standard output for data alone: from here on output of modules goes to standard error.
    ///
    /// Data may wait for some milliseconds, so that many lines are written at once. It is flushed when the process ends
    /// or crashes. See ``flush()``.
    ///
    /// - Returns: nil if the system refuses a further descriptor.
    package static func reserveOutput() -> StandardStream? {
        guard let copy = try? System.duplicate(System.standardOutput, atLeast: 3) else { return nil }
        unsafe fflush(heddle_standard_output())
        do {
            try System.redirect(System.standardOutput, to: System.standardError)
            return StandardStream(target: .reserved(ReservedOutput.begin(copy)))
        } catch {
            System.close(copy)
            return nil
        }
    }

    /// Standard input for the host alone: from here on modules that read find its end.
    ///
    /// - Returns: the descriptor to read from, which native code is unlikely to use; nil if the system refuses it.
    package static func reserveInput() -> Int32? {
        guard let copy = try? System.duplicate(System.standardInput, atLeast: 100) else { return nil }
        do {
            let nothing = try System.open("/dev/null", .forReading)
            defer { System.close(nothing) }
            try System.redirect(System.standardInput, to: nothing)
            return copy
        } catch {
            System.close(copy)
            return nil
        }
    }

    /// Hands each line to the system once it is whole, also where output is no terminal: what a module prints stays in
    /// order with what others print, and is not lost in a crash.
    package func flushLines() {
        if case .shared(let stream) = target { _ = unsafe setvbuf(stream, nil, _IOLBF, 0) }
    }

    /// Writes a text: nothing that was said is lost in a crash.
    package func write(_ text: String) { write(Array(text.utf8)) }

    /// Writes a text in UTF-8.
    package func write(_ text: [UInt8]) {
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
            // Past the buffer of the stream: fwrite says that it has written what it could not hand over.
            if unsafe fflush(stream) != 0 { Self.note(SystemFailure(number: errno)) }
            Self.write(text, to: OutputCapture.original(of: unsafe fileno(stream)))
        case .reserved(let output): output.write(text)
        }
        if Self.hasLostReader { Interrupts.noteLostReader() }
    }

    /// Flushes waiting output, so that ``failure`` covers it too.
    package static func flush() {
        ReservedOutput.flush()
        OutputCapture.passOn()
    }

    /// Hands to the system what all of C's streams still hold.
    package static func flushAll() { _ = fflush(nil) }

    /// Does something of which nothing is seen that native code prints.
    package static func silently<Result, Mistake: Error>(_ body: () throws(Mistake) -> Result) throws(Mistake) -> Result
    {
        let files = [System.standardOutput, System.standardError]
        let copies = files.map { try? System.duplicate($0, atLeast: 3) }
        let nothing = try? System.open("/dev/null", .forWriting)
        flushAll()
        for (file, copy) in zip(files, copies) {
            if let nothing, copy != nil { try? System.redirect(file, to: nothing) }
        }
        defer {
            flushAll()
            for (file, copy) in zip(files, copies) {
                if let copy { try? System.redirect(file, to: copy) }
            }
            for case let file? in copies + [nothing] { System.close(file) }
        }
        return try body()
    }

    private static let firstFailure = Atomic<Int32>(0)

    /// Writes a text past all buffers, and keeps why that fails.
    static func write(_ text: [UInt8], to file: Int32) {
        do throws(SystemFailure) { try System.write(text, to: file) } catch { note(error) }
    }

    /// Keeps the first reason for which something could not be written.
    private static func note(_ failure: SystemFailure) {
        _ = firstFailure.compareExchange(expected: 0, desired: failure.number, ordering: .relaxed)
    }

    /// The reason why something could not be written, such as `no space left on device`; nil if everything was.
    package static var failure: String? {
        let number = firstFailure.load(ordering: .relaxed)
        return number == 0 ? nil : SystemFailure(number: number).message
    }

    /// True once a write has failed because the stream has no reader.
    package static var hasLostReader: Bool { firstFailure.load(ordering: .relaxed) == SystemFailure.lostReader.number }

    /// Tells that output was lost, which is a failure of the command. A reader that has gone away gets no message.
    ///
    /// - Returns: the status for it; nil where all was written.
    package static func tellLoss() -> ExitStatus? {
        flush()
        guard let failure else { return nil }
        if hasLostReader { return .interrupted }
        error.write("error: the output cannot be written: \(failure)\n")
        return .failed
    }

    /// True if it is a terminal.
    package var isTerminal: Bool { System.isTerminal(descriptor) }

    /// True if standard input is a terminal.
    package static var isInputTerminal: Bool { System.isTerminal(0) }
}

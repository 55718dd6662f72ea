// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Glibc

/// Files, pipes, sockets and terminals by their descriptors.
extension System {
    package static let standardInput: Int32 = STDIN_FILENO
    package static let standardOutput: Int32 = STDOUT_FILENO
    package static let standardError: Int32 = STDERR_FILENO

    /// The maximum size of an atomic write to a pipe.
    package static let pipeBlockSize = Int(PIPE_BUF)

    /// The path by which other processes reach an open file of this one, as long as it is open.
    package static func descriptorPath(_ file: Int32) -> String { "/proc/\(processNumber)/fd/\(file)" }

    /// Returns whether a descriptor is a socket that takes connections.
    package static func isListening(_ file: Int32) -> Bool {
        var answer: Int32 = 0
        var size = socklen_t(MemoryLayout.size(ofValue: answer))
        return unsafe getsockopt(file, SOL_SOCKET, SO_ACCEPTCONN, &answer, &size) == 0 && answer != 0
    }

    // MARK: Reading

    /// Reads what there is, at most `count` bytes, into the start of `buffer`; returns 0 at the end.
    package static func read(
        _ file: Int32, into buffer: inout [UInt8], count: Int
    ) throws(SystemFailure) -> Int {
        let count = InjectedFaults.limit(of: .read, min(count, buffer.count))
        return try call(.read) { unsafe Glibc.read(file, &buffer, count) }
    }

    /// The same for a socket; throws ``SystemFailure/wouldBlock`` if there is nothing yet.
    package static func receive(
        _ socket: Int32, into buffer: inout [UInt8], count: Int
    ) throws(SystemFailure) -> Int {
        let count = InjectedFaults.limit(of: .read, min(count, buffer.count))
        return try call(.read) { unsafe recv(socket, &buffer, count, Int32(MSG_DONTWAIT)) }
    }

    /// Reads `count` bytes; fewer at the end of the file.
    package static func read(_ file: Int32, count: Int) throws(SystemFailure) -> [UInt8] {
        var failure: SystemFailure?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(SystemFailure) {
                while filled < count, let base = buffer.baseAddress {
                    let wanted = InjectedFaults.limit(of: .read, count - filled)
                    let read = try call(.read) { unsafe Glibc.read(file, base + filled, wanted) }
                    if read == 0 { return }
                    filled += read
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// The bytes of a file from its start, whichever place others read or write at; fewer than `count` at its end.
    package static func start(of file: Int32, count: Int) throws(SystemFailure) -> [UInt8] {
        try part(of: file, 0..<count)
    }

    /// A part of a file, whichever place others read or write at; fewer bytes at its end.
    package static func part(of file: Int32, _ range: Range<Int>) throws(SystemFailure) -> [UInt8] {
        let count = range.count
        var failure: SystemFailure?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(SystemFailure) {
                while filled < count, let base = buffer.baseAddress {
                    let (place, wanted) = (filled, InjectedFaults.limit(of: .read, count - filled))
                    let offset = off_t(range.lowerBound + place)
                    let read = try call(.read) { unsafe pread(file, base + place, wanted, offset) }
                    if read == 0 { return }
                    filled += read
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// The first byte of a file; nil for an empty one.
    package static func firstByte(of file: Int32) -> UInt8? {
        var byte: UInt8 = 0
        return (try? call(.read) { unsafe pread(file, &byte, 1, 0) }) == 1 ? byte : nil
    }

    // MARK: Writing

    /// Writes all bytes, however often the system takes a part of them.
    package static func write(_ bytes: [UInt8], to file: Int32) throws(SystemFailure) {
        var done = 0
        try write(bytes, to: file, done: &done)
    }

    /// The same, and tells how many bytes were written, also where the rest could not be.
    package static func write(_ bytes: [UInt8], to file: Int32, done: inout Int) throws(SystemFailure) {
        unsafe try transfer(bytes, .write, &done) { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
    }

    /// Sends all bytes through a socket. Without a reader that fails, and raises no signal.
    package static func send(_ bytes: [UInt8], to socket: Int32) throws(SystemFailure) {
        var done = 0
        unsafe try transfer(bytes, .send, &done) {
            unsafe Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
    }

    /// Writes one byte to the start of a file.
    package static func setFirstByte(of file: Int32, to byte: UInt8) {
        _ = try? call(.write) { unsafe pwrite(file, [byte], 1, 0) }
    }

    private static func transfer(
        _ bytes: [UInt8], _ kind: SystemCall, _ done: inout Int, _ hand: (UnsafeRawBufferPointer) -> Int
    ) throws(SystemFailure) {
        var failure: SystemFailure?
        unsafe bytes.withUnsafeBytes { bytes in
            do throws(SystemFailure) {
                while done < bytes.count {
                    let end = done + InjectedFaults.limit(of: kind, bytes.count - done)
                    done += try call(kind) { unsafe hand(UnsafeRawBufferPointer(rebasing: bytes[done..<end])) }
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// Waits until the content of a file is on its disk.
    package static func synchronize(_ file: Int32) throws(SystemFailure) { try call(.synchronize) { fsync(file) } }

    // MARK: Descriptors

    /// Closes a descriptor; returns why earlier output could not be written, if it could not.
    @discardableResult
    package static func close(_ file: Int32) -> SystemFailure? {
        // Linux has closed it also where a signal has come.
        Glibc.close(file) == 0 || errno == EINTR ? nil : SystemFailure(number: errno)
    }

    /// A further descriptor of the same file, with the first free number from one on; the caller closes it.
    package static func duplicate(_ file: Int32, atLeast number: Int32 = 0) throws(SystemFailure) -> Int32 {
        try call(.duplicate) { fcntl(file, F_DUPFD_CLOEXEC, number) }
    }

    /// Lets a descriptor stand for the file of another one.
    package static func redirect(_ file: Int32, to other: Int32) throws(SystemFailure) {
        try call(.duplicate) { dup2(other, file) }
    }

    /// Gives an open file permissions.
    ///
    /// - Parameter mode: the bits of `chmod`.
    package static func setPermissions(_ mode: UInt32, of file: Int32) throws(SystemFailure) {
        try call(.touch) { fchmod(file, mode) }
    }

    /// Keeps a descriptor from programs that this process starts.
    package static func closeOnStart(_ file: Int32) { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }

    /// Lets reading and writing wait, or fail with ``SystemFailure/wouldBlock``.
    package static func setBlocking(_ file: Int32, _ isBlocking: Bool) {
        let flags = fcntl(file, F_GETFL)
        _ = fcntl(file, F_SETFL, isBlocking ? flags & ~O_NONBLOCK : flags | O_NONBLOCK)
    }

    /// The reading and the writing end of a new pipe, in this order; the caller closes them.
    package static func pipe() throws(SystemFailure) -> [Int32] {
        var ends: [Int32] = [-1, -1]
        try call(.pipe) { unsafe heddle_pipe(&ends) }
        return ends
    }

    /// The two ends of a new stream; the caller closes them.
    package static func socketPair() throws(SystemFailure) -> [Int32] {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try call(.socketPair) { unsafe socketpair(AF_UNIX, kind, 0, &ends) }
        return ends
    }

    /// Tells the other end of a socket that nothing more comes; it may still answer.
    package static func endSending(_ socket: Int32) { _ = shutdown(socket, Int32(SHUT_WR)) }

    /// Returns whether the other end of a Unix socket is closed, and not only says nothing more.
    package static func hasHungUp(_ socket: Int32) -> Bool {
        var entry = pollfd(fd: socket, events: 0, revents: 0)
        return unsafe Glibc.poll(&entry, 1, 0) > 0
    }

    /// Waits until one of some descriptors can be read or is closed at its other end, a signal comes, or time is up.
    ///
    /// - Parameters:
    ///   - files: those that are negative are passed over.
    ///   - milliseconds: -1 for ever.
    /// - Returns: the descriptors that can be read or are closed; none after a signal.
    package static func ready(_ files: [Int32], within milliseconds: Int32) -> [Bool] {
        var entries = files.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        do throws(SystemFailure) {
            _ = try callOnce(.poll) { unsafe Glibc.poll(&entries, nfds_t(entries.count), milliseconds) }
            return entries.map { $0.revents != 0 }
        } catch {
            return files.map { _ in false }
        }
    }

    // MARK: Questions

    /// The metadata of an open file.
    package static func status(of file: Int32) throws(SystemFailure) -> FileStatus {
        var status = stat()
        try call(.status) { unsafe fstat(file, &status) }
        return FileStatus(status)
    }

    /// Returns true for a file that the kernel makes up as it is read, such as those of `/proc`.
    package static func isMadeByKernel(_ file: Int32) -> Bool { heddle_is_kernel_file(file) }

    /// Returns true if a file begins with these bytes.
    package static func holds(_ file: Int32, _ bytes: [UInt8]) -> Bool {
        unsafe heddle_file_holds(file, bytes, bytes.count)
    }

    /// Returns true for a terminal.
    package static func isTerminal(_ file: Int32) -> Bool { isatty(file) == 1 }

    /// The size of a terminal, 0 if it does not know its size; nil for anything else.
    package static func terminalSize(_ file: Int32) -> (rows: Int, columns: Int)? {
        var size = winsize()
        guard unsafe ioctl(file, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
        return (Int(size.ws_row), Int(size.ws_col))
    }

    /// Returns false if another job of the terminal is in the foreground.
    package static func isInForeground(_ terminal: Int32) -> Bool {
        let foreground = tcgetpgrp(terminal)
        return foreground < 0 || foreground == getpgrp()
    }

    // MARK: Watching

    /// A queue of notes about folders, see `inotify(7)`; the caller closes it.
    package static func watchQueue() throws(SystemFailure) -> Int32 {
        try call(.watch) { inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }
    }

    /// Puts notes about a folder into a queue.
    package static func watch(_ path: String, _ interests: UInt32, in queue: Int32) throws(SystemFailure) -> Int32 {
        try call(.watch) { unsafe inotify_add_watch(queue, path, interests) }
    }

    /// Ends a watch that ``watch(_:_:in:)`` has begun.
    package static func endWatch(_ watch: Int32, in queue: Int32) { inotify_rm_watch(queue, watch) }
}

// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Glibc

/// The end of a ``ChildProcess``'s channel that is in that process.
///
/// Messages are read by one thread; texts may be written by any.
package final class HostChannel: Sendable {
    /// Where the process that was started finds the channel and the shared page.
    private static let (inherited, inheritedPage): (Int32, Int32) = (3, 4)
    /// The process that may use it.
    private let process = getpid()
    /// Never closed: what happens while the process ends is reported, too.
    private let file: Int32

    /// Takes over the channel that the process was started with. From here on it ends with its host, a crash is
    /// reported to the host, which also sees what the calling thread runs, and interrupts are the host's affair: it asks
    /// for what is to be done.
    ///
    /// - Returns: nil where there is none: this process was started by nobody who listens.
    package init?() {
        var status = stat()
        guard unsafe fstat(Self.inherited, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
        // At a number that native code does not come across, where there may be one; not for processes that it starts.
        let moved = fcntl(Self.inherited, F_DUPFD_CLOEXEC, 100)
        file = moved >= 0 ? moved : Self.inherited
        if moved >= 0 { close(Self.inherited) } else { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
        heddle_end_with_parent()
        unsafe heddle_report_to_host(file, heddle_page_map(Self.inheritedPage))
        close(Self.inheritedPage)
        Interrupts.leaveToHost()
    }

    /// The next message; nil where the host sends nothing more.
    package func message() -> [UInt8]? {
        endWhereForked()
        guard let head = bytes(MemoryLayout<UInt32>.size) else { return nil }
        return bytes(Int(head.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }))
    }

    /// So many bytes; nil where the host sends fewer.
    private func bytes(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let read = unsafe bytes.withUnsafeMutableBytes {
                unsafe Glibc.read(file, $0.baseAddress?.advanced(by: filled), count - filled)
            }
            if read < 0, errno == EINTR { continue }
            if read <= 0 { return nil }
            filled += read
        }
        return bytes
    }

    /// Writes a text in UTF-8, which has left this process when this returns: it arrives however the process ends. Where
    /// the host is gone, so will be this process in a moment.
    ///
    package func write(_ text: [UInt8]) {
        endWhereForked()
        sendWhole(text, to: file)
    }

    /// Ends a process that native code forked off, by whichever call: it would speak for its parent.
    private func endWhereForked() {
        if getpid() == process { return }
        // This ends it with a message where the fork was noticed.
        unsafe heddle_note_call(nil)
        _exit(EXIT_FAILURE)
    }
}

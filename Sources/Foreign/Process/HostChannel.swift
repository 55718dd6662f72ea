// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Glibc

/// The end of a ``ChildProcess``'s channel that is in that process.
///
/// Messages are read by one thread; texts may be written by any.
public final class HostChannel: Sendable {
    private static let inherited: Int32 = 3
    /// Never closed: what happens while the process ends is reported, too.
    private let file: Int32

    /// Takes over the channel that the process was started with. From here on it ends with its host, a crash is
    /// reported to the host, and interrupts are the host's affair: it asks for what is to be done.
    ///
    /// - Returns: nil where there is none: nobody started this process as a worker.
    public init?() {
        var status = stat()
        guard unsafe fstat(Self.inherited, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
        // At a number that native code does not come across, and not for the processes that it starts.
        file = fcntl(Self.inherited, F_DUPFD_CLOEXEC, 100)
        guard file >= 0 else { return nil }
        close(Self.inherited)
        heddle_end_with_parent()
        heddle_report_to_host(file)
        Interrupts.leaveToHost()
    }

    /// The next message; nil where the host sends nothing more.
    public func message() -> [UInt8]? {
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

    /// Writes a text. Where the host is gone, so will be this process in a moment.
    public func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            if count < 0 { return }
            rest = rest.dropFirst(count)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Synchronization

/// The end of a ``ChildProcess``'s channel that is in that process.
///
/// Messages are read by one thread; texts may be written by any.
package final class HostChannel: Sendable {
    /// The descriptors of the channel and the shared page in the child process.
    private static let (inherited, inheritedPage): (Int32, Int32) = (3, 4)
    /// The process that may use it.
    private let process = Atomic(System.processNumber)
    /// Never closed: what happens while the process ends is reported, too.
    let file: Int32

    /// Takes over the channel that the process was started with. From here on it ends with its host, a crash is
    /// reported to the host, which also sees what the calling thread runs, and interrupts are the host's affair: it
    /// asks for what is to be done.
    ///
    /// - Returns: nil if there is none, because this process was not started by a host.
    package init?() {
        guard (try? System.status(of: Self.inherited))?.kind == .socket else { return nil }
        // Moves the descriptor to a high number that native code is unlikely to use, if possible, and closes it for
        // children.
        if let moved = try? System.duplicate(Self.inherited, atLeast: 100) {
            file = moved
            System.close(Self.inherited)
        } else {
            file = Self.inherited
            System.closeOnStart(file)
        }
        heddle_end_with_parent()
        heddle_adopt_orphans()
        heddle_skip_own_destructors()
        Interrupts.leaveToHost()
        unsafe heddle_report_to_host(file, try? System.map(Self.inheritedPage))
        System.close(Self.inheritedPage)
    }

    /// The next message; nil if the host sends no more.
    package func message() -> [UInt8]? {
        endWhereForked()
        guard let head = bytes(MemoryLayout<UInt32>.size) else { return nil }
        return bytes(Int(head.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }))
    }

    /// A number of bytes; nil if the host sends fewer.
    private func bytes(_ count: Int) -> [UInt8]? {
        guard let bytes = try? System.read(file, count: count), bytes.count == count else { return nil }
        return bytes
    }

    /// From here on the process of a case, a fork of the one that has the channel, uses it in its place. It gets no
    /// messages.
    package func passToCase() {
        process.store(System.processNumber, ordering: .relaxed)
        System.close(file)
    }

    /// From here on a fork of the process that has the channel uses it as well. It gets no messages.
    package func shareWithFork() { process.store(System.processNumber, ordering: .relaxed) }

    /// Writes a text in UTF-8, which has left this process when this returns: it arrives however the process ends.
    /// This process will be gone in a moment where the host is gone.
    package func write(_ text: [UInt8]) {
        endWhereForked()
        if heddle_is_case() { unsafe heddle_case_tell(text, text.count) } else { try? System.send(text, to: file) }
    }

    /// Ends a process that native code forked off, by whichever call: it would speak for its parent.
    private func endWhereForked() {
        if System.processNumber == process.load(ordering: .relaxed) { return }
        // This ends it with a message where the fork was noticed.
        unsafe heddle_note_call(nil)
        System.endAtOnce()
    }
}

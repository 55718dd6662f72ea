// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier

/// Ctrl-C, `SIGTERM`, `SIGHUP`, and a reader of the output that goes away: the first one asks the run to stop in order;
/// the second one ends the process at once, also inside of native code.
package enum Interrupts {
    /// Begins to watch for interrupts. The first one says on standard error what will happen.
    package static func watch() { unsafe heddle_watch_interrupts(announcement.text, -1) }

    /// Nothing is under way any more that could stop in order: the next interrupt ends the process.
    package static func finish() { heddle_finish_interrupts() }

    /// A worker is interrupted by its host, with `SIGTERM`.
    package static func leaveToHost() {
        heddle_watch_interrupts(nil, -1)
    }

    /// Lets Ctrl-C do nothing to this process, until interrupts are watched.
    package static func passOver() { heddle_outlive_interrupts() }

    /// True if there was one.
    package static var isPending: Bool { heddle_interrupt() != 0 }

    /// True if it came from the terminal, which signals all processes of the job.
    package static var isFromTerminal: Bool { heddle_interrupt_is_from_terminal() }

    /// Records that the reader of standard output or error has gone away. This is an interrupt while interrupts are
    /// watched; otherwise it ends the process, as `SIGPIPE` does.
    static func noteLostReader() { heddle_note_lost_reader() }

    /// Leaves them to the other threads.
    static func leaveToOtherThreads() { heddle_block_interrupts() }

    /// Kept for ever, since a signal handler reads it.
    private static let announcement: StaticString =
        "interrupted: the run stops after the current call; once more stops it at once\n"
}

extension StaticString {
    /// The text as C wants it; it lives as long as the process.
    var text: UnsafePointer<CChar>? { unsafe UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self) }
}

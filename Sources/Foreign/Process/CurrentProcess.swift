// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The process that asks.
public enum CurrentProcess {
    /// Its number, which is another one behind a fork.
    public static var number: Int32 { getpid() }

    /// Ends the process at once. What was written is handed over; nothing else is done of what libraries have left to be
    /// done at the end.
    public static func end(status: Int32) -> Never {
        StandardStream.flush()
        StandardStream.flushAll()
        _exit(status)
    }
}

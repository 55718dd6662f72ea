// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// How large the terminal of standard error is, which may change at any time.
struct TerminalSize {
    let columns: Int

    /// The size now; nil where there is no room for a line below what is written.
    static var current: TerminalSize? {
        var size = winsize()
        guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
        // A terminal that does not know its size says 0.
        if size.ws_row > 0, size.ws_row < 3 { return nil }
        return TerminalSize(columns: size.ws_col > 0 ? Int(size.ws_col) : 80)
    }
}

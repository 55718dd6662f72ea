// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A program on a terminal of its own, which a test looks at and types on.
package final class TerminalSession {
    /// `TIOCSPTLCK` and `TIOCGPTN`.
    private static let (setsLock, getsNumber) = (0x4004_5431 as UInt, 0x8004_5430 as UInt)

    private let master: Int32
    private let process = Process()
    private var bytes: [UInt8] = []

    /// Starts a program as the foreground job of a new terminal.
    ///
    /// - Parameters:
    ///   - program: its path, and its arguments.
    ///   - environment: variables to set beside those of this process; `CI` is not handed on.
    package init(
        _ program: [String], in folder: String, columns: UInt16 = 80, environment: [String: String] = [:]
    ) throws {
        master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        // The work of unlockpt and ptsname, which Swift cannot call.
        var (lock, number) = (0 as Int32, 0 as Int32)
        guard master >= 0, unsafe ioctl(master, Self.setsLock, &lock) == 0,
            unsafe ioctl(master, Self.getsNumber, &number) == 0
        else { throw POSIXError(.ENODEV) }
        resize(columns: columns)
        // It begins a session, whose terminal this becomes, and gives signals that the tests block their own effect.
        process.executableURL = URL(filePath: "/usr/bin/setsid")
        process.arguments = ["--ctty", "--wait", "env", "--default-signal"] + program
        process.currentDirectoryURL = URL(filePath: folder)
        process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "CI" && $0.key != "NO_COLOR" }
            .merging(["TERM": "xterm"]) { $1 }.merging(environment) { $1 }
        let side = FileHandle(forUpdatingAtPath: "/dev/pts/\(number)")
        (process.standardInput, process.standardOutput, process.standardError) = (side, side, side)
        try process.run()
    }

    deinit { close(master) }

    /// Changes the size of the terminal, of which the program is not told.
    package func resize(columns: UInt16) {
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = unsafe ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// Types on its keyboard.
    package func type(_ text: String) { _ = unsafe write(master, text, text.utf8.count) }

    /// Everything that it has written so far.
    package var output: String {
        takeOutput()
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Waits until it has written something; false when it ended without that.
    package func waits(untilOutputHas text: String) -> Bool {
        let end = ContinuousClock.now + .seconds(60)
        while !output.contains(text) {
            guard process.isRunning, ContinuousClock.now < end else { return output.contains(text) }
            usleep(5_000)
        }
        return true
    }

    /// Waits for its end, and returns its exit status; of one that a signal ended, the signal's number and 128.
    ///
    /// A program that has not ended after two minutes is killed.
    package func ended() -> Int32 {
        let end = ContinuousClock.now + .seconds(120)
        while process.isRunning {
            takeOutput()
            usleep(5_000)
            if ContinuousClock.now > end { kill(process.processIdentifier, SIGKILL) }
        }
        takeOutput()
        return process.terminationStatus
    }

    private func takeOutput() {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe read(master, &chunk, chunk.count)
            guard count > 0 else { return }
            bytes += chunk.prefix(count)
        }
    }
}

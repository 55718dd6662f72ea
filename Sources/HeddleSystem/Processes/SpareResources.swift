// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What the system still has for this process: libraries that start processes and threads end it where there is none.
enum SpareResources {
    /// Why this process cannot open so many further files and start a further thread; nil where it can.
    static func failure(files count: Int) -> SystemFailure? {
        var files: [Int32] = []
        defer { for file in files { close(file) } }
        for _ in 0..<count {
            let file = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
            if file < 0 { return SystemFailure(number: errno) }
            files.append(file)
        }
        return DetachedThread.start({}) ? nil : SystemFailure(ofStart: EAGAIN)
    }
}

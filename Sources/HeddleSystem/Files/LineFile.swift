// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// A file that lines are appended to, by this process and perhaps by others: each line is written at once.
///
/// It is opened, and made where it is not there, with the first line.
package final class LineFile: Sendable {
    private enum State {
        case closed
        case open(Int32)
        case failed(String)
    }

    private let path: String
    private let state = Mutex(State.closed)

    /// Takes a path. Nothing is opened.
    package init(path: String) {
        self.path = path
    }

    deinit {
        if case .open(let file) = state.withLock({ $0 }) { close(file) }
    }

    /// Why it cannot be written, as far as that can be known before it is tried; nil where it can.
    package var obstacle: String? {
        if let obstacle = path.obstacleAsFileName { return obstacle }
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            return errno == ENOENT ? folderObstacle : systemMessage(errno)
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return "it is a directory"
        case S_IFREG, S_IFCHR: return unsafe access(path, W_OK) == 0 ? nil : systemMessage(errno)
        default: return "it is neither a file nor a terminal"
        }
    }

    private var folderObstacle: String? {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        if path.hasSuffix("/") { return "it is a directory" }
        return unsafe access(folder, W_OK | X_OK) == 0 ? nil : "its folder: " + systemMessage(errno)
    }

    /// Appends a line, on any thread.
    ///
    /// - Returns: why it could not be written; nil where it was. After the first failure nothing more is tried.
    package func append(_ line: String) -> String? {
        state.withLock { state in
            if case .closed = state { state = opened() }
            switch state {
            case .closed: return nil
            case .failed(let reason): return reason
            case .open(let file):
                let failure = writeWhole(Array((line + "\n").utf8), to: file)
                guard failure != 0 else { return nil }
                let reason = systemMessage(failure)
                close(file)
                state = .failed(reason)
                return reason
            }
        }
    }

    private func opened() -> State {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0o666)
        return file < 0 ? .failed(systemMessage(errno)) : .open(file)
    }
}

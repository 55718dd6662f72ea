// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A file that lines are appended to, by this process and perhaps by others: each line is written at once.
///
/// The first line opens the file, and creates it if necessary.
package final class LineFile: Sendable {
    private enum State {
        case closed
        case open(Int32)
        case failed(SystemFailure)
    }

    private let path: String
    private let state = Mutex(State.closed)

    /// Takes a path. Nothing is opened.
    package init(path: String) {
        self.path = path
    }

    deinit {
        if case .open(let file) = state.withLock({ $0 }) { System.close(file) }
    }

    /// The reason why it cannot be written, as far as this is known in advance; nil if there is none.
    package var obstacle: String? {
        if let obstacle = path.obstacleAsFileName { return obstacle }
        do {
            switch try System.status(at: path).kind {
            case .folder: return "it is a directory"
            case .regular, .characterDevice: try System.check(.writing, to: path)
            case .link, .fifo, .socket, .blockDevice: return "it is neither a file nor a terminal"
            }
            return nil
        } catch {
            return error == .missing ? folderObstacle : error.message
        }
    }

    private var folderObstacle: String? {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        if path.hasSuffix("/") { return "it is a directory" }
        do {
            try System.check(.creating, to: folder)
            return nil
        } catch {
            return "its folder: " + error.message
        }
    }

    /// Appends a line, on any thread.
    ///
    /// - Returns: the reason why it could not be written; nil on success. After the first failure nothing more is
    ///   written.
    package func append(_ line: String) -> String? {
        state.withLock { state in
            if case .closed = state { state = opened() }
            switch state {
            case .closed: return nil
            case .failed(let failure): return failure.message
            case .open(let file):
                do throws(SystemFailure) {
                    try System.write(Array((line + "\n").utf8), to: file)
                    return nil
                } catch {
                    System.close(file)
                    state = .failed(error)
                    return error.message
                }
            }
        }
    }

    private func opened() -> State {
        do throws(SystemFailure) {
            return .open(try System.open(path, [.forWriting, .creating, .appending, .uncontrolled]))
        } catch {
            return .failed(error)
        }
    }
}

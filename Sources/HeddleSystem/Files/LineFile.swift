// SPDX-License-Identifier: Apache-2.0

/// A file that lines are appended to, by this process and perhaps by others.
///
/// The first line opens the file, and creates it if necessary. Lines wait for some milliseconds, so that many are
/// written at once; only whole lines are. They are written at the latest when the object goes or the process ends, by
/// a crash that is reported too. A process that is killed loses those that wait.
package final class LineFile: Sendable {
    private let path: String
    private let lines: WaitingLines

    /// Takes a path. Nothing is opened.
    package init(path: String) {
        self.path = path
        lines = WaitingLines.take()
    }

    deinit { lines.giveBack() }

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

    /// Appends text of one line, with its line end, on any thread.
    ///
    /// - Parameters:
    ///   - sender: is told if the line is lost after this has returned.
    ///   - number: the line's number, for the sender.
    /// - Returns: the reason why it will not be written; nil if it waits to be. After the first failure nothing more is
    ///   written.
    package func append(
        _ line: [UInt8], _ number: UInt64 = 0, from sender: (any LineSender)? = nil
    ) -> String? {
        lines.append(line, number, from: sender, to: { () throws(SystemFailure) in path })
    }

    /// Writes what waits.
    package func flush() { lines.flush() }

    /// Writes what waits for any file, where the process ends: by a signal handler too.
    package static func flushAll() { WaitingLines.flushAll() }
}

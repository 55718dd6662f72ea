// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

/// A text that is read piece by piece, under the rules of ``readText(at:limit:kind:)``.
package final class OpenText {
    /// The name for the user.
    package let name: String
    /// The size of a file; that of a pipe is unknown.
    let size: Int
    private let path: String
    private let kind: TextKind
    private let file: Int32
    private var piece = [UInt8](repeating: 0, count: 1 << 16)

    /// Opens a file, an unnamed pipe, or, as `-`, standard input.
    ///
    /// - Throws: why it cannot be read.
    package init(at path: String, kind: TextKind) throws(Diagnostic) {
        if let obstacle = path.obstacleAsFileName { throw unreadable(path, kind, obstacle) }
        let file: Int32
        let status: FileStatus
        do throws(SystemFailure) {
            // Otherwise opening a FIFO waits for a writer that never comes.
            file = path == "-" ? System.standardInput : try System.open(path, [.forReading, .nonblocking])
            status = try System.status(of: file)
        } catch {
            throw unreadable(path, kind, error)
        }
        (self.path, self.kind, self.file, size) = (path, kind, file, status.size)
        name = path == "-" ? "standard input" : path
        if let obstacle = Self.obstacle(to: file, status, path) { throw unreadable(path, kind, obstacle) }
        if path != "-" { System.setBlocking(file, true) }
    }

    deinit { if file != System.standardInput { System.close(file) } }

    /// Reads the next piece.
    ///
    /// - Parameter limit: how many bytes it has at most.
    /// - Returns: the piece; empty at the end.
    package func read(atMost limit: Int = .max) throws(Diagnostic) -> ArraySlice<UInt8> {
        do throws(SystemFailure) {
            let count = try System.read(file, into: &piece, count: min(limit, piece.count))
            return piece.prefix(count)
        } catch {
            throw unreadable(path, kind, error)
        }
    }

    /// The reason why an open file is not read; nil if it is.
    private static func obstacle(to file: Int32, _ status: FileStatus, _ path: String) -> String? {
        if status.kind == .folder { return "it is a directory" }
        if path == "-" { return nil }
        switch status.kind {
        case .characterDevice where System.isTerminal(file): return nil
        case .characterDevice, .blockDevice: return "it is a device"
        case .regular where System.isMadeByKernel(file): return "the kernel generates its content, which may never end"
        default: return isNamedFIFO(path) ? "it is a FIFO, which may never get any data" : nil
        }
    }

    /// A pipe without a name has no path to it but those of `/proc`, which lead nowhere.
    private static func isNamedFIFO(_ path: String) -> Bool {
        guard let real = try? System.realPath(of: path) else { return false }
        return (try? System.status(at: real))?.kind == .fifo
    }
}

// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

/// Reads a whole regular file; anything else under its name is refused before it can block or overwhelm the host.
package enum FileContents {
    /// No library is larger; a file that is may be a device or a mistake.
    static let limit = 1 << 30

    package static func read(_ path: String) throws(Diagnostic) -> [UInt8] {
        if let obstacle = path.obstacleAsFileName { throw refusal(path, because: obstacle) }
        let status: FileStatus
        do throws(SystemFailure) {
            // Otherwise opening a FIFO waits for a writer that never comes.
            let file = try System.open(path, [.forReading, .nonblocking])
            defer { System.close(file) }
            status = try System.status(of: file)
            // As many bytes as the file has now; fewer when it is being cut short meanwhile.
            if status.kind == .regular, status.size <= limit { return try System.read(file, count: status.size) }
        } catch {
            throw refusal(path, because: error)
        }
        guard status.kind == .regular else {
            throw refusal(path, because: "it is \(words(for: status.kind)), not a regular file")
        }
        throw refusal(path, because: "it is larger than 1 GiB")
    }

    private static func refusal(_ path: String, because failure: SystemFailure) -> Diagnostic {
        var refusal = refusal(path, because: failure.message)
        refusal.subject = failure.subject(or: .module)
        return refusal
    }

    private static func refusal(_ path: String, because reason: String) -> Diagnostic {
        Diagnostic(.error, .module, code: .module(.unreadable), "the module \(path) cannot be loaded: \(reason)")
    }

    private static func words(for kind: FileStatus.Kind) -> String {
        switch kind {
        case .folder: "a directory"
        case .fifo: "a FIFO"
        case .socket: "a socket"
        default: "a device"
        }
    }
}

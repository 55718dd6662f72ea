// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics
internal import Glibc

/// Reads a whole regular file; anything else under its name is refused before it can block or overwhelm the host.
package enum FileContents {
    /// No library is larger; a file that is may be a device or a mistake.
    static let limit = 1 << 30

    package static func read(_ path: String) throws(Diagnostic) -> [UInt8] {
        if let obstacle = path.obstacleAsFileName { throw refusal(path, because: obstacle) }
        // Without O_NONBLOCK opening a FIFO waits for a writer that never comes.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw refusal(path, because: SystemFailure(number: errno)) }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { throw refusal(path, because: SystemFailure(number: errno)) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw refusal(path, because: "it is \(kind(of: status.st_mode)), not a regular file")
        }
        guard status.st_size <= limit else { throw refusal(path, because: "it is larger than 1 GiB") }
        return try read(file, count: Int(status.st_size), path)
    }

    /// Reads as many bytes as the file had when it was opened; fewer when it is being cut short meanwhile.
    private static func read(_ file: Int32, count: Int, _ path: String) throws(Diagnostic) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count, let base = buffer.baseAddress {
                let read = unsafe Glibc.read(file, base + filled, count - filled)
                if read < 0, errno == EINTR { continue }
                if read < 0 { failure = errno }
                guard read > 0 else { return }
                filled += read
            }
        }
        guard failure == 0 else { throw refusal(path, because: SystemFailure(number: failure)) }
        return bytes
    }

    private static func refusal(_ path: String, because failure: SystemFailure) -> Diagnostic {
        var refusal = refusal(path, because: failure.message)
        refusal.subject = failure.subject(or: .module)
        return refusal
    }

    private static func refusal(_ path: String, because reason: String) -> Diagnostic {
        Diagnostic(.error, .module, code: "module.unreadable", "the module \(path) cannot be loaded: \(reason)")
    }

    private static func kind(of mode: mode_t) -> String {
        switch mode & S_IFMT {
        case S_IFDIR: "a directory"
        case S_IFIFO: "a FIFO"
        case S_IFSOCK: "a socket"
        default: "a device"
        }
    }
}

extension String {
    /// Why no file can have this name, whose text would end at its NUL for the system; nil where one can.
    package var obstacleAsFileName: String? {
        utf8.contains(0) ? "its name has a NUL (\\u0000), which no name of a file has" : nil
    }
}

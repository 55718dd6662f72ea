// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

/// Reads a whole regular file; anything else under its name is refused before it can block or overwhelm the host.
package enum FileContents {
    /// The reason why a file is not read.
    package struct Refusal: Error {
        /// The reason in words.
        package let reason: String
        fileprivate let failure: SystemFailure?

        /// True if there is no such file.
        package var isMissing: Bool { failure == .missing || failure == .notInFolder }
    }

    /// No library is larger; a file that is may be a device or a mistake.
    static let limit = 1 << 30

    package static func read(_ path: String) throws(Diagnostic) -> [UInt8] {
        do throws(Refusal) {
            return try bytes(at: path)
        } catch {
            // It stands for bytes that are no text; under a name with it nothing is found.
            let isNoText = path.contains("\u{FFFD}") && error.failure == .missing
            let reason =
                isNoText
                ? "there is no file of this name, in which \u{FFFD} stands for bytes that are not UTF-8" : error.reason
            var refusal = Diagnostic(
                .error, .module, code: .module(.unreadable), "the module \(path) cannot be loaded: \(reason)",
                suggestion: isNoText ? "rename the file: Heddle takes names in UTF-8 alone" : nil)
            if let failure = error.failure { refusal.subject = failure.subject(or: .module) }
            throw refusal
        }
    }

    /// Reads a file of any content.
    package static func bytes(at path: String) throws(Refusal) -> [UInt8] {
        if let obstacle = path.obstacleAsFileName { throw Refusal(reason: obstacle, failure: nil) }
        let status: FileStatus
        let isMadeByKernel: Bool
        do throws(SystemFailure) {
            // Otherwise opening a FIFO waits for a writer that never comes.
            let file = try System.open(path, [.forReading, .nonblocking])
            defer { System.close(file) }
            status = try System.status(of: file)
            isMadeByKernel = System.isMadeByKernel(file)
            // As many bytes as the file has now; fewer when it is being cut short meanwhile.
            if status.kind == .regular, status.size <= limit, !isMadeByKernel {
                return try System.read(file, count: status.size)
            }
        } catch {
            throw Refusal(reason: error.message, failure: error)
        }
        guard status.kind == .regular else {
            throw Refusal(reason: "it is \(words(for: status.kind)), not a regular file", failure: nil)
        }
        let reason = isMadeByKernel ? "the kernel generates its content" : "it is larger than 1 GiB"
        throw Refusal(reason: reason, failure: nil)
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

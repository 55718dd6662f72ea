// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics
internal import Synchronization

/// A file that exists completely or not at all, however the process ends.
///
/// Data goes to a file without a name, or with another name if the file system has no such files. ``commit()`` puts it
/// in place in one step; without it the data is gone. A file that is not regular, such as a pipe or `/dev/null`, is
/// written to directly. Any thread may write.
package final class WholeFile: Sendable {
    private let path: String
    private let code: DiagnosticCode
    private let writing: Mutex<Writing>

    /// Begins to write a file.
    ///
    /// - Parameter code: the code of the diagnostic that it cannot be written.
    /// - Throws: why the system does not let it.
    package init(path: String, code: DiagnosticCode) throws(Diagnostic) {
        self.code = code
        guard !path.isEmpty else { throw unwritable(path, .missing, code) }
        // Through links: what they point to is replaced, and they stay.
        self.path = canonicalPath(of: path)
        do throws(SystemFailure) {
            writing = Mutex(try isSpecial(self.path) ? Writing(direct: self.path) : Writing(beside: self.path))
        } catch {
            throw unwritable(path, error, code)
        }
    }

    deinit {
        writing.withLock { $0.abandon() }
    }

    /// Writes a text; that it failed is said by ``commit()``.
    package func write(_ text: String) {
        writing.withLock { $0.write(text.utf8) }
    }

    /// Writes a text in UTF-8; that it failed is said by ``commit()``.
    package func write(_ text: [UInt8]) {
        writing.withLock { $0.write(text) }
    }

    /// Makes ``commit()`` fail, for what was to be written and could not be had.
    package func fail(_ failure: SystemFailure) {
        writing.withLock { $0.failure = $0.failure ?? failure }
    }

    /// A file in the same folder for what is to be written later; nil if the system does not let it.
    package func makeSideFile() -> SideFile? { SideFile(inFolder: folder(of: path)) }

    /// Puts the file in its place. Nothing can be written any more.
    ///
    /// - Throws: the reason why it could not be written. Then there is no file, or the old one is unchanged.
    package func commit() throws(Diagnostic) {
        if let failure = writing.withLock({ $0.finish(as: path) }) { throw unwritable(path, failure, code) }
    }
}

/// A file that is being written. The first failure is kept; behind it nothing more is tried.
private struct Writing {
    private static let bufferSize = 1 << 16

    private var descriptor: Int32
    /// Nil if there is no file to replace.
    private var temporaryPath: String?
    /// True if the file has no name until it is finished, so that it disappears if the process is killed.
    private var isUnnamed = false
    private var buffer: [UInt8] = []
    fileprivate var failure: SystemFailure?

    /// Writes to what is there.
    init(direct path: String) throws(SystemFailure) {
        descriptor = try System.open(path, .forWriting)
    }

    /// Writes to a new file that is to stand at a path.
    init(beside path: String) throws(SystemFailure) {
        if let file = openUnnamed(for: path) {
            (descriptor, isUnnamed) = (file, true)
        } else {
            var file: Int32 = -1
            temporaryPath = try takingFreeName(beside: path) { name throws(SystemFailure) in
                // Nobody else reads it before it has the permissions of the file that it replaces.
                file = try System.open(
                    name, [.forWriting, .new], permissions: System.allows(.existence, to: path) ? 0o600 : 0o666)
            }
            descriptor = file
        }
    }

    mutating func write(_ text: some Sequence<UInt8>) {
        buffer += text
        if buffer.count >= Self.bufferSize { flush() }
    }

    /// Returns why the file does not stand at its path.
    mutating func finish(as path: String) -> SystemFailure? {
        flush()
        let descriptor = descriptor
        if isUnnamed || temporaryPath != nil {
            // It has those of the file that it replaces.
            if let former = try? System.status(at: path) {
                // Some file systems have the same for all files.
                try? System.setPermissions(former.permissions & 0o777, of: descriptor)
            }
            attempt { () throws(SystemFailure) in try System.synchronize(descriptor) }
        }
        if isUnnamed {
            // A link can only create a new name, so this is not yet the final name.
            var name: String?
            attempt { () throws(SystemFailure) in
                name = try takingFreeName(beside: path) { name throws(SystemFailure) in
                    try System.name(descriptor, name)
                }
            }
            temporaryPath = name
        }
        let closing = System.close(descriptor)
        failure = failure ?? closing
        self.descriptor = -1
        if let temporaryPath {
            attempt { () throws(SystemFailure) in try System.rename(temporaryPath, to: path) }
            if failure == nil { self.temporaryPath = nil }
        }
        return failure
    }

    mutating func abandon() {
        if descriptor >= 0 { System.close(descriptor) }
        if let temporaryPath { try? System.remove(temporaryPath) }
    }

    private mutating func flush() {
        WrittenBytes.count(buffer.count)
        if failure == nil {
            do throws(SystemFailure) { try System.write(buffer, to: descriptor) } catch { failure = error }
        }
        buffer.removeAll(keepingCapacity: true)
    }

    private mutating func attempt(_ body: () throws(SystemFailure) -> Void) {
        if failure != nil { return }
        do throws(SystemFailure) { try body() } catch { failure = error }
    }
}

/// An unnamed file in the folder of a path; nil if the file system has none, or no way to name it.
private func openUnnamed(for path: String) -> Int32? {
    guard System.allows(.existence, to: "/proc/self/fd") else { return nil }
    return try? System.open(folder(of: path), [.forWriting, .unnamed])
}

/// Tries names beside a path: a process of the same number may have been killed and have left its file.
///
/// - Returns: the name that was free.
private func takingFreeName(
    beside path: String, _ take: (String) throws(SystemFailure) -> Void
) throws(SystemFailure) -> String {
    var attempt = 0
    while true {
        attempt += 1
        let name = "\(path).\(System.processNumber).\(attempt).tmp"
        do throws(SystemFailure) {
            try take(name)
            return name
        } catch {
            if error != .exists || attempt >= 1000 { throw error }
        }
    }
}

private func isSpecial(_ path: String) -> Bool {
    (try? System.status(at: path)).map { $0.kind != .regular } ?? false
}

private func unwritable(_ path: String, _ failure: SystemFailure, _ code: DiagnosticCode) -> Diagnostic {
    Diagnostic(
        .error, failure.subject(or: .usage), code: code,
        "the file \(path) cannot be written: \(failure.message)")
}

// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics
internal import Glibc
internal import Synchronization

/// A file that is there whole or not at all, however the process ends.
///
/// What is written goes to a file without a name, or of another name where the file system has none such, which takes
/// its place in one step with ``commit()``. One that is not committed is gone. What is no regular file, such as a pipe or `/dev/null`, is written to directly.
/// It can be written to from any thread.
package final class WholeFile: Sendable {
    private let path: String
    private let writing: Mutex<Writing>

    /// Begins to write a file.
    ///
    /// - Throws: why the system does not let it.
    package init(path: String) throws(Diagnostic) {
        guard !path.isEmpty else { throw unwritable(path, ENOENT) }
        // Through links: what they point to is replaced, and they stay.
        self.path = resolved(path)
        guard let writing = isSpecial(self.path) ? Writing(direct: self.path) : Writing(beside: self.path) else {
            throw unwritable(path, errno)
        }
        self.writing = Mutex(writing)
    }

    deinit {
        writing.withLock { $0.abandon() }
    }

    /// Writes a text; that it failed is said by ``commit()``.
    package func write(_ text: String) {
        writing.withLock { $0.write(text) }
    }

    /// Puts the file in its place. Nothing can be written any more.
    ///
    /// - Throws: why it could not be written; then there is none, or the one that was there before.
    package func commit() throws(Diagnostic) {
        let failure = writing.withLock { $0.finish(as: path) }
        guard failure == 0 else { throw unwritable(path, failure) }
    }
}

/// A file that is being written. What fails first is kept as its `errno`.
private struct Writing {
    private static let bufferSize = 1 << 16

    private var descriptor: Int32
    /// nil where there is nothing to take the place of.
    private var temporaryPath: String?
    /// Whether it is seen by nobody until it is finished, and so gone when the process is killed.
    private var isUnnamed = false
    private var buffer: [UInt8] = []
    private var failure: Int32 = 0

    /// Writes to what is there; nil where `errno` says why not.
    init?(direct path: String) {
        descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
        if descriptor < 0 { return nil }
    }

    /// Writes to a new file that is to stand at a path; nil where `errno` says why not.
    init?(beside path: String) {
        descriptor = openUnnamed(for: path)
        if descriptor >= 0 {
            isUnnamed = true
        } else {
            (temporaryPath, descriptor) = takingFreeName(beside: path) { name in
                unsafe open(name, O_WRONLY | O_CLOEXEC | O_CREAT | O_EXCL, 0o666)
            }
            if descriptor < 0 { return nil }
        }
    }

    mutating func write(_ text: String) {
        buffer += text.utf8
        if buffer.count >= Self.bufferSize { flush() }
    }

    mutating func finish(as path: String) -> Int32 {
        flush()
        if isUnnamed || temporaryPath != nil { check(fsync(descriptor)) }
        if isUnnamed, failure == 0 { giveName(beside: path) }
        check(close(descriptor))
        descriptor = -1
        if failure == 0, let temporaryPath {
            check(unsafe rename(temporaryPath, path))
            if failure == 0 { self.temporaryPath = nil }
        }
        return failure
    }

    mutating func abandon() {
        if descriptor >= 0 { close(descriptor) }
        if let temporaryPath { _ = unsafe unlink(temporaryPath) }
    }

    private mutating func flush() {
        WrittenBytes.count(buffer.count)
        if failure == 0 { failure = writeWhole(buffer, to: descriptor) }
        buffer.removeAll(keepingCapacity: true)
    }

    /// A name can be given only where there is none, so that it is not yet the one that it is to have.
    private mutating func giveName(beside path: String) {
        let own = "/proc/self/fd/\(descriptor)"
        let (name, result) = takingFreeName(beside: path) { name in
            unsafe linkat(AT_FDCWD, own, AT_FDCWD, name, AT_SYMLINK_FOLLOW)
        }
        check(result)
        if result == 0 { temporaryPath = name }
    }

    private mutating func check(_ result: Int32) {
        if result != 0, failure == 0 { failure = errno }
    }
}

/// A file without a name in the folder of a path; negative where there is none such, or no way to name it.
private func openUnnamed(for path: String) -> Int32 {
    guard unsafe access("/proc/self/fd", F_OK) == 0 else { return -1 }
    // O_TMPFILE, which Swift does not see.
    return unsafe open(folder(of: path), O_WRONLY | O_CLOEXEC | 0o20_000_000 | O_DIRECTORY, 0o666)
}

/// Tries names beside a path: a process of the same number may have been killed and have left its file.
private func takingFreeName(beside path: String, _ take: (String) -> Int32) -> (name: String, result: Int32) {
    var (name, result, attempt) = ("", -1 as Int32, 0)
    repeat {
        attempt += 1
        name = "\(path).\(getpid()).\(attempt).tmp"
        result = take(name)
    } while result < 0 && errno == EEXIST && attempt < 1000
    return (name, result)
}

private func resolved(_ path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
}

private func isSpecial(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
}

private func unwritable(_ path: String, _ number: Int32) -> Diagnostic {
    let failure = SystemFailure(number: number)
    return Diagnostic(
        .error, failure.subject(or: .usage), code: "report.unwritable",
        "the file \(path) cannot be written: \(failure.message)")
}

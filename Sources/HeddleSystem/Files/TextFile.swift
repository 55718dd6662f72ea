// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
package import HeddleDiagnostics
internal import Glibc

/// Reads a text from a file, an unnamed pipe, or, as `-`, from standard input.
///
/// A FIFO is refused: nobody may ever write to it. What has a writer, such as a shell's `<(…)`, has no name. So are
/// devices but for terminals, and files that the kernel makes up as they are read, such as those of `/proc`: they may
/// never end, or be gone once they were read.
///
/// - Parameters:
///   - limit: how many bytes are read at most; a larger file is refused unread.
///   - kind: what the text is, in one word.
/// - Throws: why it cannot be read.
package func readText(
    at path: String, limit: Int = SourceText.largestSize, kind: String
) throws(Diagnostic) -> SourceText {
    if let obstacle = path.obstacleAsFileName { throw unreadable(path, kind, obstacle) }
    // Without O_NONBLOCK opening a FIFO waits for a writer that never comes.
    let file = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw unreadable(path, kind, SystemFailure(number: errno)) }
    defer { if file != STDIN_FILENO { close(file) } }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw unreadable(path, kind, SystemFailure(number: errno)) }
    if status.st_mode & S_IFMT == S_IFDIR { throw unreadable(path, kind, "it is a directory") }
    if path != "-" {
        if isDevice(status), isatty(file) == 0 { throw unreadable(path, kind, "it is a device") }
        if isOfKernel(file, status) {
            throw unreadable(path, kind, "the kernel makes up its content, which may never end")
        }
        if isNamedFIFO(path) { throw unreadable(path, kind, "it is a FIFO, to which nobody may ever write") }
        _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK)
    }
    guard status.st_size <= limit else { throw tooLarge(path, kind, limit) }
    // One byte more than the limit tells whether there are more: of a pipe nobody knows the size before.
    let bytes = try readAll(file, limit + 1, path, kind)
    guard bytes.count <= limit else { throw tooLarge(path, kind, limit) }
    return SourceText(name: name(of: path), bytes: bytes)
}

private func isDevice(_ status: stat) -> Bool {
    [S_IFCHR, S_IFBLK].contains(status.st_mode & S_IFMT)
}

/// True for a file that claims to be regular and that the kernel generates.
private func isOfKernel(_ file: Int32, _ status: stat) -> Bool {
    status.st_mode & S_IFMT == S_IFREG && heddle_is_kernel_file(file)
}

/// A pipe without a name has no path to it but those of `/proc`, which lead nowhere.
private func isNamedFIFO(_ path: String) -> Bool {
    var status = stat()
    guard let real = realPath(of: path), unsafe stat(real, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFIFO
}

private func readAll(_ file: Int32, _ limit: Int, _ path: String, _ kind: String) throws(Diagnostic) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < limit {
        let count = unsafe read(file, &chunk, min(chunk.count, limit - bytes.count))
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw unreadable(path, kind, SystemFailure(number: errno)) }
        guard count > 0 else { break }
        bytes += chunk.prefix(count)
    }
    return bytes
}

private func tooLarge(_ path: String, _ kind: String, _ limit: Int) -> Diagnostic {
    unreadable(path, kind, "it is larger than \(limit >> 20) MiB, the most that is read")
}

func unreadable(_ path: String, _ kind: String, _ failure: SystemFailure) -> Diagnostic {
    var mistake = unreadable(path, kind, failure.message)
    mistake.subject = failure.subject(or: .document)
    return mistake
}

func unreadable(_ path: String, _ kind: String, _ reason: String) -> Diagnostic {
    Diagnostic(code: "\(kind).unreadable", "the \(kind) \(name(of: path)) cannot be read: \(reason)")
}

private func name(of path: String) -> String { path == "-" ? "standard input" : path }

/// The path of a file without links and detours, by which it is the same file whichever path leads to it; the path as it
/// is where there is no such file.
package func canonicalPath(of path: String) -> String { realPath(of: path) ?? path }

/// The same; nil where there is no such file.
private func realPath(of path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
}

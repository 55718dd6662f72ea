// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
internal import Glibc

/// Reads a behaviour from a file, a pipe, or, as `-`, from standard input.
///
/// - Parameter limit: how many bytes are read at most; a larger file is refused unread.
/// - Throws: why it cannot be read.
public func readBehaviour(at path: String, limit: Int) throws(Diagnostic) -> SourceText {
    try readText(at: path, limit: limit, kind: "behaviour")
}

/// Reads a text from a file, a pipe, or, as `-`, from standard input.
///
/// - Parameters:
///   - limit: how many bytes are read at most; a larger file is refused unread.
///   - kind: what the text is, in one word.
/// - Throws: why it cannot be read.
public func readText(at path: String, limit: Int, kind: String) throws(Diagnostic) -> SourceText {
    let file = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw unreadable(path, kind, systemMessage(errno)) }
    defer { if file != STDIN_FILENO { close(file) } }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw unreadable(path, kind, systemMessage(errno)) }
    if status.st_mode & S_IFMT == S_IFDIR { throw unreadable(path, kind, "it is a directory") }
    guard status.st_size <= limit else { throw tooLarge(path, kind, limit) }
    // One byte more than the limit tells whether there are more: of a pipe nobody knows the size before.
    let bytes = try readAll(file, limit + 1, path, kind)
    guard bytes.count <= limit else { throw tooLarge(path, kind, limit) }
    return SourceText(name: name(of: path), bytes: bytes)
}

private func readAll(_ file: Int32, _ limit: Int, _ path: String, _ kind: String) throws(Diagnostic) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < limit {
        let count = unsafe read(file, &chunk, min(chunk.count, limit - bytes.count))
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw unreadable(path, kind, systemMessage(errno)) }
        guard count > 0 else { break }
        bytes += chunk.prefix(count)
    }
    return bytes
}

private func tooLarge(_ path: String, _ kind: String, _ limit: Int) -> Diagnostic {
    unreadable(path, kind, "it is larger than \(limit >> 20) MiB, the most that is read")
}

func unreadable(_ path: String, _ kind: String, _ reason: String) -> Diagnostic {
    Diagnostic(code: "\(kind).unreadable", "the \(kind) \(name(of: path)) cannot be read: \(reason)")
}

private func name(of path: String) -> String { path == "-" ? "standard input" : path }

/// The path of a file without links and detours, by which it is the same file whichever path leads to it; the path as it
/// is where there is no such file.
public func canonicalPath(of path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
}

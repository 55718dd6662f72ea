// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

/// A kind of text that Heddle reads from a file.
package enum TextKind: String {
    case behaviour, bindings, header, include, run
    /// The configuration of a host, and what belongs to it.
    case configuration, key, token, state
    case lockFile = "lock file"

    /// The code of the mistake that such a text cannot be read.
    fileprivate var code: DiagnosticCode {
        switch self {
        case .behaviour, .configuration, .key, .token, .state, .lockFile: .behaviour(.unreadable)
        case .bindings: .bindings(.unreadable)
        case .header: .bind(.header)
        case .include: .cases(.includeUnreadable)
        case .run: .report(.unreadable)
        }
    }
}

/// Reads a text from a file, an unnamed pipe, or, as `-`, from standard input.
///
/// A FIFO with a name is refused, because it may never get a writer. A pipe such as a shell's `<(…)` has no name and is
/// read. Devices except terminals are refused, and files that the kernel generates, such as those of `/proc`: they may
/// never end, or be consumed by reading.
///
/// - Parameters:
///   - limit: how many bytes are read at most; a larger file is refused unread.
///   - kind: what the text is.
/// - Throws: why it cannot be read.
package func readText(
    at path: String, limit: Int = SourceText.largestSize, kind: TextKind
) throws(Diagnostic) -> SourceText {
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
    defer { if file != System.standardInput { System.close(file) } }
    if let obstacle = obstacle(to: file, status, path) { throw unreadable(path, kind, obstacle) }
    if path != "-" { System.setBlocking(file, true) }
    guard status.size <= limit else { throw tooLarge(path, kind, limit) }
    do throws(SystemFailure) {
        // Reads one byte more than the limit, because the size of a pipe is unknown in advance.
        let bytes = try readAll(file, atMost: limit + 1)
        if bytes.count <= limit { return SourceText(name: name(of: path), bytes: bytes) }
    } catch {
        throw unreadable(path, kind, error)
    }
    throw tooLarge(path, kind, limit)
}

/// The reason why an open file is not read; nil if it is.
private func obstacle(to file: Int32, _ status: FileStatus, _ path: String) -> String? {
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
private func isNamedFIFO(_ path: String) -> Bool {
    guard let real = try? System.realPath(of: path) else { return false }
    return (try? System.status(at: real))?.kind == .fifo
}

private func readAll(_ file: Int32, atMost limit: Int) throws(SystemFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < limit {
        let count = try System.read(file, into: &chunk, count: limit - bytes.count)
        if count == 0 { break }
        bytes += chunk.prefix(count)
    }
    return bytes
}

private func tooLarge(_ path: String, _ kind: TextKind, _ limit: Int) -> Diagnostic {
    unreadable(path, kind, "it is larger than \(limit >> 20) MiB, the most that is read")
}

func unreadable(_ path: String, _ kind: TextKind, _ failure: SystemFailure) -> Diagnostic {
    var mistake = unreadable(path, kind, failure.message)
    mistake.subject = failure.subject(or: .document)
    return mistake
}

func unreadable(_ path: String, _ kind: TextKind, _ reason: String) -> Diagnostic {
    Diagnostic(code: kind.code, "the \(kind.rawValue) \(name(of: path)) cannot be read: \(reason)")
}

private func name(of path: String) -> String { path == "-" ? "standard input" : path }

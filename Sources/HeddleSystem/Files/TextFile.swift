// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

/// A kind of text that Heddle reads from a file.
package enum TextKind: String {
    case behaviour, bindings, header, include, run
    case introspection = "GObject introspection"
    /// The configuration of a host, and what belongs to it.
    case configuration, key, token, state
    case lockFile = "lock file"

    /// The code of the mistake that such a text cannot be read.
    fileprivate var code: DiagnosticCode {
        switch self {
        case .behaviour, .configuration, .key, .token, .state, .lockFile: .behaviour(.unreadable)
        case .bindings: .bindings(.unreadable)
        case .header, .introspection: .bind(.header)
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
    let text = try OpenText(at: path, kind: kind)
    guard text.size <= limit else { throw tooLarge(path, kind, limit) }
    var bytes: [UInt8] = []
    // Reads one byte more than the limit, because the size of a pipe is unknown in advance.
    while bytes.count <= limit {
        let piece = try text.read(atMost: limit + 1 - bytes.count)
        if piece.isEmpty { return SourceText(name: text.name, bytes: bytes) }
        bytes += piece
    }
    throw tooLarge(path, kind, limit)
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

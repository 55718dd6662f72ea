// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Subprocess

/// The ending of a run of the fetcher, as facts. Its output is not trusted yet.
enum FetcherEnding: Sendable {
    /// It ended by itself.
    case ended(TerminationStatus, body: [UInt8], message: String)
    /// It could not be started.
    case missing(path: String, reason: String)
    /// It wrote more than it was allowed, which the real one never does.
    case endless
    /// It was killed, since its time was over.
    case overdue
    /// It was killed, since the caller lost interest.
    case cancelled
    /// It could not be run or heard.
    case unusable(String)

    static func refused(_ error: SubprocessError, path: String) -> Self {
        switch error.code {
        case .executableNotFound: .missing(path: path, reason: "it is missing or not executable")
        case .spawnFailed: .missing(path: path, reason: "\(error)")
        case .outputLimitExceeded: .endless
        default: .unusable("\(error)")
        }
    }

    /// The body, if there is one to be believed.
    func body(of url: String, within time: Duration) throws(Diagnostic) -> [UInt8] {
        switch self {
        case .ended(.exited(0), let body, _) where !body.isEmpty: return body
        case .ended(.exited(0), _, let message): throw Self.broken("it ended without a body", message)
        case .ended(.exited(1), _, let message): throw Self.reported(message)
        case .ended(.exited(let code), _, let message): throw Self.broken("it ended with exit code \(code)", message)
        case .ended(.signaled(let signal), _, let message): throw Self.broken("signal \(signal) ended it", message)
        case .missing(let path, let reason): throw Self.absent(path, reason)
        case .endless: throw Self.broken("it wrote more than it was allowed", "")
        case .overdue: throw Diagnostic(source: .timeout, "\(url.concealed) did not arrive within \(time)")
        case .cancelled: throw Diagnostic(source: .cancelled, "the transfer of \(url.concealed) was cancelled")
        case .unusable(let reason): throw Self.broken(reason, "")
        }
    }

    /// The fetcher's line about a failure: a code, a tab, a sentence, and optionally a tab and advice.
    private static func reported(_ message: String) -> Diagnostic {
        let line = message.hasSuffix("\n") ? message.dropLast() : message[...]
        let fields = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard fields.count >= 2, let code = DiagnosticCode.Source(rawValue: fields[0]), !fields[1].isEmpty else {
            return broken("it did not say why it failed", message)
        }
        return Diagnostic(source: code, fields[1].visible, suggestion: fields.count > 2 ? fields[2].visible : nil)
    }

    private static func absent(_ path: String, _ reason: String) -> Diagnostic {
        Diagnostic(
            source: .fetcherMissing,
            "heddle-fetch, which fetches URLs, cannot be started at \(path): \(reason.visible)",
            suggestion: "install heddle-fetch beside heddle, or download the file and give its path")
    }

    private static func broken(_ reason: String, _ message: String) -> Diagnostic {
        var diagnostic = Diagnostic(source: .fetcherFailed, "heddle-fetch failed: \(reason.visible)")
        if !message.isEmpty { diagnostic.notes = [.init("it said: \(message.visible)")] }
        return diagnostic
    }
}

extension String {
    /// A URL without what may be a password before an `@`: the fetcher refuses such URLs, and may have been ended
    /// before it came to that.
    fileprivate var concealed: String {
        guard let scheme = firstRange(of: "://"), let at = lastIndex(of: "@") else { return self }
        return self[..<scheme.upperBound] + "…" + self[at...]
    }
}

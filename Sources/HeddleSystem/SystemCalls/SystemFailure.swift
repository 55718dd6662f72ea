// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics
internal import Glibc

/// A failure of a system call, by its `errno`.
package struct SystemFailure: Error, Equatable {
    /// The `errno`.
    package let number: Int32
    /// True if a process or a thread was to be started: the system reports their number by an error that has other
    /// meanings.
    private let isOfStart: Bool

    package init(number: Int32) { (self.number, isOfStart) = (number, false) }
    /// The reason why no process or thread can be started.
    package init(ofStart number: Int32) { (self.number, isOfStart) = (number, true) }

    /// There is no such file or folder.
    package static var missing: SystemFailure { SystemFailure(number: ENOENT) }
    /// What its path goes through is no folder.
    package static var notInFolder: SystemFailure { SystemFailure(number: ENOTDIR) }
    /// There is such a file already.
    package static var exists: SystemFailure { SystemFailure(number: EEXIST) }
    /// It is a folder.
    package static var isFolder: SystemFailure { SystemFailure(number: EISDIR) }
    /// There is nothing yet, or there can be no further process or thread.
    package static var wouldBlock: SystemFailure { SystemFailure(number: EAGAIN) }
    /// This process can open no further file.
    package static var tooManyFiles: SystemFailure { SystemFailure(number: EMFILE) }
    /// A file does not have what was written to it.
    package static var damaged: SystemFailure { SystemFailure(number: EIO) }
    /// An argument of the call has no meaning.
    static var invalid: SystemFailure { SystemFailure(number: EINVAL) }
    /// The reader of the stream has gone away.
    static var lostReader: SystemFailure { SystemFailure(number: EPIPE) }

    /// The same of the start of a process or a thread.
    package var ofStart: SystemFailure { SystemFailure(ofStart: number) }

    /// The system's words in lower case, with the limit that was reached if it can be raised.
    package var message: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard unsafe strerror_r(number, &buffer, buffer.count) == 0 else { return "error \(number)" }
        if isOfStart, number == EAGAIN { return "too many processes or threads (the limit is that of ulimit -u)" }
        let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.prefix(1).lowercased() + text.dropFirst() + (limit.map { " (the limit is that of \($0))" } ?? "")
    }

    /// The cause: the machine if it ran out of a resource, otherwise the one that the caller gives.
    package func subject(or other: Diagnostic.Subject) -> Diagnostic.Subject { isExhaustion ? .resource : other }

    private var isExhaustion: Bool { [EMFILE, ENFILE, ENOMEM, ENOSPC, EDQUOT, EFBIG].contains(number) }

    /// The setting that limits what there is no more of.
    private var limit: String? {
        switch number {
        case EMFILE: "ulimit -n"
        case ENFILE: "/proc/sys/fs/file-max"
        case EFBIG: "ulimit -f"
        default: nil
        }
    }
}

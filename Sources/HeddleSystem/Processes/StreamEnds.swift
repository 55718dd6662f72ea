// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics
internal import Glibc

/// The two ends of each stream of a process that is about to be started.
struct StreamEnds {
    private(set) var ours: [Int32] = []
    private(set) var theirs: [Int32] = []

    init() throws(Diagnostic) {
        for stream in ChildProcess.Stream.allCases {
            var pair: [Int32] = [-1, -1]
            let isChannel = stream == .channel
            let result =
                isChannel
                ? unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) : unsafe pipe(&pair)
            guard result == 0 else { throw failed() }
            ours.append(moved(pair[0]))
            theirs.append(moved(pair[1]))
            guard ours.last != -1, theirs.last != -1 else { throw failed() }
            if !isChannel { _ = fcntl(ours[ours.count - 1], F_SETFL, O_NONBLOCK) }
        }
    }

    /// The descriptor, kept from other processes, at a number beyond those that the new one gets: none is overwritten
    /// before it is passed on.
    private func moved(_ file: Int32) -> Int32 {
        defer { close(file) }
        let moved = fcntl(file, F_DUPFD_CLOEXEC, 10)
        // The system says EINVAL where no descriptor may have such a number.
        if moved < 0, errno == EINVAL { errno = EMFILE }
        return moved
    }

    func closeOurs() { for file in ours where file >= 0 { close(file) } }
    func closeTheirs() { for file in theirs where file >= 0 { close(file) } }

    private func failed() -> Diagnostic {
        let number = errno
        closeOurs()
        closeTheirs()
        return .unstartable(number)
    }
}

extension Diagnostic {
    /// That there can be no further process.
    static func unstartable(_ number: Int32) -> Diagnostic {
        Diagnostic(
            .error, .resource, code: "test.no-worker",
            "no process can be started: \(SystemFailure(ofStart: number).message)",
            suggestion: "fewer --jobs need less; heddle test --in-process needs no process")
    }
}

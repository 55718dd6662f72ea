// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// The first Ctrl-C asks the run to stop in order; the second one ends the process at once.
public enum Interrupts {
    private static let isAsked = Atomic<Bool>(false)

    /// Begins to watch for interrupts.
    public static func watch() {
        // Made here: a signal handler must not be the first to use it.
        isAsked.store(false, ordering: .relaxed)
        signal(SIGINT) { _ in
            Interrupts.isAsked.store(true, ordering: .relaxed)
            let text: StaticString = "interrupted: the run stops after the current call; once more stops it at once\n"
            _ = unsafe write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
            signal(SIGINT, SIG_DFL)
        }
    }

    /// A worker's interrupts are those of its host, which asks it to stop by a signal of its own.
    static func leaveToHost() {
        isAsked.store(false, ordering: .relaxed)
        signal(SIGINT, SIG_IGN)
        signal(SIGTERM) { _ in Interrupts.isAsked.store(true, ordering: .relaxed) }
    }

    /// Whether there was one.
    public static var isPending: Bool { isAsked.load(ordering: .relaxed) }
}

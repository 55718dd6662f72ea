// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier

/// The reasons why a process that has loaded modules cannot be forked for each case: what a fork would lose, or share.
package enum ForkObstacle: String, Sendable {
    /// Threads exist in the forking process alone, and a lock that one of them holds is never given back.
    case threads = "loading started threads"
    /// A file that is open before the fork has one position for all cases; a socket has one peer.
    case files = "loading left files open"
    /// Such memory is the same in all cases.
    case memory = "loading made memory that processes share"
    /// A process that loading started answers to all cases.
    case processes = "loading started processes"

    /// The first obstacle in this process; nil if there is none.
    ///
    /// - Parameter earlier: the state before modules were loaded.
    package static func found(since earlier: ProcessState) -> ForkObstacle? {
        if heddle_thread_count() != 1 { return .threads }
        if heddle_has_children() { return .processes }
        if ProcessState().hasOpenedFiles(since: earlier) { return .files }
        return heddle_shares_memory() ? .memory : nil
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The ending of a process.
package enum ProcessEnding: Hashable, Sendable {
    /// By itself, with a status.
    case exited(Int32)
    /// By a signal, in the words of the system, such as `Killed`.
    case killed(String)

    /// - Parameter status: what `waitpid` says.
    init(_ status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(System.name(ofSignal: signal))
    }
}

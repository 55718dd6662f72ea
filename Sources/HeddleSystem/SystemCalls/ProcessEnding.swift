// SPDX-License-Identifier: Apache-2.0

/// The ending of a process.
package enum ProcessEnding: Hashable, Sendable {
    /// By itself, with a status.
    case exited(Int32)
    /// By a signal.
    case killed(signal: Int32)

    /// - Parameter status: what `waitpid` says.
    package init(_ status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
    }

    /// The ending as `waitpid` says it.
    package var status: Int32 {
        switch self {
        case .exited(let code): code << 8
        case .killed(let signal): signal
        }
    }

    /// True for `SIGKILL`, which no process can handle.
    package var isKill: Bool { self == .killed(signal: 9) }

    /// The signal in the words of the system, such as `Killed`; nil if there was none.
    package var signalWords: String? {
        if case .killed(let signal) = self { System.name(ofSignal: signal) } else { nil }
    }
}

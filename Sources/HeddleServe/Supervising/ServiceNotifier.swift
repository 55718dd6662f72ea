// SPDX-License-Identifier: Apache-2.0

import HeddleSystem

/// Tells systemd what the host does, as sd_notify does: a datagram to the socket that `NOTIFY_SOCKET` names.
struct ServiceNotifier: Sendable {
    /// Something that systemd wants to know.
    enum Message: Sendable {
        case ready, stopping, alive
        /// The configuration is being read again; ``ready`` says that it was.
        case reloading
        case status(String)

        fileprivate var text: String {
            switch self {
            case .ready: "READY=1"
            case .stopping: "STOPPING=1"
            case .alive: "WATCHDOG=1"
            case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(System.monotonicMicroseconds)"
            case .status(let words): "STATUS=\(words)"
            }
        }
    }

    private let path: String?

    init() {
        path = Environment.value(of: "NOTIFY_SOCKET")
    }

    /// The time between two signs of life that systemd asks for; nil if it asks for none.
    var watchdogPace: Duration? {
        guard path != nil, let text = Environment.value(of: "WATCHDOG_USEC"), let time = Int64(text), time > 0 else {
            return nil
        }
        return .microseconds(time / 2)
    }

    /// Sends a message. A manager that does not listen is no failure.
    func tell(_ message: Message) {
        if let path { UnixSocket.send(Array(message.text.utf8), to: path) }
    }
}

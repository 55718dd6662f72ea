// SPDX-License-Identifier: Apache-2.0

import HeddleSystem

/// The places for what a configuration names no place for.
enum StandardPlaces {
    /// The folder for what must survive the process: the one that systemd gives a service, or else that of the user.
    static var state: String {
        if let folder = Environment.value(of: "STATE_DIRECTORY")?.split(separator: ":").first { return String(folder) }
        if let folder = Environment.value(of: "XDG_STATE_HOME"), folder.hasPrefix("/") { return "\(folder)/heddle" }
        return "\(Environment.value(of: "HOME") ?? "/var/lib")/.local/state/heddle"
    }

    /// The control socket: in the folder that systemd gives a service for its sockets, or else that of the user's
    /// session.
    static var controlSocket: String {
        if let folder = Environment.value(of: "RUNTIME_DIRECTORY")?.split(separator: ":").first {
            return "\(folder)/heddle.sock"
        }
        if let folder = Environment.value(of: "XDG_RUNTIME_DIR"), folder.hasPrefix("/") {
            return "\(folder)/heddle.sock"
        }
        return "\(state)/heddle.sock"
    }
}

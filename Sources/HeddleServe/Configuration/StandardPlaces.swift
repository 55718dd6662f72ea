// SPDX-License-Identifier: Apache-2.0

import HeddleSystem

/// The places for what a configuration names no place for.
enum StandardPlaces {
    /// The control socket: in the folder that systemd gives a service for its sockets, or else that of the user's
    /// session.
    static var controlSocket: String {
        if let folder = Environment.value(of: "RUNTIME_DIRECTORY")?.split(separator: ":").first {
            return "\(folder)/heddle.sock"
        }
        if let folder = Environment.folder(of: "XDG_RUNTIME_DIR") {
            return "\(folder)/heddle.sock"
        }
        return "\(Environment.stateFolder)/heddle.sock"
    }
}

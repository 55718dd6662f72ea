// SPDX-License-Identifier: Apache-2.0

extension Environment {
    /// The folder for what must survive the process: the one that systemd gives a service, or else that of the user,
    /// which is `~/.local/state/heddle` unless `XDG_STATE_HOME` names another.
    package static var stateFolder: String {
        if let folder = value(of: "STATE_DIRECTORY")?.split(separator: ":").first { return String(folder) }
        if let folder = folder(of: "XDG_STATE_HOME") { return "\(folder)/heddle" }
        return "\(value(of: "HOME") ?? "/tmp")/.local/state/heddle"
    }

    /// The folder of the user's own data, which is `~/.local/share/heddle` unless `XDG_DATA_HOME` names another; nil for a
    /// user without a home.
    package static var dataFolder: String? {
        (folder(of: "XDG_DATA_HOME") ?? folder(of: "HOME").map { "\($0)/.local/share" }).map { "\($0)/heddle" }
    }
}

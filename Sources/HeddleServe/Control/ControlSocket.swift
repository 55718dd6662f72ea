// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleSystem

/// The Unix socket of the control interface.
struct ControlSocket: Sendable {
    let path: String
    let mode: UInt32

    /// Makes room for the socket: one that a killed host has left is removed.
    ///
    /// - Throws: that another host listens there, or that something else has the path.
    func makeRoom() throws(Diagnostic) {
        guard path.utf8.count <= UnixSocket.longestPath else {
            throw refused("its path is longer than \(UnixSocket.longestPath) bytes")
        }
        guard let status = try? System.status(at: path, followingLinks: false) else { return }
        guard status.kind == .socket else { throw refused("there is a file of that name, which is no socket") }
        if UnixSocket.hasListener(path) { throw refused("another host listens there") }
        do { try System.remove(path) } catch { throw refused(error.message) }
    }

    /// Sets the permissions, once the socket is there; before that the owner alone has access.
    func setPermissions() throws(Diagnostic) {
        do { try System.setPermissions(mode, of: path) } catch { throw refused(error.message) }
    }

    private func refused(_ reason: String) -> Diagnostic {
        Diagnostic(
            .error, .resource, code: .usage(.controlRefused), "the control socket \(path) cannot be made: \(reason)",
            suggestion: "\"control\": {\"socket\": …} names another path")
    }
}

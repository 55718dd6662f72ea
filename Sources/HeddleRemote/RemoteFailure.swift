// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

/// The reason why a request failed, and whether another one may succeed.
package struct RemoteFailure: Error, Sendable {
    /// The failure, with the subject `source` and a code that begins with `source.`.
    package let diagnostic: Diagnostic
    /// The status with which the server refused; nil if no server did.
    package var status: Int?
    /// The shortest time after which the same request may succeed, which the server may have asked for; nil if nothing
    /// suggests that it will.
    package var pause: Duration?

    package init(_ diagnostic: Diagnostic, status: Int? = nil, pause: Duration? = nil) {
        self.diagnostic = diagnostic
        self.status = status
        self.pause = pause
    }
}

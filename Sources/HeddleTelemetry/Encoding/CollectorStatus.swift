// SPDX-License-Identifier: Apache-2.0

/// The statuses of HTTP with which collectors of OpenTelemetry answer.
package enum CollectorStatus {
    /// Returns whether a request that was refused with a status may never be sent again: a collector says by few statuses
    /// that it may take it later.
    package static func isFinal(_ status: Int) -> Bool { status >= 400 && ![429, 502, 503, 504].contains(status) }
}

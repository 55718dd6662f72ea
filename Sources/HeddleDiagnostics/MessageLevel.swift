// SPDX-License-Identifier: Apache-2.0

/// The level of a message of a module or of the `log` aspect, the least important first.
package enum MessageLevel: String, CaseIterable, Sendable {
    case debug, info, warning, error
}

// SPDX-License-Identifier: Apache-2.0

/// How much a message of a module or of the `log` aspect matters, the least first.
package enum MessageLevel: String, CaseIterable, Sendable {
    case debug, info, warning, error
}

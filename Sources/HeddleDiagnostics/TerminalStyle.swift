// SPDX-License-Identifier: Apache-2.0

/// Terminal escapes, or none.
package struct TerminalStyle: Sendable {
    private let isOn: Bool

    /// Creates a style, which leaves texts as they are if it is off.
    package init(isOn: Bool) { self.isOn = isOn }

    /// A text in the form that a code of SGR stands for, such as `1;31`.
    package func wrap(_ text: String, _ code: String) -> String {
        isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

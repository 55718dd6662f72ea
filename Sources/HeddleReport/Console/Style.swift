// SPDX-License-Identifier: Apache-2.0

/// Terminal escapes, or none.
struct Style {
    let isOn: Bool

    func failure(_ text: String) -> String { wrap(text, "1;31") }
    func success(_ text: String) -> String { wrap(text, "32") }
    func heading(_ text: String) -> String { wrap(text, "1") }
    func aside(_ text: String) -> String { wrap(text, "2") }

    private func wrap(_ text: String, _ code: String) -> String {
        isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

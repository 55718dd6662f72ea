// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

extension TerminalStyle {
    func failure(_ text: String) -> String { wrap(text, "1;31") }
    func success(_ text: String) -> String { wrap(text, "32") }
    func heading(_ text: String) -> String { wrap(text, "1") }
    func aside(_ text: String) -> String { wrap(text, "2") }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
internal import HeddleDiagnostics

extension LoggedEvent {
    private static let longestMessage = 10_000

    /// The message for people, such as `debug: greeter: 3 guests`: one line, whatever the module says.
    package var line: String {
        let speaker = module.map { "\($0.excerpt()): " } ?? ""
        return "\(level.rawValue): \(speaker)\(message.excerpt(limit: Self.longestMessage))\n"
    }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics

extension CallEvent {
    /// The call for people, such as `  z.crc32(0, "hello", 5) = 907060870   412 ns`.
    ///
    /// There is nothing to show of a call that was skipped: a diagnostic says why.
    func line(_ style: TerminalStyle) -> String? {
        switch status {
        case .returned(let result):
            let ending = (result.map { " = \($0.excerpt(limit: 80))" } ?? "") + outText
            return "  \(excerpt)\(ending)   \(style.aside(timeText(nanoseconds: nanoseconds)))\n"
        case .failed(let failure):
            let ending = "\(failure.excerpt)\(outText)\(errnoText)\n\(text(of: failure.originLines))\(circumstanceText)"
            return "  \(excerpt) \(style.failure("failed")): \(ending)"
        case .skipped: return nil
        }
    }

    private var outText: String {
        out.map { "; \($0.name.excerpt()) = \($0.value.excerpt(limit: 60))" }.joined()
    }

    /// A call that returned may leave any number in `errno`; of one that failed it may be the reason.
    private var errnoText: String { errno == 0 ? "" : "; errno = \(ErrorNumbers.text(of: errno))" }

    private var circumstanceText: String { text(of: circumstances?.lines ?? []) }

    private func text(of lines: [String]) -> String {
        lines.map { "    \($0.excerpt(limit: .max))\n" }.joined()
    }
}

extension EmittedEvent {
    /// The event for people, such as `  z.crc32 emitted progress: 42`.
    var line: String {
        let source = call.map { "\($0.excerpt) " } ?? ""
        let ending = value.map { ": \($0.excerpt(limit: 80))" } ?? ""
        return "  \(source)emitted \(name.excerpt())\(ending)\n"
    }
}

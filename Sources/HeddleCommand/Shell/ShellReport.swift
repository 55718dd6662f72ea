// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import HeddleReport
import HeddleSystem

/// The report of a shell: of a call that returned its values, and of all else what `heddle run` says.
final class ShellReport: EventSink {
    private let output: ReportOutput
    private let rest: ConsoleReport
    private var latestCall: CallEvent?
    /// The number of characters of a value that are shown.
    private static let limit = 4000

    /// - Parameters:
    ///   - output: for values.
    ///   - messages: for what went wrong.
    init(output: ReportOutput, messages: ReportOutput) {
        self.output = output
        rest = ConsoleReport(data: output, messages: messages)
    }

    func receive(_ event: Event) {
        switch event {
        case .call(let call):
            latestCall = call
            guard case .returned(let result) = call.status else { return rest.receive(.call(call.inWordsOfTheShell)) }
            if let result { show(result) }
            for member in call.out { show(member.value, as: member.name) }
        // The report of the rest has not got the call, if that has returned.
        case .expectation(let expectation) where !expectation.isHeld:
            let call = latestCall?.index == expectation.index ? latestCall : nil
            rest.receive(.diagnostic(expectation.failure(of: call)))
        case .summary: break
        default: rest.receive(event)
        }
    }

    /// Shows a value, behind a name if it has one.
    private func show(_ value: Value, as name: String? = nil) {
        output.write((name.map { "\($0.excerpt()) = " } ?? "") + Self.text(of: value))
    }

    /// The line that shows a value.
    static func text(of value: Value) -> String { value.excerpt(limit: limit) + "\n" }
}

extension CallEvent {
    /// The event with a way out that is one in a shell.
    fileprivate var inWordsOfTheShell: CallEvent {
        guard case .failed(let failure) = status, failure.message.contains(MemoryRefusal.trust) else { return self }
        var event = self
        event.status = .failed(
            Failure(
                code: failure.code,
                message: failure.message.replacing(MemoryRefusal.trust, with: "type .\(ShellOrder.trust.rawValue)"),
                suppressed: failure.suppressed, hook: failure.hook))
        return event
    }
}

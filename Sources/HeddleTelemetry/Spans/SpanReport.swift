// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
package import HeddleReport

/// The report for collectors of traces: the run is a span, and each call of a step with its hooks is one within.
///
/// The spans have names, times, places and failures. They have no value of a call: neither arguments nor results nor what
/// was expected.
package final class SpanReport: EventSink {
    /// The facts that the spans of a run have in common.
    package struct Subject: Sendable {
        /// The name of what is run.
        package var name: String
        /// The file or the URL that it comes from; the part behind `?` in a URL may be a secret, and is left out.
        package var source: String
        /// Further attributes of the run.
        package var attributes: [TelemetryAttribute]
        /// The attributes of the process.
        package var resource: [TelemetryAttribute]
        /// The version of the program.
        package var version: String

        package init(
            name: String, source: String, attributes: [TelemetryAttribute] = [], resource: [TelemetryAttribute],
            version: String
        ) {
            (self.name, self.source, self.attributes) = (name, source, attributes)
            (self.resource, self.version) = (resource, version)
        }
    }

    /// The largest number of calls with a span, and of those beyond that failed.
    package static let (mostCalls, mostFailures) = (10_000, 1_000)

    private let write: ([UInt8]) -> Void
    private let head: [UInt8]
    private let now: () -> Int64
    private var run: Span
    private var summary: Summary?
    private var latest: (span: Span, index: Int)?
    private var (calls, failures, left) = (0, 0, 0)

    /// Begins the span of a run.
    ///
    /// - Parameters:
    ///   - place: that of the run in its trace.
    ///   - now: nanoseconds since the epoch.
    ///   - write: takes each span as a line, on the thread that sends the events.
    package init(
        of subject: Subject, at place: TracePlace, now: @escaping () -> Int64,
        write: @escaping ([UInt8]) -> Void
    ) {
        (self.write, self.now) = (write, now)
        head = SpanLine.head(resource: subject.resource, version: subject.version)
        let start = now()
        run = Span(
            context: place.context, parent: place.parent, isParentRemote: place.parent != nil,
            name: "run \(subject.name)", start: start, end: start)
        let source = String(subject.source.prefix { $0 != "?" })
        run.attributes = [TelemetryAttribute("heddle.behaviour", source)] + subject.attributes
    }

    /// The number of calls that have no span.
    package var callsLeftOut: Int { left }

    /// Takes an event. The spans of calls are written when the next one begins.
    package func receive(_ event: Event) {
        switch event {
        case .call(let call): begin(call)
        case .expectation(let expectation) where !expectation.isHeld: fail(expectation)
        case .diagnostic(let diagnostic, _) where diagnostic.severity == .error:
            run.error = run.error ?? diagnostic.message.shortened
        case .summary(let summary): self.summary = summary
        default: break
        }
    }

    /// Ends the span of the run.
    ///
    /// - Parameter ending: how it ended, such as `held`.
    package func end(_ ending: String) {
        writeLatest()
        run.end = now()
        run.attributes.append(TelemetryAttribute("heddle.run.ending", ending))
        if let summary {
            run.attributes += [
                TelemetryAttribute("heddle.calls.returned", summary.returned),
                TelemetryAttribute("heddle.calls.failed", summary.failed),
                TelemetryAttribute("heddle.calls.skipped", summary.skipped),
                TelemetryAttribute("heddle.expectations.failed", summary.expectationsFailed),
            ]
        }
        if left > 0 { run.attributes.append(TelemetryAttribute("heddle.spans.dropped", left)) }
        if ending != "held" {
            run.attributes.append(TelemetryAttribute("error.type", ending))
            run.error = run.error ?? "the run \(ending == "interrupted" ? "was interrupted" : ending)"
        } else {
            run.error = nil
        }
        write(SpanLine.make(run, head))
    }

    // MARK: Calls

    private func begin(_ call: CallEvent) {
        writeLatest()
        let start = call.start.map { run.start + Int64(clamping: $0) } ?? now()
        var span = Span(
            context: run.context.child, parent: run.context, isParentRemote: false, name: call.call.description,
            start: start, end: start + Int64(clamping: call.nanoseconds))
        span.attributes = [
            TelemetryAttribute("code.function.name", call.call.description),
            TelemetryAttribute("heddle.step", call.index),
        ]
        if !call.hooks.isEmpty {
            span.attributes.append(TelemetryAttribute("heddle.hooks", .array(call.hooks.map { .string($0) })))
        }
        switch call.status {
        case .returned: span.attributes.append(TelemetryAttribute("heddle.call.status", "returned"))
        case .skipped(let reason):
            span.attributes += [
                TelemetryAttribute("heddle.call.status", "skipped"),
                TelemetryAttribute("heddle.skip.reason", reason.shortened),
            ]
        case .failed(let failure): add(failure, of: call, to: &span)
        }
        latest = (span, call.index)
    }

    private func add(_ failure: Failure, of call: CallEvent, to span: inout Span) {
        span.attributes += [
            TelemetryAttribute("heddle.call.status", "failed"), TelemetryAttribute("error.type", failure.code),
        ]
        if call.errno != 0 { span.attributes.append(TelemetryAttribute("heddle.errno", Int(call.errno))) }
        if let hook = failure.hook { span.attributes.append(TelemetryAttribute("heddle.failure.hook", hook)) }
        span.addPlace(call.circumstances?.place)
        span.occurrences.append(
            Span.Occurrence(
                "exception", at: span.end,
                [
                    TelemetryAttribute("exception.type", failure.code),
                    TelemetryAttribute("exception.message", failure.message.shortened),
                ]))
        // A failure that was expected is no error.
        if call.hasFailedUnexpectedly { span.error = failure.message.shortened }
    }

    private func fail(_ expectation: ExpectationEvent) {
        guard var latest, latest.index == expectation.index else { return }
        let words = "\(expectation.path) is not what was expected"
        if latest.span.occurrences.count < 20 {
            latest.span.occurrences.append(
                Span.Occurrence(
                    "heddle.expectation", at: latest.span.end,
                    [
                        TelemetryAttribute("heddle.expectation.path", expectation.path),
                        TelemetryAttribute("heddle.place", expectation.range.location),
                    ]))
        }
        if latest.span.error == nil {
            latest.span.error = words
            if !latest.span.attributes.contains(where: { $0.key == "error.type" }) {
                latest.span.attributes.append(
                    TelemetryAttribute("error.type", DiagnosticCode.run(.expectationFailed).description))
            }
        }
        self.latest = latest
    }

    private func writeLatest() {
        guard let span = latest?.span else { return }
        latest = nil
        if run.error == nil, let error = span.error { run.error = "\(span.name): \(error)".shortened }
        if calls < Self.mostCalls {
            calls += 1
        } else if span.error != nil, failures < Self.mostFailures {
            failures += 1
        } else {
            left += 1
            return
        }
        write(SpanLine.make(span, head))
    }
}

extension Span {
    fileprivate mutating func addPlace(_ place: String?) {
        if let place { attributes.append(TelemetryAttribute("heddle.place", place)) }
    }
}

extension String {
    /// The text, with an end that nobody reads left out.
    fileprivate var shortened: String { excerpt(limit: 500) }
}

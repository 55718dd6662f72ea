// SPDX-License-Identifier: Apache-2.0

/// The place of a run in a trace.
package struct TracePlace: Hashable, Sendable {
    /// The place of the run.
    package let context: TraceContext
    /// The place of the request for it; nil where a trace begins with the run.
    package let parent: TraceContext?

    /// The place of a run that somebody asks for.
    ///
    /// - Parameter parent: the place of the request; nil if it has none.
    /// - Returns: nil if the trace of the request is not recorded.
    package init?(within parent: TraceContext?) {
        if let parent, !parent.isSampled { return nil }
        self.parent = parent
        context = parent?.child ?? TraceContext()
    }

    /// Reads a place that another process has written as ``fields``; nil if it has written none.
    package init?(fields: some Collection<String>) {
        let fields = Array(fields)
        guard fields.count == 3, let context = TraceContext(parent: fields[0], state: fields[2]) else { return nil }
        self.context = context
        parent = TraceContext(parent: fields[1], state: fields[2])
    }

    /// The place as texts without control characters: `traceparent` of the run and of the request, and `tracestate`.
    package var fields: [String] { [context.parent, parent?.parent ?? "", context.state] }
}

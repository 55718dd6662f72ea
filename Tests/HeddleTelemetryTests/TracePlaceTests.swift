// SPDX-License-Identifier: Apache-2.0

import HeddleTelemetry
import Testing

@Suite("The place of a run in a trace")
struct TracePlaceTests {
    private let request = TraceContext(
        parent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", state: "shop=1")

    @Test("is within that of the request for it, or begins a trace")
    func beginning() throws {
        let within = try #require(TracePlace(within: request))
        #expect(within.parent == request && within.context.trace == request?.trace)
        #expect(within.context.span != request?.span && within.context.state == "shop=1")
        let first = try #require(TracePlace(within: nil))
        #expect(first.parent == nil && first.context.isSampled)
    }

    @Test("is none where the request is not recorded")
    func unrecorded() {
        let quiet = TraceContext(parent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00")
        #expect(TracePlace(within: quiet) == nil)
    }

    @Test("reaches another process as it is")
    func fields() throws {
        for parent in [request, nil] {
            let place = try #require(TracePlace(within: parent))
            #expect(TracePlace(fields: place.fields) == place)
        }
        #expect(TracePlace(fields: [String]()) == nil)
        #expect(TracePlace(fields: ["", "", ""]) == nil)
    }
}

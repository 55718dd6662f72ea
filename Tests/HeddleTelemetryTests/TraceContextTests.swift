// SPDX-License-Identifier: Apache-2.0

import HeddleTelemetry
import Testing

@Suite("The context of a trace")
struct TraceContextTests {
    private static let trace = "0af7651916cd43dd8448eb211c80319c"
    private static let span = "b7ad6b7169203331"

    @Test(
        "is taken over, with its flag",
        arguments: [
            ("00-\(trace)-\(span)-01", true), ("00-\(trace)-\(span)-00", false), ("00-\(trace)-\(span)-03", true),
            ("cc-\(trace)-\(span)-01", true), ("cc-\(trace)-\(span)-01-what-ever", true),
        ])
    func taken(_ text: String, _ isSampled: Bool) throws {
        let context = try #require(TraceContext(parent: text))
        #expect(context.trace == Self.trace && context.span == Self.span && context.isSampled == isSampled)
        #expect(context.parent == "00-\(Self.trace)-\(Self.span)-\(isSampled ? "01" : "00")")
        #expect(context.child.trace == Self.trace && context.child.span != Self.span)
        #expect(context.child.isSampled == isSampled)
    }

    @Test(
        "that breaks the rules is none",
        arguments: [
            "", "00", "00-\(String(repeating: "0", count: 32))-\(span)-01", "00-\(trace)-0000000000000000-01",
            "00-\(trace.uppercased())-\(span)-01", "ff-\(trace)-\(span)-01", "00-\(trace)-\(span)-01-more",
            "00-\(trace)-\(span)-0", "cc-\(trace)-\(span)-01more", "00-\(trace)-\(span)-0x", "00_\(trace)-\(span)-01",
            " 00-\(trace)-\(span)-01", "00-\(trace)-\(span)-01\n", "0O-\(trace)-\(span)-01", "FF-\(trace)-\(span)-01",
        ])
    func refused(_ text: String) { #expect(TraceContext(parent: text) == nil) }

    @Test(
        "carries its state on, unless that breaks the rules",
        arguments: [
            ("a=1,b=2", "a=1,b=2"), (" a=1 , ,tenant@sys=x y", "a=1,tenant@sys=x y"), ("a=1,a=2", ""), ("A=1", ""),
            ("a", ""), ("a=1=2", ""), ("a=é", ""), ((0..<33).map { "k\($0)=1" }.joined(separator: ","), ""),
        ])
    func state(_ text: String, _ carried: String) {
        let context = TraceContext(parent: "00-\(Self.trace)-\(Self.span)-01", state: text)
        #expect(context?.state == carried && context?.child.state == carried)
    }

    @Test("begins with random names")
    func begun() {
        let contexts = (0..<100).map { _ in TraceContext() }
        #expect(Set(contexts.map(\.trace)).count == 100 && Set(contexts.map(\.span)).count == 100)
        #expect(contexts.allSatisfy { TraceContext(parent: $0.parent) == $0 && $0.isSampled })
    }
}

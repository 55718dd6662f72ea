// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// A span on its way to a collector: one line with the resource that it is of, so that spans of many runs can wait
/// together.
package enum SpanLine {
    /// The byte between the two. JSON on one line has none.
    private static let separator = UInt8(ascii: "\t")

    /// - Parameter resource: the envelope around spans of a process, as ``head(resource:version:)`` makes it.
    static func make(_ span: Span, _ head: [UInt8]) -> [UInt8] {
        var line = head + [separator]
        span.otlp.appendJSON(to: &line)
        line.append(UInt8(ascii: "\n"))
        return line
    }

    /// The beginning of all lines of a process: its resource and its scope.
    static func head(resource: [TelemetryAttribute], version: String) -> [UInt8] {
        var head: [UInt8] = Array(#"{"resource":"#.utf8)
        TelemetryEnvelope.resource(resource).appendJSON(to: &head)
        head += #","scopeSpans":[{"scope":"#.utf8
        TelemetryEnvelope.scope(version: version).appendJSON(to: &head)
        return head + #","spans":["#.utf8
    }

    /// The lines as one request of OTLP.
    package static func request(_ lines: [[UInt8]]) -> [UInt8] {
        var body = Array(#"{"resourceSpans":["#.utf8)
        var open: ArraySlice<UInt8>?
        for line in lines {
            guard let place = line.firstIndex(of: separator) else { continue }
            if let head = open, head == line[..<place] {
                body.append(UInt8(ascii: ","))
            } else {
                if open != nil { body += "]}]},".utf8 }
                body += line[..<place]
                open = line[..<place]
            }
            body += line[(place + 1)...]
        }
        if open != nil { body += "]}]}".utf8 }
        return body + "]}".utf8
    }
}

// SPDX-License-Identifier: Apache-2.0

/// A place in a trace, as the W3C's Trace Context passes it on: in a header of HTTP, or in the variables `TRACEPARENT`
/// and `TRACESTATE`.
package struct TraceContext: Hashable, Sendable {
    /// The name of the trace: 32 hexadecimal digits, not all of them 0.
    package let trace: String
    /// The name of the span: 16 hexadecimal digits, not all of them 0.
    package let span: String
    /// True if spans of the trace are recorded.
    package let isSampled: Bool
    /// The additions of systems on the way, handed on as they came; empty if there are none.
    package let state: String

    /// Reads a context.
    ///
    /// A context of a later version is read as one of version 0, as far as that goes. A state that breaks its rules is
    /// left out; the rest counts.
    ///
    /// - Returns: nil for a text that breaks the rules. Then a new trace begins.
    package init?(parent: String, state: String? = nil) {
        let text = Array(parent.utf8)
        guard text.count >= 55, [2, 35, 52].allSatisfy({ text[$0] == UInt8(ascii: "-") }),
            let version = Self.hex(text[..<2]), let trace = Self.hex(text[3..<35]),
            let span = Self.hex(text[36..<52]), let flags = Self.hex(text[53..<55]), let bits = UInt8(flags, radix: 16),
            version != "ff", text.count == 55 || version != "00" && text[55] == UInt8(ascii: "-"),
            trace.contains(where: { $0 != "0" }), span.contains(where: { $0 != "0" })
        else { return nil }
        (self.trace, self.span, isSampled) = (trace, span, bits & 1 == 1)
        self.state = TraceState.checked(state ?? "")
    }

    private init(trace: String, span: String, isSampled: Bool, state: String) {
        (self.trace, self.span, self.isSampled, self.state) = (trace, span, isSampled, state)
    }

    /// The beginning of a new trace.
    package init() {
        self.init(
            trace: Self.randomName() + Self.randomName(), span: Self.randomName(), isSampled: true, state: "")
    }

    /// Another span of the same trace.
    package var child: TraceContext {
        TraceContext(trace: trace, span: Self.randomName(), isSampled: isSampled, state: state)
    }

    /// The context as `traceparent`.
    package var parent: String { "00-\(trace)-\(span)-\(isSampled ? "01" : "00")" }

    private static func hex(_ bytes: ArraySlice<UInt8>) -> String? {
        let isHex = bytes.allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
        }
        return isHex ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// A name of 16 hexadecimal digits.
    private static func randomName() -> String {
        let digits = String(UInt64.random(in: 1 ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// The list of what systems on the way have added to a trace.
private enum TraceState {
    private static let mostEntries = 32

    /// The list without what may stand around its entries; empty if it breaks a rule.
    static func checked(_ text: String) -> String {
        var keys: Set<String> = []
        var entries: [String] = []
        for piece in text.split(separator: ",") {
            let entry = piece.trimmed
            if entry.isEmpty { continue }
            guard let equals = entry.firstIndex(of: "=") else { return "" }
            let (key, value) = (entry[..<equals], entry[entry.index(after: equals)...])
            guard isKey(key), isValue(value), keys.insert(String(key)).inserted else { return "" }
            entries.append(entry)
        }
        return entries.count <= mostEntries ? entries.joined(separator: ",") : ""
    }

    /// Lower-case letters, digits and `_-*/`, perhaps with the name of a tenant before an `@`.
    private static func isKey(_ key: Substring) -> Bool {
        let parts = key.split(separator: "@", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), key.utf8.count <= 256 else { return false }
        return parts.allSatisfy { part in
            guard let first = part.utf8.first, isLetter(first) || isDigit(first) else { return false }
            return part.utf8.allSatisfy { isLetter($0) || isDigit($0) || "_-*/".utf8.contains($0) }
        }
    }

    private static func isValue(_ value: Substring) -> Bool {
        (1...256).contains(value.utf8.count)
            && value.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "=") }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

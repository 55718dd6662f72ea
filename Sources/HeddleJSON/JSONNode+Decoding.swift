// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
internal import HeddleDiagnostics

extension JSONTree.Node {
    /// The text between the quotes, its escapes decoded.
    package func text(in bytes: [UInt8]) -> String {
        let inside = bytes[offset + 1..<end - 1]
        guard tag == .textWithEscapes else { return String(decoding: inside, as: UTF8.self) }
        return String(decoding: JSONEscape.decoded(inside), as: UTF8.self)
    }
}

extension JSONNode {
    /// The text between the quotes, its escapes decoded.
    var text: String { tree.nodes[index].text(in: tree.source.bytes) }

    /// The number exactly as it is written.
    var number: Number { Number(lexeme: tree.source.bytes[tree.bytes(of: index)]) }
}

extension Number {
    /// A number as JSON writes it.
    package init(lexeme: ArraySlice<UInt8>) {
        self =
            lexeme.count <= 18
            ? Self.small(lexeme) ?? Number(written: String(decoding: lexeme, as: UTF8.self))
            : Number(written: String(decoding: lexeme, as: UTF8.self))
    }

    /// A whole number of at most 18 characters, so that it cannot overflow; nil for other numbers and for -0.
    private static func small(_ lexeme: ArraySlice<UInt8>) -> Number? {
        var magnitude = 0
        let isNegative = lexeme.first == UInt8(ascii: "-")
        for byte in isNegative ? lexeme.dropFirst() : lexeme {
            guard case UInt8(ascii: "0")...UInt8(ascii: "9") = byte else { return nil }
            magnitude = magnitude * 10 + Int(byte - UInt8(ascii: "0"))
        }
        if isNegative, magnitude == 0 { return nil }
        return .integer(Int128(isNegative ? -magnitude : magnitude))
    }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics

/// The macros that stand for a number or a text.
struct MacroValues {
    /// By name, in the order of the headers.
    let constants: [Value.Member]

    /// The source that has the preprocessor say what each macro stands for.
    static func source(_ names: [String], including headers: String) -> String {
        headers + names.enumerated().map { "\(mark) \($0) = \($1)\n" }.joined()
    }

    /// Reads what the preprocessor has made of that source.
    ///
    /// - Parameter scope: the types and the constants of enumerations that macros may use.
    init(_ expanded: [UInt8], of names: [String], in scope: DeclarationScope) {
        let mark = Array(Self.mark.utf8)
        constants = expanded.split(separator: UInt8(ascii: "\n")).filter { $0.starts(with: mark) }.compactMap { line in
            let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 3)
            guard parts.count == 4, let index = Int(String(decoding: parts[1], as: UTF8.self)) else { return nil }
            let text = String(decoding: parts[3], as: UTF8.self)
            // A macro that only stands for its own name announces a constant of an enumeration.
            if text == names[index] { return nil }
            return Self.value(of: text, in: scope).map { Value.Member(names[index], $0) }
        }
    }

    private static let mark = "heddle_macro"

    private static func value(of text: String, in scope: DeclarationScope) -> Value? {
        if let literal = StringLiteral(text) { return .string(literal.value) }
        let source = SourceText(name: "macro", text)
        if let number = try? scope.constant(source.whole, isSuggesting: false) {
            return .number(.integer(number))
        }
        return FloatingLiteral(text).map { .number(.decimal($0.digits)) }
    }
}

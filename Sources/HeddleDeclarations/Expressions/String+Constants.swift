// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

extension String {
    /// The text of an expression with the names of constants replaced by their numbers.
    ///
    /// - Parameter number: the number of a name; nil for one that is no constant.
    /// - Complexity: O(length).
    func replacingConstants(by number: (String) -> Int128?) -> String {
        let tokens = DeclarationLexer(SourceText(name: "an expression", self).whole).tokens
        let bytes = Array(utf8)
        var (replaced, end) = ([UInt8](), 0)
        for (index, token) in tokens.enumerated() where token.kind == .word {
            let isCalled = tokens.dropFirst(index + 1).first?.text == "("
            if isCalled || tokens[..<index].endsInPath { continue }
            guard let number = number(token.text) else { continue }
            replaced += bytes[end..<token.range.lowerBound] + Array((number < 0 ? "(\(number))" : "\(number)").utf8)
            end = token.range.upperBound
        }
        return end == 0 ? self : String(decoding: replaced + bytes[end...], as: UTF8.self)
    }
}

extension ArraySlice<Token> {
    /// True if the name of a member follows.
    fileprivate var endsInPath: Bool {
        switch last?.text {
        case ".", "->": true
        case ">": dropLast().last.map { $0.text == "-" && $0.range.upperBound == last?.range.lowerBound } ?? false
        default: false
        }
    }
}

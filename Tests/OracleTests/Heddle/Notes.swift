// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign

/// The notes of a library's functions, read through Heddle itself.
struct Notes {
    private let expectation: PreparedCall
    private let comparison: PreparedCall
    private let largest: PreparedCall
    private let text: PreparedCall

    init(_ library: Library) throws {
        expectation = try Self.prepare("void expect(int number, int back)", library)
        comparison = try Self.prepare("int seen_is_expected(void)", library)
        largest = try Self.prepare("unsigned long largest_record(int number)", library)
        text = try Self.prepare("const char *difference(void)", library)
    }

    /// Forgets all that was noted, and notes what is to be seen of a case.
    func expect(_ number: Int, back: Bool) {
        let numbers = [number, back ? 1 : 0].map { Argument.value(.number(.integer(Int128($0)))) }
        precondition(expectation.encode(numbers).isEmpty && expectation.invoke())
    }

    /// How what was seen differs from what was expected; nil where it does not.
    var difference: String? {
        comparison.invoke()
        guard comparison.result != .number(.integer(1)) else { return nil }
        text.invoke()
        return text.result?.json ?? "unknown"
    }

    /// The size of the largest record that a case passes or returns.
    func largestRecord(of number: Int) -> Int {
        guard largest.encode([.value(.number(.integer(Int128(number))))]).isEmpty, largest.invoke(),
            case .number(let size)? = largest.result
        else { return 0 }
        return Int(size.text) ?? 0
    }

    private static func prepare(_ declaration: String, _ library: Library) throws -> PreparedCall {
        var scope = DeclarationScope()
        let source = SourceText(name: "oracle", declaration)
        guard let signature = try scope.read(SourceRange(source, 0..<source.bytes.count)).first?.function else {
            throw Missing(declaration: declaration)
        }
        return PreparedCall(
            try Action(
                ActionName(module: "oracle", action: signature.symbol), signature,
                function: library.function(signature.symbol), instance: InstanceBox()))
    }

    struct Missing: Error {
        let declaration: String
    }
}

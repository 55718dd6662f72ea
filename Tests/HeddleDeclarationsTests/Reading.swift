// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics

/// Reads a text in a scope of its own, or in one that knows more.
func read(_ text: String, in scope: DeclarationScope = DeclarationScope()) throws(Diagnostics) -> [Declaration] {
    var scope = scope
    let source = SourceText(name: "test.h", text)
    return try scope.read(SourceRange(source, 0..<source.bytes.count))
}

/// Reads one function.
func signature(_ text: String, in scope: DeclarationScope = DeclarationScope()) throws -> Signature {
    let all = try read(text, in: scope)
    guard case .function(let signature) = all.last else { throw NotAFunction(text: text) }
    return signature
}

/// A declaration that was to be a function.
struct NotAFunction: Error {
    let text: String
}

/// The mistakes of a text; empty if it is right.
func problems(_ text: String) -> [Diagnostic] {
    do throws(Diagnostics) {
        _ = try read(text)
        return []
    } catch {
        return error.all
    }
}

/// The declarations of a text, printed.
func printed(_ text: String) throws -> [String] {
    try read(text).map(\.description)
}

/// A scope that knows what a text declares, and what another one knew.
func scope(_ text: String, extending known: DeclarationScope = DeclarationScope()) throws -> DeclarationScope {
    var scope = known
    let source = SourceText(name: "scope.h", text)
    _ = try scope.read(SourceRange(source, 0..<source.bytes.count))
    return scope
}

/// The last structure or union that a text defines.
func record(_ text: String) throws -> RecordType {
    for case .type(_, let type) in try read(text).reversed() {
        if case .record(let record) = type.canonical { return record }
    }
    throw NotAFunction(text: text)
}

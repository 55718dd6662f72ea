// SPDX-License-Identifier: Apache-2.0

internal import Declarations
internal import Diagnostics

/// The functions that a behaviour, or a program, declares of a library.
struct DeclaredFunctions: Sendable {
    /// A function with the place where it was declared; nil for one of the module's own description.
    struct Function: Sendable {
        let signature: Signature
        let range: SourceRange?
    }

    /// By symbol.
    private(set) var functions: [String: Function] = [:]
    /// The names that the declarations may use.
    private(set) var scope: DeclarationScope
    /// What is wrong with the declarations.
    private(set) var mistakes: [Diagnostic] = []

    /// Reads declarations; one that is wrong does not keep the others from being read.
    init(_ texts: [SourceRange], on scope: DeclarationScope) {
        self.scope = scope
        for text in texts { read(text) }
        // A structure may be completed after a function was declared that takes it.
        functions = functions.mapValues { [scope = self.scope] in
            Function(signature: scope.completed($0.signature), range: $0.range)
        }
    }

    private mutating func read(_ text: SourceRange) {
        do {
            for signature in try scope.read(text).compactMap(\.function) {
                functions[signature.symbol] = Function(signature: signature, range: text)
            }
        } catch {
            mistakes += error.all
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
package import HeddleDiagnostics
import HeddleForeign
internal import HeddleSystem

/// Bindings that were made, ready to be written.
///
/// ## Topics
/// - ``text``
/// - ``functionCount``
package struct BoundHeaders: Sendable {
    /// The bindings file.
    package let text: String
    /// The number of functions in it.
    package let functionCount: Int
    /// The number of those that cannot be called without further annotations.
    package let unannotatedCount: Int
    /// The number of variables in it.
    package let variableCount: Int
    /// The number of types in it.
    package let typeCount: Int
    /// The number of constants in it.
    package let constantCount: Int
    /// The number of refused declarations.
    package let refusedCount: Int
    /// The inline functions and macros that could not be compiled, with the reasons.
    package let notCompiled: [(name: String, reason: String)]
    private let inline: (name: String, library: InlineLibrary)?

    init(
        _ draft: BindingsDraft, _ inline: (name: String, library: InlineLibrary)?, of library: BoundLibrary,
        headers: [String], target: String, arguments: [String], only: [String]
    ) {
        self.inline = inline
        let functions = draft.entries.compactMap(\.declaration.function)
        let unannotated = functions.compactMap(\.neededAnnotation)
        functionCount = functions.count
        unannotatedCount = unannotated.count
        variableCount = draft.entries.count { $0.declaration.variable != nil }
        typeCount = draft.entries.count - functions.count - variableCount
        constantCount = draft.constants.count
        refusedCount = draft.refused.count
        notCompiled = draft.notCompiled.map { ($0.name, $0.reason) }

        var text = BindingsText()
        text.add("library", library.value)
        text.add(
            "made",
            .object(
                [
                    .init("headers", .texts(headers)), .init("target", .string(target)),
                    .init("arguments", .texts(arguments)),
                ] + (only.isEmpty ? [] : [.init("only", .texts(only))])))
        if let inline { text.add("inlineLibrary", .string(inline.name)) }
        text.add("declarations", lines: draft.entries.map { .string("\($0.declaration)") })
        text.add("constants", members: draft.constants)
        text.add("layouts", members: draft.layouts.map { .init($0.name, $0.evidence.value) })
        text.add("needsAnnotation", members: unannotated)
        text.add("refused", members: (draft.refused + draft.renamed).unique.map { .init($0.name, .string($0.reason)) })
        text.add("docs", members: draft.entries.compactMap(\.doc))
        self.text = text.finished
    }
}

extension BoundHeaders {
    /// Writes the bindings file, in the place of one that is there. The library of inline functions and its source stand
    /// beside it.
    ///
    /// - Throws: why one of them cannot be written.
    package func write(to path: String) throws(Diagnostic) {
        if let inline {
            let paths = InlineRequest.paths(of: inline.name, beside: path)
            try write(Array(inline.library.source.utf8), to: paths.source)
            try write(inline.library.file, to: paths.library)
        }
        try write(Array(text.utf8), to: path)
    }

    private func write(_ bytes: [UInt8], to path: String) throws(Diagnostic) {
        let file = try WholeFile(path: path, code: .bind(.output))
        file.write(bytes)
        try file.commit()
    }
}

extension BoundLibrary {
    fileprivate var value: Value {
        let build = buildID.map { [Value.Member("buildID", .string($0))] } ?? []
        return .object((soname.map { [Value.Member("soname", .string($0))] } ?? []) + build)
    }
}

extension LayoutEvidence {
    fileprivate var value: Value {
        let alignment = alignment.map { [Value.Member("alignment", .integer($0))] } ?? []
        let offsets = fields.map { Value.Member($0.name, .integer($0.offset)) }
        return .object(
            [Value.Member("size", .integer(size))] + alignment
                + (offsets.isEmpty ? [] : [Value.Member("offsets", .object(offsets))]))
    }
}

extension Signature {
    /// The reason why the function cannot be called, in words that name the parameter.
    fileprivate var neededAnnotation: Value.Member? {
        obstacle.map { obstacle in
            let subject = obstacle.parameter.map { parameters[$0].name ?? "parameter \($0 + 1)" } ?? "the result"
            return Value.Member(symbol, .string("\(subject): \(obstacle.message)"))
        }
    }
}

extension HeaderContents.Entry {
    fileprivate var doc: Value.Member? {
        guard declaration.name != "enum" else { return nil }
        return CommentSummary(comment).map { Value.Member(declaration.name, .string($0.text)) }
    }
}

extension [Refusal] {
    /// The first for each name.
    fileprivate var unique: [Refusal] {
        var seen: Set<String> = []
        return filter { seen.insert($0.name).inserted }
    }
}

extension Value {
    fileprivate static func texts(_ texts: [String]) -> Value { .array(texts.map { .string($0) }) }
    fileprivate static func integer(_ number: Int) -> Value { .number(.integer(Int128(number))) }
}

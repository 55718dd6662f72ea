// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
package import HeddleDiagnostics
import HeddleForeign
internal import HeddleSystem

/// Annotations that are proposed for the functions of a library, each with its source.
///
/// None contradicts its declaration: each was read with it.
///
/// ## Topics
/// - ``text``
package struct SuggestedAnnotations: Sendable {
    /// A bindings file with the annotations, and with their sources under `x-sources`.
    package let text: String
    /// The number of functions with annotations.
    package let functionCount: Int
    /// The number of annotated parameters and results.
    package let partCount: Int

    init(
        _ draft: BindingsDraft, _ hints: [String: [AttributeHint]], _ introspection: [IntrospectionFacts],
        _ library: BoundLibrary
    ) {
        var scope = DeclarationScope()
        for entry in draft.entries {
            _ = try? scope.read(SourceText(name: "declaration", "\(entry.declaration)").whole)
        }
        let entries = draft.entries.compactMap { entry in
            entry.declaration.function.map { (function: scope.completed($0), comment: entry.comment) }
        }
        let parameterCounts = Dictionary(
            entries.map { ($0.function.symbol, $0.function.parameters.count) }, uniquingKeysWith: { first, _ in first })
        let canRelease = { symbol in
            (symbol == "free" || library.defines(symbol)) && parameterCounts[symbol, default: 1] == 1
        }
        let names = ReleaseNames(entries.map(\.function))
        var (annotations, sources, parts): ([Value.Member], [Value.Member], Int) = ([], [], 0)
        for (function, comment) in entries {
            var facts = FunctionFacts()
            for file in introspection { facts.add(file.facts(of: function)) }
            facts.add(AttributeFacts(hints[function.symbol] ?? [], of: function).facts)
            facts.add(DoxygenParameters(comment, of: function).facts)
            var named = names.facts(of: function)
            if introspection.contains(where: { $0.describes(function) }) { named.dropReleases() }
            facts.add(named)
            facts.add(NamedCounts(function).facts)
            facts.dropReleases { !canRelease($0) }
            let suggested = function.accepted(facts, in: &scope)
            if suggested.isEmpty { continue }
            parts += suggested.count
            annotations.append(.init(function.symbol, .object(suggested.map { .init($0.part, .string($0.words)) })))
            sources.append(.init(function.symbol, .object(suggested.map { .init($0.part, .string($0.source)) })))
        }
        (functionCount, partCount) = (annotations.count, parts)
        var text = BindingsText()
        text.addTable("annotate", members: annotations)
        text.add("x-sources", members: sources)
        self.text = text.finished
    }
}

extension SuggestedAnnotations {
    /// Writes the file, in the place of one that is there.
    ///
    /// - Throws: why it cannot be written.
    package func write(to path: String) throws(Diagnostic) {
        let file = try WholeFile(path: path, code: .bind(.output))
        file.write(text)
        try file.commit()
    }
}

extension Signature {
    /// The suggestions that a declaration takes, in the order of its parts, the result last.
    fileprivate func accepted(
        _ facts: FunctionFacts, in scope: inout DeclarationScope
    ) -> [(part: String, words: String, source: String)] {
        var (accepted, words): ([(part: String, words: String, source: String)], [AnnotatedPart: String]) = ([], [:])
        let order = parameters.indices.filter { facts.parts[$0] != nil } + [Self.resultPart]
        for part in order {
            let isResult = part == Self.resultPart
            let suggestion =
                isResult
                ? facts[part].suggestion(forResult: result) : facts[part].suggestion(for: parameters[part])
            guard let suggestion else { continue }
            var all = words
            all[[part]] = suggestion.words
            guard isImproved(by: all, after: words, in: &scope) else { continue }
            words = all
            accepted.append(
                (
                    isResult ? "return" : name(of: part), suggestion.words,
                    suggestion.source
                ))
        }
        return accepted
    }

    /// Returns whether annotations can be read, say something new, and leave the function as callable as it was.
    private func isImproved(
        by words: [AnnotatedPart: String], after former: [AnnotatedPart: String], in scope: inout DeclarationScope
    ) -> Bool {
        guard let annotated = reading(words, in: &scope), let before = reading(former, in: &scope) else { return false }
        return annotated != before && (annotated.obstacle == nil || before.obstacle != nil)
    }

    private func reading(_ words: [AnnotatedPart: String], in scope: inout DeclarationScope) -> Signature? {
        let text = SourceText(name: "declaration", annotated(words).text)
        guard let declared = try? scope.read(text.whole), declared.count == 1 else { return nil }
        return declared[0].function
    }
}

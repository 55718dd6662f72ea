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
    /// The number of functions, and of types of functions, with annotations.
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
        let names = ReleaseNames(entries.map(\.function), besides: draft.refused.map(\.name))
        var (annotations, sources, parts): ([Value.Member], [Value.Member], Int) = ([], [], 0)
        func add(_ suggested: [(part: String, words: String, source: String)], to name: String) {
            if suggested.isEmpty { return }
            parts += suggested.count
            annotations.append(.init(name, .object(suggested.map { .init($0.part, .string($0.words)) })))
            sources.append(.init(name, .object(suggested.map { .init($0.part, .string($0.source)) })))
        }
        for callback in draft.entries.compactMap({ scope.callback(declaredBy: $0.declaration) }) {
            let suggested = callback.accepted(NamedCounts(callback, isCallback: true).facts) { text in
                var apart = scope
                guard (try? apart.annotate(typedef: callback.symbol, as: text.whole)) == true else { return nil }
                return apart.function(ofTypedef: callback.symbol)
            }
            add(suggested, to: callback.symbol)
        }
        for (function, comment) in entries {
            var facts = FunctionFacts()
            for file in introspection { facts.add(file.facts(of: function)) }
            facts.add(AttributeFacts(hints[function.symbol] ?? [], of: function).facts)
            facts.add(DoxygenParameters(comment, of: function, hints[function.symbol] ?? []).facts)
            var named = names.facts(of: function)
            if introspection.contains(where: { $0.describes(function) }) { named.dropReleases() }
            facts.add(named)
            facts.add(NamedCounts(function, isCallback: false).facts)
            facts.dropReleases { !canRelease($0) }
            let suggested = function.accepted(facts) { text in
                guard let declared = try? scope.read(text.whole), declared.count == 1 else { return nil }
                return declared[0].function
            }
            add(suggested, to: function.symbol)
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

extension DeclarationScope {
    /// The function that a declared type of functions, or of pointers to them, stands for.
    fileprivate func callback(declaredBy declaration: Declaration) -> Signature? {
        if case .type(let name, _) = declaration { function(ofTypedef: name) } else { nil }
    }
}

extension Signature {
    /// The suggestions that a declaration takes, in the order of its parts, the result last.
    ///
    /// - Parameter read: reads the declaration with annotations; nil where they contradict it.
    fileprivate func accepted(
        _ facts: FunctionFacts, _ read: (SourceText) -> Signature?
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
            guard isImproved(by: all, after: words, read) else { continue }
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
        by words: [AnnotatedPart: String], after former: [AnnotatedPart: String], _ read: (SourceText) -> Signature?
    ) -> Bool {
        let texts = [words, former].map { SourceText(name: "declaration", annotated($0).text) }
        guard let annotated = read(texts[0]), let before = read(texts[1]) else { return false }
        return annotated != before && (annotated.obstacle == nil || before.obstacle != nil)
    }
}
